"""Looking into values of unknown type."""

from __future__ import annotations

from collections.abc import AsyncIterable, Iterable, Mapping, Sequence
from typing import Any, TypeGuard


def is_mapping(value: Any) -> TypeGuard[Mapping[str, Any]]:
    """Whether it is a mapping with text keys, as JSON objects are; the keys are not looked at."""
    return isinstance(value, Mapping)


def is_list(value: Any) -> TypeGuard[Sequence[Any]]:
    """Whether it is a list, as JSON arrays are."""
    return isinstance(value, list)


def is_iterable(value: Any) -> TypeGuard[Iterable[Any]]:
    return isinstance(value, Iterable)


def is_async_iterable(value: Any) -> TypeGuard[AsyncIterable[Any]]:
    return isinstance(value, AsyncIterable)
