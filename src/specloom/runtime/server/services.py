"""What users fill in: services with a method per operation, and the answers that methods give."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeAlias, TypedDict, TypeVar

from ..operation import Operation
from .problems import ProblemError

T = TypeVar("T")
Eventually: TypeAlias = Awaitable[T] | T
"""What `async def` and `def` give back alike."""
Items: TypeAlias = AsyncIterator[T] | Iterator[T]
"""What generators give back, asynchronous or not."""


@dataclass(frozen=True, slots=True)
class Handles:
    """Which methods answer an operation: `once` with one value, `stream` with one after another."""

    operation: Operation
    once: str | None = None
    stream: str | None = None


class Service:
    """Base of the service interfaces. A method that a subclass does not override answers 501."""

    operations_: ClassVar[tuple[Handles, ...]] = ()


def filled(
    service: Service | type[Service], interface: type[Service], method: str
) -> bool:
    """Whether a service, or a class of services, overrides a method of its interface."""
    own = getattr(service, method)
    return getattr(own, "__func__", own) is not getattr(interface, method)


class UnfilledError(ProblemError):
    """Nobody has written the operation's handler. No document speaks of that: it is told as a problem."""

    def __init__(self) -> None:
        super().__init__(501, "This operation is not implemented.")


def unfilled() -> NoReturn:
    """Body of the methods of a service interface."""
    raise UnfilledError


@dataclass(frozen=True, kw_only=True)
class AnyReply:
    """An answer with its status. Each documented status has a subclass that types its body and headers.

    `headers` are those that the document declares, by its names; `extra_headers` any others, as they are
    sent. `media_type` chooses among the documented ones; without it the client's `Accept` does.
    """

    status: int
    body: Any
    headers: NoHeaders
    extra_headers: Mapping[str, str] = field(default_factory=dict[str, str])
    media_type: str | None = None


class NoHeaders(TypedDict):
    """The header fields of an answer that declares none."""


@dataclass(frozen=True, kw_only=True)
class Reply(AnyReply):
    """An answer whose header fields need not be given."""

    headers: NoHeaders = field(default_factory=NoHeaders)


class AbortError(Exception):
    """Raised by a handler, or by a stream before its first item, to answer with `reply` instead.

    Raised later in a stream of events, it ends the stream with an `error` event that carries the body.
    """

    def __init__(self, reply: AnyReply) -> None:
        super().__init__(reply)
        self.reply = reply
