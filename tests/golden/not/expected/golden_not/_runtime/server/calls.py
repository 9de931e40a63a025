"""Calling what users write: `async def` on the event loop, `def` in the thread pool."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool


async def call(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """The result. Generator functions are only called: their bodies run when they are iterated."""
    if (
        inspect.iscoroutinefunction(function)
        or inspect.isasyncgenfunction(function)
        or inspect.isgeneratorfunction(function)
    ):
        result = function(*args, **kwargs)
    else:
        result = await run_in_threadpool(function, *args, **kwargs)
    return await result if inspect.isawaitable(result) else result
