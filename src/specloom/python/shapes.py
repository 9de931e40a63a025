"""Types without what only an assertion says of their values."""

from __future__ import annotations

from collections.abc import Mapping

from specloom import ir


def shape(type: ir.Type) -> ir.Type:
    """The type that gives the values their shape."""
    while type.__class__ is ir.Assertion:
        type = type.type
    return type


def behind(type: ir.Type, named: Mapping[ir.TypeId, ir.NamedType]) -> ir.Type:
    """What gives the values their shape, behind any references."""
    type = shape(type)
    if type.__class__ is not ir.Reference:
        return type
    seen: set[ir.TypeId] = set()
    while type.__class__ is ir.Reference and type.target not in seen:
        seen.add(type.target)
        type = shape(named[type.target].type)
    return type


def holder(type: ir.Type, named: Mapping[ir.TypeId, ir.NamedType]) -> ir.NamedType | None:
    """The named type that has that shape, where a reference leads to one."""
    seen: dict[ir.TypeId, ir.NamedType] = {}
    type = shape(type)
    while type.__class__ is ir.Reference and type.target not in seen:
        found = seen[type.target] = named[type.target]
        type = shape(found.type)
    return next(reversed(seen.values()), None)


def record_of(named: ir.NamedType) -> ir.Record | None:
    """The record that a named type is, held to an assertion or not."""
    found = shape(named.type)
    return found if found.__class__ is ir.Record else None
