"""What a transport is: it sends one request and gives one answer.

A class of one's own with these methods can stand in for :mod:`.transport`, in tests or behind a proxy.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from ..operation import Operation
from .headers import Headers
from .options import Timeout
from .payload import Payload


def title(operation: Operation) -> str:
    """How messages call an operation: "POST /things/{id}"."""
    return f"{operation.method} {operation.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """`operation` says what is called, for messages; `secrets` must never be printed.

    The URL is percent-encoded, header values are Latin-1, header names are lower case. `content` is the
    body as bytes, or one that is made while it is sent: to be iterated anew for each attempt. `path` is the
    operation's path template, `attempt` counts from 1, `idempotent` says that sending it again is safe.
    `digest` is a user and a password for HTTP Digest (RFC 7616), which only the transport can answer.
    """

    method: str
    url: str
    headers: tuple[tuple[str, str], ...]
    content: bytes | Payload | None
    timeout: Timeout
    stream: bool
    operation: str
    secrets: tuple[str, ...] = field(default=(), repr=False)
    operation_id: str | None = None
    path: str = ""
    attempt: int = 1
    idempotent: bool = False
    digest: tuple[str, str] | None = field(default=None, repr=False)

    @property
    def repeatable(self) -> bool:
        """Whether the same request can be sent a second time."""
        return not isinstance(self.content, Payload) or self.content.replayable

    def __repr__(self) -> str:
        return f"<Request {self.operation}>"

    def with_headers(self, fields: Mapping[str, str]) -> Request:
        """The same request with these header fields in place of those of the same names."""
        given = {name.lower(): value for name, value in fields.items()}
        kept = (field for field in self.headers if field[0] not in given)
        return replace(self, headers=(*kept, *given.items()))


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
