"""Schemas as data: what an assertion is decided by, each reference the place that it leads to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from specloom.document.model import REQUIRED_IN
from specloom.ir import Json
from specloom.normalise import docs
from specloom.normalise.context import Context
from specloom.normalise.pointers import of_fragment
from specloom.normalise.values import freeze

_MAPS: Final = frozenset(("properties", "patternProperties", "dependentSchemas"))
_LISTS: Final = frozenset(("allOf", "anyOf", "oneOf", "prefixItems"))
_SINGLES: Final = frozenset(
    (
        "items",
        "contains",
        "additionalProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "not",
        "if",
        "then",
        "else",
        "contentSchema",
    )
)
_IDENTITY: Final = frozenset(
    ("$schema", "$id", "$anchor", "$dynamicAnchor", "$vocabulary", "$comment", "$defs", "definitions")
)
_SAYING: Final = docs.SAYING | frozenset(
    (
        "discriminator",
        "format",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
        "externalDocs",
        "xml",
    )
)


def render(context: Context, roots: tuple[str, ...], *, asserting_only: bool = False) -> Json:
    """What the schemas at `roots` say together. With `asserting_only`, without what refuses no value."""
    parts = [_schema(context, context.node(root), asserting_only) for root in roots]
    return freeze(parts[0] if len(parts) == 1 else {"allOf": parts})


def references(schema: Any) -> Iterator[str]:
    """The places that a rendered schema refers to."""
    if not isinstance(schema, Mapping):
        return
    if "$ref" in schema:
        yield schema["$ref"]
    for keyword, value in schema.items():
        if keyword in _SINGLES:
            yield from references(value)
        elif keyword in _LISTS:
            for part in value:
                yield from references(part)
        elif keyword in _MAPS:
            for part in value.values():
                yield from references(part)


def in_place(schema: Any) -> Iterator[str]:
    """The places whose schemas apply to the very values that a rendered schema applies to."""
    if not isinstance(schema, Mapping):
        return
    if "$ref" in schema:
        yield schema["$ref"]
    for keyword in ("allOf", "anyOf", "oneOf"):
        for part in schema.get(keyword, ()):
            yield from in_place(part)
    for keyword in ("not", "if", "then", "else"):
        yield from in_place(schema.get(keyword))
    for part in schema.get("dependentSchemas", {}).values():
        yield from in_place(part)


def _always_required(node: dict[str, Any]) -> list[str]:
    """The members required whichever way a value goes: what is required in one way the types say."""
    members = node.get("properties", {})
    one_way = {n for n, member in members.items() if isinstance(member, dict) and REQUIRED_IN in member}
    return [name for name in node["required"] if name not in one_way]


def _schema(context: Context, node: Any, bare: bool) -> Any:
    if not isinstance(node, dict):
        return node is not False
    made: dict[str, Any] = {}
    for keyword, value in node.items():
        if keyword in _IDENTITY or keyword.startswith("x-") or (bare and keyword in _SAYING):
            continue
        if keyword == "required":
            value = _always_required(node)
        if keyword == "$ref":
            target = of_fragment(value)
            if target is not None and not context.skips_component(target):
                made[keyword] = target
        elif keyword in _SINGLES:
            made[keyword] = _schema(context, value, bare)
        elif keyword in _LISTS:
            made[keyword] = [_schema(context, part, bare) for part in value]
        elif keyword in _MAPS:
            made[keyword] = {name: _schema(context, part, bare) for name, part in value.items()}
        else:
            made[keyword] = value
    return made
