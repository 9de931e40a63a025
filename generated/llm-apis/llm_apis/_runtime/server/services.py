"""What users fill in: services with a method per operation, and the answers that methods give."""

from __future__ import annotations

import threading
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Final,
    NoReturn,
    TypeAlias,
    TypedDict,
    TypeVar,
    dataclass_transform,
)

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


_READY: Final = set[type]()
_LOCK: Final = threading.Lock()


@dataclass_transform(
    frozen_default=True, kw_only_default=True, field_specifiers=(field,)
)
class _Values:
    """Its subclasses are frozen dataclasses, each of which is made one when its first value is made.

    That takes a millisecond for a class, and a server has one for most of the answers of its document.
    """

    if not TYPE_CHECKING:

        def __init_subclass__(cls):
            # A decorator on the class looks for members of its bases.
            for base in reversed(cls.__mro__[1:]):
                if issubclass(base, _Values) and base is not _Values:
                    _make_ready(base)

        def __new__(cls, **values):
            if cls not in _READY:
                _make_ready(cls)
            return super().__new__(cls)


def _make_ready(cls: type) -> None:
    with _LOCK:
        if cls not in _READY:
            if "__dataclass_fields__" not in vars(cls):
                dataclass(frozen=True, kw_only=True)(cls)
            _READY.add(cls)


class AnyReply(_Values):
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
