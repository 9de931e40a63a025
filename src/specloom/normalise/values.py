"""JSON values as nobody can change them, and their equality by JSON Schema (2020-12 core, 4.2.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Final

from specloom.ir import Json

_FROZEN: Final = frozenset((str, int, float, bool, type(None), Decimal))


def freeze(value: Any) -> Json:
    """The value with tuples for lists and read-only mappings for objects."""
    if isinstance(value, dict):
        if _FROZEN.issuperset(map(type, value.values())):
            return MappingProxyType(value)  # Documents are never changed.
        return MappingProxyType({n: v if type(v) in _FROZEN else freeze(v) for n, v in value.items()})
    if isinstance(value, (list, tuple)):
        if _FROZEN.issuperset(map(type, value)):
            return tuple(value)
        return tuple([v if type(v) in _FROZEN else freeze(v) for v in value])
    if value is None or isinstance(value, (bool, int, float, Decimal, str)):
        return value
    return str(value)


def key(value: Json) -> object:
    """Equal for equal values only: 1 and 1.0 are equal, 1 and true are not, member order does not count."""
    if isinstance(value, bool) or value is None:
        return ("constant", value)
    if isinstance(value, (int, float, Decimal)):
        return ("number", value)
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return ("object", frozenset((name, key(member)) for name, member in value.items()))
    return ("array", tuple(key(entry) for entry in value))


def distinct(values: Iterable[Json]) -> tuple[Json, ...]:
    """The values without repetitions, in order."""
    return tuple({key(value): value for value in reversed(tuple(values))}.values())[::-1]


def common(left: Iterable[Json], right: Iterable[Json]) -> tuple[Json, ...]:
    """The values of `left` that are in `right` too."""
    keys = {key(value) for value in right}
    return tuple(value for value in left if key(value) in keys)
