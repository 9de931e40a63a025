"""The named types that a value of the intermediate model speaks of: finding and replacing them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Set
from typing import Any, Final, TypeAlias, TypeVar

from specloom import ir
from specloom.values import Struct, replace

V = TypeVar("V")
Leads: TypeAlias = dict[ir.TypeId, list[ir.TypeId]]
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


def named(value: Any) -> list[ir.TypeId]:
    """Every named type that the value speaks of, in no certain order."""
    found: list[ir.TypeId] = []
    waiting = [value]
    while waiting:
        here = waiting.pop()
        kind = type(here)
        if kind is ir.TypeId:
            found.append(here)
        elif kind is tuple:
            waiting += here
        else:
            for name in _speaking[kind]:
                below = getattr(here, name)
                if below and _speaking[type(below)]:
                    waiting.append(below)
    return found


def renamed(value: V, names: Mapping[ir.TypeId, ir.TypeId]) -> V:
    """The value with other named types in the place of some; the same object where nothing changes."""
    return _renamed(value, names) if names and not names.keys().isdisjoint(named(value)) else value


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
    # By identity: equal objects have one type, and so have their equal members.
    members: dict[int, list[ir.TypeId]] = {}
    spoken = {id(type_): _spoken(type_, members) for type_ in {id(n.type): n.type for n in every}.values()}
    return {known.id: spoken[id(known.type)] for known in every}


def _spoken(type_: ir.Type, members: dict[int, list[ir.TypeId]]) -> list[ir.TypeId]:
    """What a type speaks of, where `members` has what types of members do, as far as these have been seen."""
    if type_.__class__ is not ir.Record:
        return named(type_)
    found = [*type_.bases, *named(type_.extra)]
    for field in type_.fields:
        inside = members.get(id(field.type))
        if inside is None:
            inside = members[id(field.type)] = named(field.type)
        found += inside
    return found


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
