"""The vocabularies that are known, and their keywords (JSON Schema 2020-12 core, 8.1.2).

Only keywords that decide about values count. What a vocabulary of annotations brings (`title`, `default`, …)
is an annotation without it, too: so are unknown keywords taken (core, 6.5).
"""

from __future__ import annotations

from collections.abc import Iterable

_APPLICATOR = frozenset(
    ("prefixItems", "items", "contains", "additionalProperties", "properties", "patternProperties",
     "dependentSchemas", "propertyNames", "if", "then", "else", "allOf", "anyOf", "oneOf", "not",
     "additionalItems", "dependencies")
)  # fmt: skip
_UNEVALUATED = frozenset(("unevaluatedItems", "unevaluatedProperties"))
_VALIDATION = frozenset(
    ("type", "const", "enum", "multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
     "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "maxContains", "minContains",
     "maxProperties", "minProperties", "required", "dependentRequired")
)  # fmt: skip
_FORMAT = frozenset(("format",))
_CONTENT = frozenset(("contentEncoding", "contentMediaType", "contentSchema"))
_NONE: frozenset[str] = frozenset()

_CURRENT = "https://json-schema.org/draft/2020-12/vocab/"
_BEFORE = "https://json-schema.org/draft/2019-09/vocab/"
_OPENAPI = "https://spec.openapis.org/oas/"

VOCABULARIES = {
    f"{_CURRENT}core": _NONE,
    f"{_CURRENT}applicator": _APPLICATOR,
    f"{_CURRENT}unevaluated": _UNEVALUATED,
    f"{_CURRENT}validation": _VALIDATION,
    f"{_CURRENT}meta-data": _NONE,
    f"{_CURRENT}format-annotation": _FORMAT,
    f"{_CURRENT}format-assertion": _FORMAT,
    f"{_CURRENT}content": _CONTENT,
    f"{_BEFORE}core": _NONE,
    f"{_BEFORE}applicator": _APPLICATOR | _UNEVALUATED,
    f"{_BEFORE}validation": _VALIDATION,
    f"{_BEFORE}meta-data": _NONE,
    f"{_BEFORE}format": _FORMAT,
    f"{_BEFORE}content": _CONTENT,
    f"{_OPENAPI}3.1/vocab/base": _NONE,
    f"{_OPENAPI}3.2/vocab/base": _NONE,
}
"""The keywords that each known vocabulary brings, by its URI."""

_ALL = frozenset[str]().union(*VOCABULARIES.values())


def left_out(declared: Iterable[str]) -> frozenset[str]:
    """The keywords that are none where these vocabularies are all that is declared."""
    return _ALL.difference(*(VOCABULARIES.get(uri, _NONE) for uri in declared))
