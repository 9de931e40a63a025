"""Types and values as short text, for sentences about them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from specloom import ir

_PLAIN: Final[dict[type, str]] = {
    ir.Anything: "anything",
    ir.Nothing: "nothing",
    ir.Null: "null",
    ir.Boolean: "boolean",
    ir.Integer: "integer",
    ir.Number: "number",
    ir.String: "string",
    ir.Record: "object",
}


def spell(type_: ir.Type, name: Callable[[ir.TypeId], str]) -> str:
    """`type_` in a few words; named types by `name`, their content left out."""
    match type_:
        case ir.Reference(target=target):
            return name(target)
        case ir.Choice(values=values):
            return " | ".join(value(v) for v in values)
        case ir.Array(items=items, prefix=prefix):
            first = ", ".join(spell(item, name) for item in prefix)
            return f"array of {spell(items, name)}" + (f" after [{first}]" if prefix else "")
        case ir.Map(values=values):
            return f"map of {spell(values, name)}"
        case ir.Union(members=members, mode=mode):
            words = " or ".join(spell(member, name) for member in members)
            return words if mode == "any" else f"one of {words}"
        case ir.Assertion(type=inner):
            return spell(inner, name)
        case ir.File():
            return "file"
        case _:
            return _PLAIN[type(type_)]


def value(json_value: Any) -> str:
    """`json_value` as JSON; "none" where there is none."""
    if json_value is ir.ABSENT:
        return "none"
    return json.dumps(json_value, ensure_ascii=False, default=_plain)


def _plain(other: Any) -> Any:
    if isinstance(other, Mapping):
        return dict(other)
    return float(other) if isinstance(other, Decimal) else str(other)
