"""Bodies that a handler reads while they come in."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Any, Final, Generic, Literal, TypeVar

from anyio import from_thread
from pydantic import ValidationError
from starlette.requests import Request

from ..codec import Codec
from ..lines import decoder
from ..sse import EventTooLargeError
from . import faults
from .problems import Fault, ProblemError, invalid

T = TypeVar("T")
_END: Final = object()


async def chunks(request: Request, limit: int | None) -> AsyncIterator[bytes]:
    """The body as it comes. Raises :class:`ProblemError`, status 413, past `limit` bytes."""
    length = request.headers.get("content-length", "")
    known = int(length) if length.isascii() and length.isdigit() else 0
    size = 0
    if limit is not None and known > limit:
        raise _too_long(limit)
    async for chunk in request.stream():
        size += len(chunk)
        if limit is not None and size > limit:
            raise _too_long(limit)
        yield chunk


def _too_long(limit: int) -> ProblemError:
    return ProblemError(413, f"The body is longer than {limit} bytes.")


class _Received(Generic[T]):
    """An iterable that can be iterated once: on the event loop, or by a handler in the thread pool."""

    def __init__(self, items: AsyncIterator[T]) -> None:
        self._items = items

    def __aiter__(self) -> AsyncIterator[T]:
        return self._items

    def __iter__(self) -> Iterator[T]:
        """For a handler that is no coroutine; it waits in its thread."""
        while True:
            item: Any = from_thread.run(self._next)
            if item is _END:
                return
            yield item

    async def _next(self) -> Any:
        return await anext(self._items, _END)


class ByteStream(_Received[bytes]):
    """A binary body. Nothing of it is kept: iterate it, or `read()` what is left.

    Reading raises :class:`ProblemError`, status 413, where it grows over the server's limit; a handler lets
    that pass. `content_type` is the request's.
    """

    def __init__(self, items: AsyncIterator[bytes], content_type: str) -> None:
        super().__init__(items)
        self.content_type = content_type

    async def read(self) -> bytes:
        """All that is left, held in memory. A handler that is no coroutine joins the pieces instead."""
        return b"".join([chunk async for chunk in self])


class ItemStream(_Received[T]):
    """The items of a body of JSON texts, each of its type, while they come.

    Iterating raises :class:`ProblemError` for one that is not: a handler lets that pass.
    """


async def items(
    pieces: AsyncIterator[bytes],
    codec: Codec[Any],
    framing: Literal["lines", "sequence"],
) -> AsyncIterator[Any]:
    """The items in the bytes. Raises :class:`ProblemError`: 400 for what is no JSON, 422 for another type."""
    texts = decoder(framing)
    number = 0
    try:
        async for piece in pieces:
            for text in texts.feed(piece):
                yield _item(codec, text, number)
                number += 1
        for text in texts.finish():
            yield _item(codec, text, number)
            number += 1
    except EventTooLargeError as error:
        raise ProblemError(413, f"The body is refused: {error}.") from None


def _item(codec: Codec[Any], text: bytes, number: int) -> Any:
    try:
        return codec.decode(text)
    except ValidationError as error:
        found = [
            Fault(fault.detail, pointer=f"/{number}{fault.pointer or ''}")
            for fault in faults.in_body(error, text)
        ]
        if any(each["type"] == "json_invalid" for each in error.errors()):
            raise ProblemError(400, "An item of the body is not JSON.", found) from None
        raise invalid(found) from None
