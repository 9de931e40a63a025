"""The named types that a value of the intermediate model speaks of: finding and replacing them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Final, TypeAlias, TypeVar

from specloom import ir
from specloom.values import Struct, replace

V = TypeVar("V")
Leads: TypeAlias = dict[ir.TypeId, tuple[ir.TypeId, ...]]
"""The named types that each named type speaks of."""

_WORD: Final = re.compile(r"Literal\[[^]]*\]|(\w+)")


def _words(known: Any) -> set[str]:
    """The names in the annotations of a class of values, or in an alias."""
    said = known if isinstance(known, str) else " ".join(getattr(known, "__annotations__", {}).values())
    return set(_WORD.findall(said))


def _speakers() -> frozenset[str]:
    """What in the intermediate model may speak of a named type, by name: its own words tell."""
    every = {name: _words(known) for name, known in vars(ir).items() if name in ir.__all__}
    found = {"TypeId"}
    while more := {name for name, words in every.items() if name not in found and words & found}:
        found |= more
    return frozenset(found)


_SPEAKERS: Final = _speakers()


class _Speaking(dict[type, tuple[str, ...]]):
    """The members of each class of values that may speak of named types; none for any other class."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        listed = kind.__annotations__ if issubclass(kind, Struct) else {}
        self[kind] = tuple(name for name, annotation in listed.items() if _SPEAKERS & _words(annotation))
        return self[kind]


_speaking: Final = _Speaking({ir.TypeId: ("itself",), tuple: ("entries",)})


def named(value: Any) -> Iterator[ir.TypeId]:
    """Every named type that the value speaks of, in no certain order."""
    waiting = [value]
    while waiting:
        here = waiting.pop()
        kind = type(here)
        if kind is ir.TypeId:
            yield here
        elif kind is tuple:
            waiting += here
        else:
            for name in _speaking[kind]:
                below = getattr(here, name)
                if below and _speaking[type(below)]:
                    waiting.append(below)


def renamed(value: V, names: Mapping[ir.TypeId, ir.TypeId]) -> V:
    """The value with other named types in the place of some; the same object where nothing changes."""
    return _renamed(value, names) if names else value


def _renamed(value: Any, names: Mapping[ir.TypeId, ir.TypeId]) -> Any:
    if isinstance(value, ir.TypeId):
        return names.get(value, value)
    if isinstance(value, tuple):
        entries = tuple([_renamed(entry, names) for entry in value])
        return entries if any(a is not b for a, b in zip(entries, value, strict=True)) else value
    changed: dict[str, Any] = {}
    for name in _speaking[type(value)]:
        old = getattr(value, name)
        if old and _speaking[type(old)] and (new := _renamed(old, names)) is not old:
            changed[name] = new
    return replace(value, **changed) if changed else value


def leads(types: Iterable[ir.NamedType]) -> Leads:
    """The named types that each of the types speaks of."""
    every = list(types)
    # Equal objects have one type.
    found = {id(known.type): known.type for known in every}
    spoken = {key: tuple(named(type_)) for key, type_ in found.items()}
    return {known.id: spoken[id(known.type)] for known in every}


def reached(
    starts: Iterable[ir.TypeId],
    leading: Leads,
    known: Set[ir.TypeId] = frozenset(),
) -> set[ir.TypeId]:
    """The types that `starts` lead to, themselves included, but for the `known`, which lead to known ones."""
    found: set[ir.TypeId] = set()
    waiting = list(starts)
    while waiting:
        here = waiting.pop()
        if here not in found and here not in known and here in leading:
            found.add(here)
            waiting += leading[here]
    return found
