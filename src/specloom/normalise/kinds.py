"""The kinds of JSON value, and which of them a schema's keywords speak of (JSON Schema 2020-12, 4.2.1)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Any, Final

ORDER: Final = ("string", "integer", "fraction", "boolean", "array", "object", "null")
"""`fraction` is a number that is no integer, so that kinds never overlap."""

EVERY: Final = frozenset(ORDER)

_OF_TYPE: Final = {"number": frozenset(("integer", "fraction"))} | {
    kind: frozenset((kind,)) for kind in ORDER if kind != "fraction"
}

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "object": (
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "minProperties",
        "maxProperties",
    ),
    "array": ("items", "prefixItems", "minItems", "maxItems", "uniqueItems"),
    "string": ("minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType", "contentSchema"),
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"),
}

_FAMILIES: Final = tuple((name, frozenset(keywords)) for name, keywords in FAMILIES.items())

WORDLESS: Final = frozenset(
    (
        "not",
        "if",
        "patternProperties",
        "dependentRequired",
        "dependentSchemas",
        "contains",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
    )
)
"""Keywords that the types have no words for: an assertion says them."""

ASSERTING: Final = frozenset(
    [k for names in FAMILIES.values() for k in names] + list(WORDLESS) + ["type", "enum", "const", "format"]
)


NEVER: Final[dict[str, Any]] = {}
"""Stands for the schema `false` among schemas that are objects: this very one allows no value."""


def as_object(schema: Any) -> dict[str, Any]:
    """A schema as an object: what is no object says nothing, but for `false`."""
    if isinstance(schema, dict):
        return schema
    return NEVER if schema is False else {}


def of_types(types: str | Iterable[str]) -> frozenset[str]:
    """The kinds that a `type` keyword allows."""
    if isinstance(types, str):
        return _OF_TYPE.get(types, frozenset())
    return frozenset().union(*map(of_types, types))


def of_value(value: Any) -> str:
    """The kind of one value: true is no integer, 1.0 is one."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, (float, Decimal)):
        return "integer" if math.isfinite(value) and value == int(value) else "fraction"
    if isinstance(value, str):
        return "string"
    return "object" if isinstance(value, Mapping) else "array"


def families(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """The families of keywords that a schema uses."""
    return tuple([name for name, keywords in _FAMILIES if not keywords.isdisjoint(schema)])


def asserts(schema: Mapping[str, Any]) -> bool:
    """Whether a schema says which values are allowed, its `$ref`, `allOf`, `oneOf` and `anyOf` aside."""
    return schema is NEVER or not ASSERTING.isdisjoint(schema)
