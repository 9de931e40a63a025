"""Types of the intermediate model as the JSON Schema that the other generator reads.

Only what some style can say is written: shapes, choices, limits and descriptions. docs/styles.md says what is
left out.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from specloom import ir
from specloom.python.aliases import leading_back
from specloom.python.settings import Style
from specloom.python.types import TypePlan

Schema = dict[str, Any]

_INT64: Final = 2**63 - 1
_TYPED: Final = frozenset({"date", "date-time", "time"})


class SchemaWriter:
    """Writes the schemas of one style. A reference names our Python class under `$defs`."""

    def __init__(self, types: TypePlan, style: Style) -> None:
        self._types = types
        self._style = style
        self._later: frozenset[ir.TypeId] = frozenset()

    def named(self, named: ir.NamedType) -> Schema:
        """The schema of a named type, without its name."""
        # An alias that leads back to itself has no value to be written out.
        self._later = leading_back(self._types, named.id)
        return self._documented(named.type, named.type.doc)

    def _documented(self, type: ir.Type, doc: ir.Doc) -> Schema:
        written = self.of(type)
        text = (doc.description or "").strip()
        if text and "$ref" not in written:
            written["description"] = text
        return written

    def of(self, type: ir.Type) -> Schema:
        match type:
            case ir.Reference(target=target):
                return {} if target in self._later else {"$ref": f"#/$defs/{self._types.of(target).name}"}
            case ir.Null():
                return {"type": "null"}
            case ir.Boolean():
                return {"type": "boolean"}
            case ir.Integer():
                return {"type": "integer", **self._limits(type, whole=True)}
            case ir.Number():
                return {"type": "number", **self._limits(type, whole=False)}
            case ir.String():
                return self._string(type)
            case ir.Choice():
                return self._choice(type)
            case ir.Array():
                return self._array(type)
            case ir.Map(values=values):
                return {"type": "object", "additionalProperties": self.of(values) or True}
            case ir.Record():
                return self._record(type)
            case ir.Union(members=members):
                return _any_of([self.of(member) for member in members])
            case ir.Assertion(type=inner) | ir.File(type=inner):
                return self.of(inner)
        return {}

    def _record(self, record: ir.Record) -> Schema:
        fields = [field for field in record.fields if not isinstance(field.type, ir.Nothing)]
        written: Schema = {
            "type": "object",
            "properties": {field.name: self._member(field) for field in fields},
        }
        required = [field.name for field in fields if field.required]
        return {**written, "required": required} if required else written

    def _member(self, field: ir.Field) -> Schema:
        doc = field.doc if field.doc.description else field.type.doc
        written = self._documented(field.type, doc)
        # Only a dataclass cannot tell absent from null anyway, so there a default loses nothing.
        if self._style == "dataclass" and not field.required and "$ref" not in written:
            default = field.default
            if isinstance(default, bool | int | float | str) and self._types.fits(field.type, default):
                written["default"] = default
        return written

    def _array(self, array: ir.Array) -> Schema:
        entries = [*array.prefix, array.items]
        kinds = [self.of(entry) for entry in entries if not isinstance(entry, ir.Nothing)]
        items = _any_of(kinds)
        sizes = {"minItems": array.min_items, "maxItems": array.max_items}
        return {"type": "array", "items": items, **_said(sizes)}

    def _string(self, string: ir.String) -> Schema:
        typed = self._style != "typeddict" and string.format in _TYPED
        if typed:
            return {"type": "string", "format": string.format}
        said = {"minLength": string.min_length, "maxLength": string.max_length}
        return {"type": "string", **_said(said)}

    def _choice(self, choice: ir.Choice) -> Schema:
        """An enum of what `Literal` can hold, else the types of the values."""
        values = choice.values
        if all(v is None or isinstance(v, int | str) for v in values):
            return {"const": values[0]} if choice.constant else {"enum": list(values)}
        kinds = dict.fromkeys(map(_type_of, values))
        return _any_of([{"type": kind} for kind in kinds])

    def _limits(self, type: ir.Integer | ir.Number, *, whole: bool) -> Schema:
        up, down = (math.ceil, math.floor) if whole else (float, float)
        said = {
            "minimum": _limit(type.minimum, up),
            "maximum": _limit(type.maximum, down),
            "exclusiveMinimum": _limit(type.exclusive_minimum, down),
            "exclusiveMaximum": _limit(type.exclusive_maximum, up),
        }
        step = type.multiple_of
        if step is not None and whole and step == int(step):
            said["multipleOf"] = int(step)  # of floats, msgspec's would not be JSON Schema's
        return _said(said)


def _any_of(schemas: list[Schema]) -> Schema:
    """Any value, where one of the schemas is that or there is none."""
    distinct = [schema for number, schema in enumerate(schemas) if schema not in schemas[:number]]
    if len(distinct) == 1:
        return distinct[0]
    return {"anyOf": distinct} if distinct and all(distinct) else {}


def _said(keywords: dict[str, Any]) -> Schema:
    return {keyword: value for keyword, value in keywords.items() if value is not None}


def _limit(value: float | Decimal | None, rounded: Callable[[Any], float]) -> float | None:
    """Limits beyond 64 bits are more than the decoders take."""
    return None if value is None or abs(float(value)) > _INT64 else rounded(value)


def _type_of(value: ir.Json) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float() | Decimal():
            return "number"
        case str():
            return "string"
        case Mapping():
            return "object"
    return "array"
