"""Whether a type allows a value: what the intermediate types mean, said as a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from specloom import ir
from specloom.normalise import ecma, kinds
from specloom.normalise.values import key

Resolve = Callable[[ir.TypeId], ir.Type]


def accepts(type_: ir.Type, value: Any, resolve: Resolve) -> bool:
    """Whether `value` (frozen or plain JSON) is one of the type's; formats are not asserted.

    Raises ValueError for an :class:`specloom.ir.Assertion`, whose conditions only its reader knows.
    """
    match type_:
        case ir.Anything():
            return True
        case ir.Nothing():
            return False
        case ir.Reference(target=target):
            return accepts(resolve(target), value, resolve)
        case ir.Choice(values=values):
            return any(key(value) == key(v) for v in values)
        case ir.Union(members=members, mode=mode):
            fitting = sum(accepts(member, value, resolve) for member in members)
            return fitting == 1 if mode == "one" else fitting > 0
        case ir.Assertion():
            raise ValueError("an assertion's conditions are not known here")
    kind = kinds.of_value(value)
    match type_:
        case ir.Null():
            return kind == "null"
        case ir.Boolean():
            return kind == "boolean"
        case ir.Integer() | ir.Number():
            return kind in ("integer", "fraction") and _number(type_, value, kind)
        case ir.String():
            return kind == "string" and _string(type_, value)
        case ir.Array():
            return kind == "array" and _array(type_, value, resolve)
        case ir.Map(values=each):
            return (
                kind == "object"
                and _within(len(value), type_.min_members, type_.max_members)
                and all(accepts(each, member, resolve) for member in value.values())
            )
        case ir.Record():
            return kind == "object" and _record(type_, value, resolve)
    raise TypeError(type_)


def _within(count: int, least: int | None, most: int | None) -> bool:
    return (least is None or count >= least) and (most is None or count <= most)


def _number(type_: ir.Integer | ir.Number, value: int | float | Decimal, kind: str) -> bool:
    if isinstance(type_, ir.Integer) and kind != "integer":
        return False
    exact = Fraction(str(value))

    def bound(limit: int | float | Decimal) -> Fraction:
        return Fraction(str(limit))

    return (
        (type_.minimum is None or exact >= bound(type_.minimum))
        and (type_.maximum is None or exact <= bound(type_.maximum))
        and (type_.exclusive_minimum is None or exact > bound(type_.exclusive_minimum))
        and (type_.exclusive_maximum is None or exact < bound(type_.exclusive_maximum))
        and (type_.multiple_of is None or exact % bound(type_.multiple_of) == 0)
    )


def _string(type_: ir.String, value: str) -> bool:
    if not _within(len(value), type_.min_length, type_.max_length):
        return False
    return type_.pattern is None or ecma.found(type_.pattern, value) is not False


def _array(type_: ir.Array, value: Any, resolve: Resolve) -> bool:
    if not _within(len(value), type_.min_items, type_.max_items):
        return False
    if type_.unique and len({key(entry) for entry in value}) < len(value):
        return False
    head, rest = value[: len(type_.prefix)], value[len(type_.prefix) :]
    return all(accepts(t, entry, resolve) for t, entry in zip(type_.prefix, head, strict=False)) and all(
        accepts(type_.items, entry, resolve) for entry in rest
    )


def _record(type_: ir.Record, value: Mapping[str, Any], resolve: Resolve) -> bool:
    if not _within(len(value), type_.min_members, type_.max_members):
        return False
    declared = {field.name: field for field in type_.fields}
    if any(field.required and field.name not in value for field in type_.fields):
        return False
    for name, member in value.items():
        if name in declared:
            if not accepts(declared[name].type, member, resolve):
                return False
            continue
        patterns = [t for pattern, t in type_.patterns if ecma.found(pattern, name)]
        if not all(accepts(t, member, resolve) for t in patterns or (type_.extra,)):
            return False
    return True
