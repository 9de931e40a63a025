"""The keywords of a schema, in every dialect that is read."""

from __future__ import annotations

from typing import Any

KEYWORDS = frozenset(
    (
        # JSON Schema 2020-12: core, applicator, unevaluated, validation, meta-data, format, content
        "$schema", "$id", "$anchor", "$ref", "$dynamicRef", "$dynamicAnchor", "$vocabulary", "$comment",
        "$defs",
        "prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties",
        "dependentSchemas", "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not",
        "unevaluatedItems", "unevaluatedProperties", "type", "const", "enum", "multipleOf", "maximum",
        "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength", "minLength", "pattern", "maxItems",
        "minItems", "uniqueItems", "maxContains", "minContains", "maxProperties", "minProperties", "required",
        "dependentRequired", "title", "description", "default", "deprecated", "readOnly", "writeOnly",
        "examples",
        "format", "contentEncoding", "contentMediaType", "contentSchema",
        # earlier drafts
        "id", "definitions", "dependencies", "additionalItems", "$recursiveRef", "$recursiveAnchor",
        # OpenAPI
        "discriminator", "xml", "externalDocs", "example",
    )
)  # fmt: skip

# These stand in many other files as well.
_COMMON = frozenset(
    ("title", "description", "default", "deprecated", "readOnly", "writeOnly", "examples", "example", "id",
     "xml", "externalDocs", "discriminator")
)  # fmt: skip


def looks_like_schema(content: Any) -> bool:
    """Whether the content of a file is a JSON Schema, as far as its members tell."""
    if isinstance(content, dict):
        return not content or not (KEYWORDS - _COMMON).isdisjoint(content)
    return isinstance(content, bool)
