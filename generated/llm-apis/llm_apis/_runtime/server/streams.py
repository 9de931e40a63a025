"""Streams: the first item is awaited before anything is sent, the producer ends when the client leaves."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any, Final, Protocol

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from ..sse import encode_comment
from .replies import ReplyError, Streamed
from .sent import BinaryFraming, pieces
from .services import AbortError, Items
from .values import is_async_iterable, is_iterable

logger = logging.getLogger(__name__)

_END: Final = object()
LIVE: Final = {"cache-control": "no-cache", "x-accel-buffering": "no"}
"""Header fields for items that have to arrive as they come."""


def items(result: Any) -> Items[Any]:
    """What a streaming handler gave back, as an iterator. Raises :class:`ReplyError`."""
    if is_async_iterable(result):
        return aiter(result)
    if is_iterable(result):
        return iter(result)
    raise ReplyError("a stream must be an iterator, asynchronous or not")


class ClientGoneError(Exception):
    """The client left before the stream began."""


class Producer:
    """A handler's iterator, asynchronous or not; the latter is advanced in the thread pool."""

    def __init__(self, items: Items[Any]) -> None:
        self._items = items

    async def next(self) -> Any:
        """The next item, or the end mark."""
        if isinstance(self._items, AsyncIterator):
            return await anext(self._items, _END)
        return await run_in_threadpool(next, self._items, _END)

    async def close(self) -> None:
        """Let the handler's `finally` blocks run, also while the request is being cancelled."""
        aclose: Callable[[], Any] | None = getattr(self._items, "aclose", None)
        close: Callable[[], Any] | None = getattr(self._items, "close", None)
        with anyio.CancelScope(shield=True):
            if aclose is not None:
                await aclose()
            elif close is not None:
                await run_in_threadpool(close)


class Writes(Protocol):
    """How the items of a stream become bytes."""

    @property
    def events(self) -> bool: ...
    def item(self, item: Any) -> bytes: ...
    def end(self) -> bytes: ...
    def error(self, error: Exception) -> bytes: ...


async def send(request: Request, answer: Streamed) -> StreamResponse:
    """A binary response whose first piece is there, as :func:`begin` has it."""
    source, length = await run_in_threadpool(pieces, answer.body)
    headers = dict(answer.headers)
    if length is not None:
        headers["content-length"] = str(length)
    return await begin(
        request,
        items(source),
        BinaryFraming(),
        status=answer.status,
        media_type=answer.media_type,
        ping=None,
        headers=headers,
    )


async def begin(
    request: Request,
    items: Items[Any],
    framing: Writes,
    *,
    status: int,
    media_type: str,
    ping: float | None,
    headers: Mapping[str, str] = LIVE,
) -> StreamResponse:
    """A response whose first item is there. What the handler raises before that is raised here.

    `ping` is the number of seconds of silence after which a comment is sent; only events have comments.
    Raises :class:`ClientGoneError` when the client leaves first.
    """
    producer = Producer(items)
    try:
        item = await _unless_gone(request.receive, producer.next)
        first = framing.end() if item is _END else framing.item(item)
    except BaseException:
        await producer.close()
        raise
    response = StreamResponse(
        first,
        item is _END,
        producer,
        framing,
        ping if framing.events else None,
        headers,
    )
    response.status_code = status
    response.headers["content-type"] = media_type
    return response


class StreamResponse(Response):
    """Sends the first chunk and then what else the producer has. A fault ends it with an `error` event;
    a stream of lines has no place for one, so the connection is cut."""

    def __init__(
        self,
        first: bytes,
        ended: bool,
        producer: Producer,
        framing: Writes,
        ping: float | None,
        headers: Mapping[str, str] = LIVE,
    ) -> None:
        super().__init__(None, 200)
        del self.headers["content-length"]
        self.headers.update(headers)
        self._first = first
        self._ended = ended
        self._producer = producer
        self._framing = framing
        self._ping = ping
        self._lock = anyio.Lock()
        self._written = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await send(
                {
                    "type": "http.response.start",
                    "status": self.status_code,
                    "headers": self.raw_headers,
                }
            )
            if scope["method"] != "HEAD":
                await self._stream(receive, send)
            await self._write(send, b"", more=False)
        finally:
            await self._producer.close()

    async def _stream(self, receive: Receive, send: Send) -> None:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_cancel_when_gone, receive, tasks.cancel_scope)
            if self._ping is not None:
                tasks.start_soon(self._keep_open, send, self._ping)
            await self._write(send, self._first)
            while not self._ended:
                await self._write(send, await self._next())
            tasks.cancel_scope.cancel()

    async def _next(self) -> bytes:
        try:
            item = await self._producer.next()
            self._ended = item is _END
            return self._framing.end() if self._ended else self._framing.item(item)
        except Exception as error:
            if not isinstance(error, AbortError):
                logger.exception("a stream ended with an error")
            if not self._framing.events:
                raise
            self._ended = True
            return self._framing.error(error)

    async def _write(self, send: Send, chunk: bytes, more: bool = True) -> None:
        async with self._lock:
            self._written += 1
            await send({"type": "http.response.body", "body": chunk, "more_body": more})

    async def _keep_open(self, send: Send, seconds: float) -> None:
        while True:
            written = self._written
            await anyio.sleep(seconds)
            if written == self._written:
                await self._write(send, encode_comment("ping"))


async def _cancel_when_gone(receive: Receive, scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()


async def _unless_gone(receive: Receive, function: Callable[[], Any]) -> Any:
    """The function's result. Raises what it raises, and :class:`ClientGoneError`."""
    outcome: list[Any] = []
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_cancel_when_gone, receive, tasks.cancel_scope)
            outcome.append(await function())
            tasks.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        # A task group wraps what is raised inside; callers look for the exception itself.
        raise group.exceptions[0] from None
    if not outcome:
        raise ClientGoneError
    return outcome[0]
