"""What a transport is: it sends one request and gives one answer.

A class of one's own with these methods can stand in for :mod:`.transport`, in tests or behind a proxy.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from ..operation import Operation
from .headers import Headers
from .options import Timeout


def title(operation: Operation) -> str:
    """How messages call an operation: "POST /things/{id}"."""
    return f"{operation.method} {operation.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """`operation` says what is called, for messages; `secrets` must never be printed.

    The URL is percent-encoded, header values are Latin-1.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    content: bytes | None
    timeout: Timeout
    stream: bool
    operation: str
    secrets: tuple[str, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return f"<Request {self.operation}>"


@dataclass(frozen=True, slots=True)
class Received:
    """An answer that was read whole."""

    status: int
    headers: Headers
    raw: bytes


class Head(Protocol):
    """What comes first."""

    @property
    def status(self) -> int: ...
    @property
    def headers(self) -> Headers: ...


class Answer(Head, Protocol):
    """An answer whose body is still to be read. Reading raises :class:`ApiConnectionError`."""

    def read(self) -> bytes: ...
    def chunks(self) -> Iterator[bytes]: ...
    def close(self) -> None: ...


class AsyncAnswer(Head, Protocol):
    """As :class:`Answer`."""

    async def read(self) -> bytes: ...
    def chunks(self) -> AsyncIterator[bytes]: ...
    async def close(self) -> None: ...


class Transport(Protocol):
    """Sends requests. Raises :class:`ApiConnectionError`, :class:`ApiTimeoutError` and nothing of its own."""

    def send(self, request: Request) -> Answer: ...
    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """As :class:`Transport`."""

    async def send(self, request: Request) -> AsyncAnswer: ...
    async def close(self) -> None: ...
