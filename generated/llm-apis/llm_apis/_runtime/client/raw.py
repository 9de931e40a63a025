"""The raw view: an answer as it came, beside what the method would have given for it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import Any, Generic, TypeVar, cast

from ..operation import Operation, Stream
from .call import Call
from .caller import AsyncCaller, Caller, Reader, Sent, is_success
from .declared import check_kind, declared_headers
from .downloads import AsyncDownload, Download
from .errors import REQUEST_ID_HEADERS, DecodeError
from .headers import Headers
from .streams import AsyncEventStream, EventStream
from .wire import Answer, AsyncAnswer, Head, Received, title

A = TypeVar("A", bound=Head)
H = TypeVar("H")
R = TypeVar("R")


class RawResponse(Generic[R]):
    """What came, whatever its status.

    `raw` is the body, empty for a stream or download that :meth:`parse` gives. `attempts` counts the
    requests that were sent, `elapsed` is the seconds from the first one to the answer, its body included.
    """

    def __init__(
        self,
        *,
        status: int,
        headers: Headers,
        raw: bytes,
        attempts: int,
        elapsed: float,
        operation: Operation,
        strict: bool,
        parse: Callable[[], R],
    ) -> None:
        self.status = status
        self.headers = headers
        self.raw = raw
        self.attempts = attempts
        self.elapsed = elapsed
        self._operation = operation
        self._strict = strict
        self._parse = parse

    def __repr__(self) -> str:
        return f"<RawResponse {self.status}, {len(self.raw)} bytes>"

    @property
    def request_id(self) -> str | None:
        """What the server calls this request, if it said so."""
        found = (self.headers.get(name) for name in REQUEST_ID_HEADERS)
        return next((value for value in found if value is not None), None)

    def parse(self) -> R:
        """What the method gives. Raises what the method raises about an answer, :class:`StatusError` too."""
        return self._parse()

    def headers_as(self, kind: type[H]) -> H:
        """The header fields that the document declares for this answer, each of its type. `kind` is their
        class in the package's `headers`. A field that was not sent is not there.

        Raises :class:`TypeError` where the answer is another one than `kind` is of: look at `status` first.
        Raises :class:`DecodeError` where a required field was not sent, or one is not what the document says.
        """
        operation, status = self._operation, self.status
        check_kind(kind, operation, status)
        try:
            found: Any = declared_headers(
                operation, status, self.headers, strict=self._strict
            )
        except ValueError as error:
            raise DecodeError(
                f"{title(operation)} answered {status}: {error}",
                operation=title(operation),
                status=status,
                headers=self.headers,
                raw=self.raw,
            ) from error
        return cast("H", found)


def kept(
    reader: Reader,
    operation: Operation,
    sent: Sent[A],
    begun: float,
    parse: Callable[[], R],
) -> RawResponse[R]:
    """The view of an answer to a call that began then, by the monotonic clock."""
    answer = sent.answer
    return RawResponse(
        operation=operation,
        strict=reader.settings.strict_responses,
        status=answer.status,
        headers=answer.headers,
        raw=answer.raw if isinstance(answer, Received) else b"",
        attempts=sent.request.attempt,
        elapsed=time.monotonic() - begun,
        parse=parse,
    )


class RawCaller(Caller):
    """Stands in for the caller of a group during one call, and keeps the answer in `found`."""

    def __init__(self, caller: Caller) -> None:
        self.__dict__.update(caller.__dict__)
        self.found: RawResponse[Any] | None = None

    def call(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> Any:
        """Send, and keep the answer. Nothing is read of its body."""
        begun = time.monotonic()
        sent = self.whole(operation, arguments, body)
        self.found = kept(
            self,
            operation,
            sent,
            begun,
            lambda: self.value(operation, sent.answer, sent.request, errors),
        )

    def stream(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> EventStream[Any]:
        """Send now, and keep the answer."""
        begun, strict = time.monotonic(), self.settings.strict_responses
        call = Call(operation, self.settings, arguments, body, streaming=True)
        sent = self.open(call)

        @cache
        def parse() -> EventStream[Any]:
            found = self.opened(operation, sent, errors)
            return EventStream(operation, lambda: found, strict=strict)

        self.found = kept(self, operation, sent, begun, parse)
        return EventStream(operation, lambda: self.opened(operation, sent, errors))

    def download(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> Download:
        """Send now, and keep the answer."""
        begun = time.monotonic()
        call = Call(operation, self.settings, arguments, body, streaming=False)
        sent = self.open(call, is_success)

        def opened() -> Answer:
            return self.content(operation, sent, errors)

        parse = cache(lambda: Download(opened))
        self.found = kept(self, operation, sent, begun, parse)
        return Download(opened)


class RawAsyncCaller(AsyncCaller):
    """As :class:`RawCaller`; a stream is sent by :meth:`finish`."""

    def __init__(self, caller: AsyncCaller) -> None:
        self.__dict__.update(caller.__dict__)
        self.found: RawResponse[Any] | None = None
        self._pending: Callable[[], Awaitable[None]] | None = None

    async def call(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> Any:
        """Send, and keep the answer. Nothing is read of its body."""
        begun = time.monotonic()
        sent = await self.whole(operation, arguments, body)
        self.found = kept(
            self,
            operation,
            sent,
            begun,
            lambda: self.value(operation, sent.answer, sent.request, errors),
        )

    def stream(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> AsyncEventStream[Any]:
        """Make the call ready."""
        call = Call(operation, self.settings, arguments, body, streaming=True)

        async def opened() -> tuple[AsyncAnswer, Stream]:
            return self.opened(operation, await self.open(call), errors)

        self._pending = lambda: self._streamed(call, errors)
        return AsyncEventStream(operation, opened)

    def download(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> AsyncDownload:
        """Make the call ready."""
        call = Call(operation, self.settings, arguments, body, streaming=False)

        async def opened() -> AsyncAnswer:
            return self.content(operation, await self.open(call, is_success), errors)

        self._pending = lambda: self._downloaded(call, errors)
        return AsyncDownload(opened)

    async def finish(self) -> None:
        """Send what was made ready, if it was a stream or a download, and keep the answer."""
        if self._pending is not None:
            await self._pending()

    async def _streamed(self, call: Call, errors: str) -> None:
        begun, strict = time.monotonic(), self.settings.strict_responses
        sent = await self.open(call)

        @cache
        def parse() -> AsyncEventStream[Any]:
            found = self.opened(call.operation, sent, errors)

            async def opened() -> tuple[AsyncAnswer, Stream]:
                return found

            return AsyncEventStream(call.operation, opened, strict=strict)

        self.found = kept(self, call.operation, sent, begun, parse)

    async def _downloaded(self, call: Call, errors: str) -> None:
        begun = time.monotonic()
        sent = await self.open(call, is_success)

        async def opened() -> AsyncAnswer:
            return self.content(call.operation, sent, errors)

        parse = cache(lambda: AsyncDownload(opened))
        self.found = kept(self, call.operation, sent, begun, parse)
