"""Whether types can be seen to exclude each other, so that "exactly one" needs no counting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any, Final

from specloom import ir

Resolve = Callable[[ir.Type], ir.Type]


def exclusive(resolve: Resolve, members: Sequence[ir.Type]) -> bool:
    """True only if no JSON value fits two of the members."""
    return all(_apart(resolve, a, b) for a, b in combinations(members, 2))


def _apart(resolve: Resolve, one: ir.Type, other: ir.Type) -> bool:
    one, other = resolve(one), resolve(other)
    kinds, others = _kinds(resolve, one), _kinds(resolve, other)
    if kinds is not None and others is not None and kinds.isdisjoint(others):
        return True
    if one.__class__ is ir.Choice and other.__class__ is ir.Choice:
        return _no_common_string(one, other)
    if one.__class__ is ir.Record and other.__class__ is ir.Record:
        return any(_tags_apart(resolve, field, other) for field in one.fields if field.required)
    return False


def _tags_apart(resolve: Resolve, field: ir.Field, other: ir.Record) -> bool:
    """Both require the member, with values of which none is common."""
    tag = resolve(field.type)
    for its in other.fields:
        if its.name == field.name and its.required:
            its_tag = resolve(its.type)
            return (
                isinstance(tag, ir.Choice)
                and isinstance(its_tag, ir.Choice)
                and _no_common_string(tag, its_tag)
            )
    return False


def _no_common_string(one: ir.Choice, other: ir.Choice) -> bool:
    """Only texts are compared: numbers may be equal and yet written differently."""
    if not all(isinstance(value, str) for value in (*one.values, *other.values)):
        return False
    return not any(value in other.values for value in one.values)


def _kinds(resolve: Resolve, type: ir.Type) -> frozenset[str] | None:
    """The JSON types of its values; None where that is not plain to see."""
    if type.__class__ is ir.Choice:
        return frozenset(map(_kind, type.values))
    if type.__class__ is ir.Assertion:
        return _kinds(resolve, resolve(type.type))
    return _KINDS.get(type.__class__)


_KINDS: Final[Mapping[type[Any], frozenset[str]]] = {
    ir.Nothing: frozenset(),
    ir.Null: frozenset({"null"}),
    ir.Boolean: frozenset({"boolean"}),
    ir.Integer: frozenset({"number"}),
    ir.Number: frozenset({"number"}),
    ir.String: frozenset({"string"}),
    ir.Array: frozenset({"array"}),
    ir.Map: frozenset({"object"}),
    ir.Record: frozenset({"object"}),
}


def _kind(value: ir.Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case str():
            return "string"
        case tuple():
            return "array"
        case Mapping():
            return "object"
    return "number"
