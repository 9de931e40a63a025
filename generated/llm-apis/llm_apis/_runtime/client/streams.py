"""Streams: the items of an answer, typed, while they come."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from types import TracebackType
from typing import Generic, Self, TypeVar

from ..operation import Operation, Stream
from ..sse import EventTooLargeError, ServerSentEvent
from .errors import ApiConnectionError, StreamError
from .headers import Headers
from .items import ItemReader
from .wire import Answer, AsyncAnswer, title

T = TypeVar("T")


class _Stream:
    """What both kinds have: the answer's status and header fields, and the event that came last."""

    def __init__(self, operation: Operation, strict: bool) -> None:
        self._operation = operation
        self._strict = strict
        self._reader: ItemReader | None = None
        self._entered = False
        self._closed = False
        self.status: int = 0
        self.headers: Headers = Headers()

    @property
    def last_event(self) -> ServerSentEvent | None:
        """The event behind the item that came last, its name and id; None for a stream of lines."""
        return self._reader.last_event if self._reader is not None else None

    def _start(self, stream: Stream, status: int, headers: Headers) -> ItemReader:
        self.status, self.headers = status, headers
        return ItemReader(self._operation, stream, status, headers, strict=self._strict)

    def _broken(self, reason: object) -> StreamError:
        given = self._reader.given if self._reader is not None else 0
        return StreamError(
            f"{title(self._operation)}: the stream broke off: {reason}",
            operation=title(self._operation),
            status=self.status,
            headers=self.headers,
            raw=b"",
            items=given,
        )


class EventStream(_Stream, Generic[T]):
    """The items of a stream: a context manager and an iterable.

    The request is sent when the context is entered or the first item is asked for. Leaving the context
    closes the connection; so does leaving a loop over a stream that is no context.
    Iterating raises :class:`StreamError` where the connection breaks or an `error` event comes that the
    document does not list (`raw` is its data), and :class:`DecodeError` for
    an item that is not of its type; neither is tried again.
    """

    def __init__(
        self,
        operation: Operation,
        open_: Callable[[], tuple[Answer, Stream]],
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(operation, strict)
        self._open = open_
        self._answer: Answer | None = None
        self._items: Generator[T, None, None] | None = None

    def __enter__(self) -> Self:
        self._entered = True
        self._opened()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __iter__(self) -> Generator[T, None, None]:
        if not self._entered:
            return self._read()
        if self._items is None:
            self._items = self._read()
        return self._items

    def close(self) -> None:
        """Close the connection. Nothing comes after that."""
        self._closed = True
        if self._answer is not None:
            self._answer.close()

    def _opened(self) -> tuple[Answer, ItemReader]:
        if self._closed:
            raise self._broken("it is closed")
        if self._answer is None or self._reader is None:
            self._answer, stream = self._open()
            self._reader = self._start(
                stream, self._answer.status, self._answer.headers
            )
        return self._answer, self._reader

    def _read(self) -> Generator[T, None, None]:
        answer, reader = self._opened()
        try:
            for chunk in answer.chunks():
                yield from reader.items(chunk)
                if reader.ended:
                    return
            yield from reader.rest()
        except (ApiConnectionError, EventTooLargeError) as error:
            raise self._broken(error) from error
        finally:
            self.close()


class AsyncEventStream(_Stream, Generic[T]):
    """As :class:`EventStream`, with `async with` and `async for`."""

    def __init__(
        self,
        operation: Operation,
        open_: Callable[[], Awaitable[tuple[AsyncAnswer, Stream]]],
        *,
        strict: bool = False,
    ) -> None:
        super().__init__(operation, strict)
        self._open = open_
        self._answer: AsyncAnswer | None = None
        self._items: AsyncGenerator[T, None] | None = None

    async def __aenter__(self) -> Self:
        self._entered = True
        await self._opened()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> AsyncGenerator[T, None]:
        if not self._entered:
            return self._read()
        if self._items is None:
            self._items = self._read()
        return self._items

    async def aclose(self) -> None:
        """Close the connection. Nothing comes after that."""
        self._closed = True
        if self._answer is not None:
            await self._answer.close()

    close = aclose

    async def _opened(self) -> tuple[AsyncAnswer, ItemReader]:
        if self._closed:
            raise self._broken("it is closed")
        if self._answer is None or self._reader is None:
            self._answer, stream = await self._open()
            self._reader = self._start(
                stream, self._answer.status, self._answer.headers
            )
        return self._answer, self._reader

    async def _read(self) -> AsyncGenerator[T, None]:
        answer, reader = await self._opened()
        try:
            async for chunk in answer.chunks():
                for item in reader.items(chunk):
                    yield item
                if reader.ended:
                    return
            for item in reader.rest():
                yield item
        except (ApiConnectionError, EventTooLargeError) as error:
            raise self._broken(error) from error
        finally:
            await self.aclose()
