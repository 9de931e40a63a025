"""A plain value of a type, for examples in documentation."""

from __future__ import annotations

import math
from typing import Any

from specloom import ir
from specloom.python.types import TypePlan

_TEXTS = {
    "date": "2025-01-31",
    "date-time": "2025-01-31T12:00:00Z",
    "time": "12:00:00Z",
    "uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
    "email": "someone@example.com",
    "uri": "https://example.com/",
    "decimal": "1.50",
}


def sample(types: TypePlan, type: ir.Type, *, depth: int = 0) -> Any:
    """A small value: only required members, the first of several choices. Patterns are not followed.

    Raises :class:`ValueError` where there is no value, or none of bounded depth.
    """
    if depth > 8:
        raise ValueError("too deep for an example")
    if type.doc.examples:
        return type.doc.examples[0]
    resolved = types.resolve(type)
    if types.formats.users_type(type) or types.formats.users_type(resolved):
        raise ValueError("only its user knows what the type reads")
    match resolved:
        case ir.Boolean():
            return True
        case ir.Integer() | ir.Number() as number:
            return _number(number)
        case ir.String() as string:
            return _text(string)
        case ir.Choice(values=values):
            return values[0]
        case ir.Array() as array:
            return [sample(types, array.items, depth=depth + 1)] * (array.min_items or 0)
        case ir.Record(fields=fields):
            required = [field for field in fields if field.required]
            return {field.name: sample(types, field.type, depth=depth + 1) for field in required}
        case ir.Union(members=members):
            return sample(types, members[0], depth=depth + 1)
        case ir.Assertion(type=inner):
            return sample(types, inner, depth=depth + 1)
        case ir.Nothing():
            raise ValueError("no value is allowed")
        case ir.Map() | ir.Anything():
            return {}
    return None


def _number(type: ir.Integer | ir.Number) -> int:
    lowest = type.minimum if type.minimum is not None else type.exclusive_minimum
    return 1 if lowest is None else max(1, math.floor(lowest) + 1)


def _text(type: ir.String) -> str:
    text = _TEXTS.get(type.format or "", "text")
    return text.ljust(type.min_length or 0, "x")[: type.max_length]
