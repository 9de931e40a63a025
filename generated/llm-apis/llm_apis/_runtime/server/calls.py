"""Calling what users write: `async def` on the event loop, `def` in the thread pool."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, Final

from starlette.concurrency import run_in_threadpool

_AWAITED_OR_ITERATED: Final = (
    inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR | inspect.CO_GENERATOR
)


async def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result. Generator functions are only called: their bodies run when they are iterated."""
    if _is_of_the_loop(function):
        result = function(*args, **kwargs)
    else:
        result = await run_in_threadpool(function, *args, **kwargs)
    return await result if inspect.isawaitable(result) else result


def _is_of_the_loop(function: Callable[..., Any]) -> bool:
    """Whether calling it does nothing yet: what it gives is awaited or iterated."""
    code = getattr(function, "__code__", None)
    if code is not None and code.co_flags & _AWAITED_OR_ITERATED:
        return True  # as of most functions; the others may be wrapped or marked
    return (
        inspect.iscoroutinefunction(function)
        or inspect.isasyncgenfunction(function)
        or inspect.isgeneratorfunction(function)
    )
