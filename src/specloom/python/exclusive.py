"""Whether types can be seen to exclude each other, so that "exactly one" needs no counting."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations

from specloom import ir

Resolve = Callable[[ir.Type], ir.Type]


def exclusive(resolve: Resolve, members: Sequence[ir.Type]) -> bool:
    """True only if no JSON value fits two of the members."""
    return all(_apart(resolve, a, b) for a, b in combinations(members, 2))


def _apart(resolve: Resolve, one: ir.Type, other: ir.Type) -> bool:
    one, other = resolve(one), resolve(other)
    kinds, others = _kinds(resolve, one), _kinds(resolve, other)
    if kinds is not None and others is not None and not kinds & others:
        return True
    if isinstance(one, ir.Choice) and isinstance(other, ir.Choice):
        return _no_common_string(one, other)
    if isinstance(one, ir.Record) and isinstance(other, ir.Record):
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
    match type:
        case ir.Null():
            return frozenset({"null"})
        case ir.Boolean():
            return frozenset({"boolean"})
        case ir.Integer() | ir.Number():
            return frozenset({"number"})
        case ir.String():
            return frozenset({"string"})
        case ir.Array():
            return frozenset({"array"})
        case ir.Map() | ir.Record():
            return frozenset({"object"})
        case ir.Choice(values=values):
            return frozenset(map(_kind, values))
        case ir.Nothing():
            return frozenset()
        case ir.Assertion(type=inner):
            return _kinds(resolve, resolve(inner))
    return None


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
