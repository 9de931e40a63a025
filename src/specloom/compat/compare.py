"""Two APIs compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from specloom import ir
from specloom.compat.changes import Change, Changed, Changes, Group, Subject
from specloom.compat.operations import operation_changes
from specloom.compat.spelling import value
from specloom.compat.types import type_changes

Thing = TypeVar("Thing")


def diff(old: ir.Api, new: ir.Api) -> Changes:
    """What was added, removed and changed.

    Operations are the same by method and path, types and security schemes by name; places in files do
    not count. Where an API has one source only, what that is called does not count either.
    """
    names = {**_names(old), **_names(new)}

    def name(type_id: ir.TypeId) -> str:
        return names.get(type_id, type_id.pointer)

    return Changes(
        operations=_group(
            _operations(old), _operations(new), lambda was, now: operation_changes(was, now, name)
        ),
        types=_group(
            _types(old, name), _types(new, name), lambda was, now: type_changes(was.type, now.type, "", name)
        ),
        security_schemes=_group(_schemes(old), _schemes(new), _scheme_changes),
    )


def _group(
    old: Mapping[Subject, Thing],
    new: Mapping[Subject, Thing],
    changes: Callable[[Thing, Thing], Iterable[Change]],
) -> Group:
    found = {s: tuple(sorted(set(changes(old[s], new[s])))) for s in old.keys() & new.keys()}
    return Group(
        added=tuple(sorted(new.keys() - old.keys())),
        removed=tuple(sorted(old.keys() - new.keys())),
        changed=tuple(sorted(Changed(subject, listed) for subject, listed in found.items() if listed)),
    )


def _source(api: ir.Api, source: str) -> str:
    return source if len(api.sources) > 1 else ""


def _names(api: ir.Api) -> dict[ir.TypeId, str]:
    """Each type as people would call it: its component, and the words from there."""
    types = {t.id: t for t in api.types}

    def name(type_: ir.NamedType) -> str:
        words = ".".join(type_.words)
        if type_.component is not None:
            return type_.component
        parent = types.get(type_.parent) if type_.parent is not None else None
        return words if parent is None else f"{name(parent)}.{words}"

    return {type_.id: name(type_) for type_ in api.types}


def _operations(api: ir.Api) -> dict[Subject, ir.Operation]:
    """Webhooks and callbacks are operations too, whose keys say what they are."""
    return {Subject(_source(api, o.source), o.key): o for o in (*api.operations, *api.receivers)}


def _types(api: ir.Api, name: Callable[[ir.TypeId], str]) -> dict[Subject, ir.NamedType]:
    return {Subject(_source(api, t.id.source), name(t.id)): t for t in api.types}


def _schemes(api: ir.Api) -> dict[Subject, ir.SecurityScheme]:
    return {
        Subject(_source(api, source.id), scheme.name): scheme
        for source in api.sources
        for scheme in source.security_schemes
    }


def _scheme_changes(old: ir.SecurityScheme, new: ir.SecurityScheme) -> Iterable[Change]:
    for word in ("kind", "place", "parameter", "http_scheme"):
        was, now = (getattr(getattr(s, word), "value", getattr(s, word)) for s in (old, new))
        if was != now:
            yield Change("", f"{word.replace('_', ' ')} was {value(was)}, is {value(now)}")
    if value(old.declaration) != value(new.declaration):
        yield Change("", "is declared differently")
