"""A plain value of a type, for examples in documentation."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from specloom import ir
from specloom.python.fits import same
from specloom.python.shapes import record_of
from specloom.python.types import TypePlan

_TEXTS = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "duration": "P1D",
    "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "email": "someone@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "decimal": "1.50",
}


def sample(types: TypePlan, type: ir.Type, *, depth: int = 0) -> ir.Json:
    """A small value: an example of the document's, else only required members, the first of several choices.

    Raises :class:`ValueError` where there is no value, none of bounded depth, or none that is known to fit:
    patterns and conditions are checked, not followed.
    """
    if depth > 8:
        raise ValueError("too deep for an example")
    given = type.doc.examples
    asked, type = type, types.resolve(type)
    for example in (*given, *type.doc.examples):
        if types.fits(type, example):
            return example
    if types.formats.users_type(asked) or types.formats.users_type(type):
        raise ValueError("only its user knows what the type reads")
    match type:
        case ir.Array():
            return _array(types, type, depth)
        case ir.Record():
            return _record(types, type, depth)
        case ir.Union():
            return _first(types, type, depth)
        case ir.Map(min_members=least) if not least:
            return {}
        case _:
            return _scalar(types, type)


def sample_size(types: TypePlan, id: ir.TypeId) -> int:
    """How many members the small value of a record has, if there is one.

    Raises :class:`ValueError` where that takes to look for the value, and there is none.
    """
    record = record_of(types.named[id])
    assert record is not None
    if not record.doc.examples:
        return sum([field.required for field in record.fields])
    found = sample(types, ir.Reference(target=id))
    assert isinstance(found, Mapping)
    return len(found)


def _scalar(types: TypePlan, type: ir.Type) -> ir.Json:
    match type:
        case ir.Null():
            return None
        case ir.Boolean():
            return True
        case ir.Integer() | ir.Number():
            found = _numbers(type)
        case ir.String(pattern=None):
            found = iter([_text(type)])
        case ir.Choice(values=values):
            found = iter(values)
        case ir.Anything():
            return {}
        case _:
            found = iter(())
    for value in found:
        if types.fits(type, value):
            return value
    raise ValueError("no value is known to fit")


def _array(types: TypePlan, type: ir.Array, depth: int) -> ir.Json:
    count = type.min_items or 0
    entries = [*type.prefix, *[type.items] * count][:count]
    found = tuple(sample(types, entry, depth=depth + 1) for entry in entries)
    if type.unique and any(same(one, two) for i, one in enumerate(found) for two in found[:i]):
        raise ValueError("no different values are known")
    return found


def _record(types: TypePlan, type: ir.Record, depth: int) -> ir.Json:
    required = [field for field in type.fields if field.required]
    if len(required) < (type.min_members or 0):
        raise ValueError("required members are not enough")
    return {field.name: sample(types, field.type, depth=depth + 1) for field in required}


def _first(types: TypePlan, type: ir.Union, depth: int) -> ir.Json:
    for member in type.members:
        try:
            found = sample(types, member, depth=depth + 1)
        except ValueError:
            continue
        if types.fits(type, found):
            return found
    raise ValueError("no choice has a value that is known to fit")


def _numbers(type: ir.Integer | ir.Number) -> Iterator[ir.Json]:
    """Candidates, the plainest first."""
    step = type.multiple_of
    if step is not None:
        yield from (step, 0)
        return
    yield from (1, 0)
    bounds = (type.minimum, type.exclusive_minimum, type.maximum, type.exclusive_maximum)
    for bound in (bound for bound in bounds if bound is not None):
        yield from (math.floor(bound) + 1, math.ceil(bound) - 1, bound)


def _text(type: ir.String) -> str:
    text = _TEXTS.get(type.format or "", "text")
    return text if type.format in _TEXTS else text.ljust(type.min_length or 0, "x")[: type.max_length]
