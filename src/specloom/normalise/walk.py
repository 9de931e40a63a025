"""The named types that a value of the intermediate model speaks of: finding and replacing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from specloom import ir
from specloom.diagnostics import Location

V = TypeVar("V")
_LEAVES = (ir.Doc, Location)


def named(value: Any) -> Iterator[ir.TypeId]:
    """Every named type that the value speaks of."""
    if isinstance(value, ir.TypeId):
        yield value
    elif isinstance(value, tuple):
        for entry in value:
            yield from named(entry)
    elif isinstance(value, Mapping):
        for entry in value.values():
            yield from named(entry)
    elif is_dataclass(value) and not isinstance(value, _LEAVES):
        for field in fields(value):
            yield from named(getattr(value, field.name))


def renamed(value: V, names: Mapping[ir.TypeId, ir.TypeId]) -> V:
    """The value with other named types in the place of some; the same object where nothing changes."""
    return _renamed(value, names) if names else value


def _renamed(value: Any, names: Mapping[ir.TypeId, ir.TypeId]) -> Any:
    if isinstance(value, ir.TypeId):
        return names.get(value, value)
    if isinstance(value, tuple):
        entries = tuple(_renamed(entry, names) for entry in value)
        return entries if any(a is not b for a, b in zip(entries, value, strict=True)) else value
    if isinstance(value, Mapping):
        members = {name: _renamed(entry, names) for name, entry in value.items()}
        return members if any(members[name] is not value[name] for name in value) else value
    if not is_dataclass(value) or isinstance(value, (*_LEAVES, type)):
        return value
    changed: dict[str, Any] = {}
    for field in fields(value):
        old = getattr(value, field.name)
        if (new := _renamed(old, names)) is not old:
            changed[field.name] = new
    return replace(value, **changed) if changed else value


def reached(starts: Iterable[ir.TypeId], types: Mapping[ir.TypeId, ir.NamedType]) -> set[ir.TypeId]:
    """The types that `starts` lead to, themselves included."""
    found: set[ir.TypeId] = set()
    waiting = [start for start in starts if start in types]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += (target for target in named(types[here].type) if target in types)
    return found
