"""Binary answers: given piece by piece, and held in memory only where that is asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Self

from .headers import Headers
from .wire import Answer, AsyncAnswer


class Download:
    """Binary content: a context manager, and an iterable of its pieces.

    The request is sent when the context is entered, or the content is read in any way. Each of the ways
    reads to the end and closes the connection, as leaving the context does. Sending raises what any call
    raises; reading raises :class:`ApiConnectionError` where the connection breaks, which is not tried again.
    """

    def __init__(self, open_: Callable[[], Answer]) -> None:
        self._open = open_
        self._answer: Answer | None = None

    @property
    def status(self) -> int:
        """The answer's status."""
        return self._opened().status

    @property
    def headers(self) -> Headers:
        """The answer's header fields."""
        return self._opened().headers

    @property
    def content_type(self) -> str | None:
        return self.headers.get("content-type")

    @property
    def length(self) -> int | None:
        """The number of bytes on the wire, where the server says it."""
        return _length(self.headers)

    def read(self) -> bytes:
        """All of it."""
        return b"".join(self)

    def write_to(self, path: str | PathLike[str]) -> int:
        """Write all of it to a file, which is made or emptied first. Gives the number of bytes."""
        answer = self._opened()
        try:
            with Path(path).open("wb") as file:
                return sum(file.write(chunk) for chunk in answer.chunks())
        finally:
            self.close()

    def __iter__(self) -> Iterator[bytes]:
        answer = self._opened()
        try:
            yield from answer.chunks()
        finally:
            self.close()

    def close(self) -> None:
        """Close the connection."""
        if self._answer is not None:
            self._answer.close()

    def __enter__(self) -> Self:
        self._opened()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _opened(self) -> Answer:
        if self._answer is None:
            self._answer = self._open()
        return self._answer


class AsyncDownload:
    """As :class:`Download`, with `async with`, `async for` and `await`.

    `status` and `headers` are there once it is open: inside its context, or when it was read.
    """

    def __init__(self, open_: Callable[[], Awaitable[AsyncAnswer]]) -> None:
        self._open = open_
        self._answer: AsyncAnswer | None = None

    @property
    def status(self) -> int:
        """The answer's status. Raises :class:`RuntimeError` before it is there, as the others do."""
        return self._head().status

    @property
    def headers(self) -> Headers:
        """The answer's header fields."""
        return self._head().headers

    @property
    def content_type(self) -> str | None:
        return self.headers.get("content-type")

    @property
    def length(self) -> int | None:
        """The number of bytes on the wire, where the server says it."""
        return _length(self.headers)

    async def read(self) -> bytes:
        """All of it."""
        return b"".join([chunk async for chunk in self])

    async def write_to(self, path: str | PathLike[str]) -> int:
        """Write all of it to a file, which is made or emptied first. Gives the number of bytes."""
        from anyio import to_thread

        answer = await self._opened()
        size = 0
        try:
            file = await to_thread.run_sync(Path(path).open, "wb")
            try:
                async for chunk in answer.chunks():
                    size += await to_thread.run_sync(file.write, chunk)
            finally:
                file.close()
        finally:
            await self.close()
        return size

    async def __aiter__(self) -> AsyncIterator[bytes]:
        answer = await self._opened()
        try:
            async for chunk in answer.chunks():
                yield chunk
        finally:
            await self.close()

    async def close(self) -> None:
        """Close the connection."""
        if self._answer is not None:
            await self._answer.close()

    async def __aenter__(self) -> Self:
        await self._opened()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    def _head(self) -> AsyncAnswer:
        if self._answer is None:
            raise RuntimeError("the download is not open: use `async with`, or read it")
        return self._answer

    async def _opened(self) -> AsyncAnswer:
        if self._answer is None:
            self._answer = await self._open()
        return self._answer


def _length(headers: Headers) -> int | None:
    said = headers.get("content-length", "")
    return int(said) if said.isascii() and said.isdigit() else None
