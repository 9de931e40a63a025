"""Whether a default given in a document is a value of its type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from itertools import combinations

from specloom import ir
from specloom.python.formats import Formats
from specloom.python.patterns import found

Resolve = Callable[[ir.Type], ir.Type]
Holds = Callable[[ir.Type, ir.Json], bool]


def _shape_alone(type: ir.Type, value: ir.Json) -> bool:
    return True


def fits(
    resolve: Resolve, type: ir.Type, value: ir.Json, formats: Formats, holds: Holds = _shape_alone
) -> bool:
    """Judges by type, choice, limits, members, and by the schemas of assertions, which `holds` evaluates."""
    if not holds(type, value):
        return False
    type = resolve(type)
    match type:
        case ir.Anything():
            return True
        case ir.Null():
            return value is None
        case ir.Boolean():
            return isinstance(value, bool)
        case ir.Integer() | ir.Number():
            return _fits_number(type, value)
        case ir.String():
            return isinstance(value, str) and _fits_string(type, value, formats)
        case ir.Choice(values=values):
            return any(same(value, one) for one in values)
        case ir.Array():
            return isinstance(value, tuple) and _fits_array(resolve, type, value, formats, holds)
        case ir.Map(values=inner):
            return (
                isinstance(value, Mapping)
                and _within(len(value), type.min_members, type.max_members)
                and all(fits(resolve, inner, one, formats, holds) for one in value.values())
            )
        case ir.Record():
            return isinstance(value, Mapping) and _fits_record(resolve, type, value, formats, holds)
        case ir.Union(members=members, mode=mode):
            count = sum(fits(resolve, member, value, formats, holds) for member in members)
            return count == 1 if mode == "one" else count > 0
        case ir.Assertion(type=inner) | ir.File(type=inner):
            return fits(resolve, inner, value, formats, holds)
    return False


def same(one: ir.Json, other: ir.Json) -> bool:
    """Equal as JSON: 1 is 1.0, true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    return one == other


def _fits_number(type: ir.Integer | ir.Number, value: ir.Json) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return False
    if isinstance(type, ir.Integer) and value != int(value):
        return False
    return (
        (type.minimum is None or value >= type.minimum)
        and (type.maximum is None or value <= type.maximum)
        and (type.exclusive_minimum is None or value > type.exclusive_minimum)
        and (type.exclusive_maximum is None or value < type.exclusive_maximum)
        and (type.multiple_of is None or _is_multiple(value, type.multiple_of))
    )


def _is_multiple(value: int | float | Decimal, of: int | float | Decimal) -> bool:
    """By the decimals that are written, not by the binary numbers nearest to them."""
    from fractions import Fraction  # Few documents ask for it.

    return Fraction(str(value)) % Fraction(str(of)) == 0


def _within(count: int, least: int | None, most: int | None) -> bool:
    return count >= (least or 0) and (most is None or count <= most)


def _fits_string(type: ir.String, value: str, formats: Formats) -> bool:
    if not _within(len(value), type.min_length, type.max_length):
        return False
    if type.pattern is not None and not found(type.pattern, value):
        return False
    return formats.reads(type, value)


def _fits_array(
    resolve: Resolve, type: ir.Array, value: tuple[ir.Json, ...], formats: Formats, holds: Holds
) -> bool:
    if not _within(len(value), type.min_items, type.max_items):
        return False
    if type.unique and any(same(a, b) for a, b in combinations(value, 2)):
        return False
    types = [*type.prefix, *[type.items] * len(value)]
    return all(fits(resolve, entry, one, formats, holds) for entry, one in zip(types, value, strict=False))


def _fits_record(
    resolve: Resolve, type: ir.Record, value: Mapping[str, ir.Json], formats: Formats, holds: Holds
) -> bool:
    declared = {field.name: field for field in type.fields}
    if not _within(len(value), type.min_members, type.max_members):
        return False
    if any(field.required and field.name not in value for field in type.fields):
        return False
    return all(
        fits(resolve, declared[name].type if name in declared else type.extra, one, formats, holds)
        for name, one in value.items()
    )
