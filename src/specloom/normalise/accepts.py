"""Whether a type allows a value: what the intermediate types mean, said as a function."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from specloom import ir
from specloom.normalise import ecma, kinds
from specloom.normalise.values import key

Resolve = Callable[[ir.TypeId], ir.Type]
Holds = Callable[[ir.Assertion, Any], bool]
_Fits = Callable[[ir.Type, Any], bool]


def _shape_alone(assertion: ir.Assertion, value: Any) -> bool:
    return True


def accepts(type_: ir.Type, value: Any, resolve: Resolve, holds: Holds = _shape_alone) -> bool:
    """Whether `value` (frozen or plain JSON) is one of the type's; formats are not asserted.

    `holds` evaluates the schema of an :class:`specloom.ir.Assertion`; without it the shape counts.
    """

    def fits(type_: ir.Type, value: Any) -> bool:
        return accepts(type_, value, resolve, holds)

    match type_:
        case ir.Anything():
            return True
        case ir.Nothing():
            return False
        case ir.Reference(target=target):
            return fits(resolve(target), value)
        case ir.Choice(values=values):
            return any(key(value) == key(v) for v in values)
        case ir.Union(members=members, mode=mode):
            fitting = sum(fits(member, value) for member in members)
            return fitting == 1 if mode == "one" else fitting > 0
        case ir.File(type=said):
            return fits(said, value)
        case ir.Assertion(type=shape):
            return fits(shape, value) and holds(type_, value)
    return _of_kind(type_, value, fits)


def _of_kind(type_: ir.Type, value: Any, fits: _Fits) -> bool:
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
            return kind == "array" and _array(type_, value, fits)
        case ir.Map(values=each):
            return (
                kind == "object"
                and _within(len(value), type_.min_members, type_.max_members)
                and all(fits(each, member) for member in value.values())
            )
        case ir.Record():
            return kind == "object" and _record(type_, value, fits)
    raise TypeError(type_)


def _within(count: int, least: int | None, most: int | None) -> bool:
    return (least is None or count >= least) and (most is None or count <= most)


def _number(type_: ir.Integer | ir.Number, value: int | float | Decimal, kind: str) -> bool:
    if isinstance(type_, ir.Integer) and kind != "integer":
        return False
    from fractions import Fraction  # Few documents compare numbers.

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


def _array(type_: ir.Array, value: Any, fits: _Fits) -> bool:
    if not _within(len(value), type_.min_items, type_.max_items):
        return False
    if type_.unique and len({key(entry) for entry in value}) < len(value):
        return False
    head, rest = value[: len(type_.prefix)], value[len(type_.prefix) :]
    return all(fits(t, entry) for t, entry in zip(type_.prefix, head, strict=False)) and all(
        fits(type_.items, entry) for entry in rest
    )


def _record(type_: ir.Record, value: Mapping[str, Any], fits: _Fits) -> bool:
    if not _within(len(value), type_.min_members, type_.max_members):
        return False
    declared = {field.name: field for field in type_.fields}
    if any(field.required and field.name not in value for field in type_.fields):
        return False
    for name, member in value.items():
        if name in declared:
            if not fits(declared[name].type, member):
                return False
            continue
        if not fits(type_.extra, member):
            return False
    return True
