"""What stands between a client and its transport: called once for each attempt.

A middleware is a function (or anything callable) of a request and of `next`, which sends a request on and
gives the answer. It may send another request than it was given (:func:`dataclasses.replace`, or
:meth:`Request.with_headers`), send it several times, or answer by itself. A request says which operation it
is for (`operation_id`, `path`, `method`) and which attempt it is (`attempt`, from 1).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol, TypeAlias

from .wire import Answer, AsyncAnswer, Request

Next: TypeAlias = Callable[[Request], Answer]
AsyncNext: TypeAlias = Callable[[Request], Awaitable[AsyncAnswer]]


class Middleware(Protocol):
    """Raises what `next` raises; an :class:`ApiConnectionError` of its own is retried like one."""

    def __call__(self, request: Request, next: Next, /) -> Answer: ...


class AsyncMiddleware(Protocol):
    """As :class:`Middleware`."""

    async def __call__(self, request: Request, next: AsyncNext, /) -> AsyncAnswer: ...


def through(middleware: Sequence[Middleware], send: Next) -> Next:
    """`send` behind the middleware, the first of which is the outermost."""
    for each in reversed(middleware):
        send = _before(each, send)
    return send


def async_through(middleware: Sequence[AsyncMiddleware], send: AsyncNext) -> AsyncNext:
    """As :func:`through`."""
    for each in reversed(middleware):
        send = _async_before(each, send)
    return send


def _before(middleware: Middleware, send: Next) -> Next:
    return lambda request: middleware(request, send)


def _async_before(middleware: AsyncMiddleware, send: AsyncNext) -> AsyncNext:
    return lambda request: middleware(request, send)
