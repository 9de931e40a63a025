"""One Schema Object of an older dialect, said in JSON Schema 2020-12."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Any

from specloom.document.model import REQUIRED_IN
from specloom.values import Value, force_setattr

Schema = dict[str, Any]
Rule = Callable[[Schema], None]

FILE = "file"
"""A type that Swagger 2.0 had, and that its converters left in documents."""

BYTE = "byte"
"""A format of OpenAPI 3.0, which JSON Schema has an encoding for."""


class Dialect(enum.Enum):
    """The dialects that are told apart, by what has to change."""

    OPENAPI_30 = "3.0"
    DRAFT_4 = "draft-04"
    DRAFT_6 = "draft-06"  # draft-07 differs in nothing that matters here
    DRAFT_2019 = "2019-09"
    CURRENT = "2020-12"

    @staticmethod
    def named(version: str) -> Dialect:
        """The dialect of schemas in an OpenAPI document of `version` ("3.0", "3.1", "3.2", "")."""
        return Dialect.OPENAPI_30 if version == "3.0" else Dialect.CURRENT

    @property
    def ref_alone(self) -> bool:
        """Whether what stands beside `$ref` is ignored."""
        return self in (Dialect.OPENAPI_30, Dialect.DRAFT_4, Dialect.DRAFT_6)


_NOT_IN_30 = frozenset(
    (
        "const", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames",
        "patternProperties", "prefixItems", "additionalItems", "unevaluatedItems", "unevaluatedProperties",
        "dependentRequired", "dependentSchemas", "dependencies", "contentEncoding", "contentMediaType",
        "contentSchema", "examples",
    )
)  # fmt: skip
"""Keywords of other dialects that mean something, and nothing in a schema of OpenAPI 3.0."""


class Rules(Value):
    """How a schema is read: by its dialect, without the keywords of vocabularies that it leaves out.

    `changing` are the keywords that have to be looked at: a schema with none of them may be as it is.
    `anew` says keywords in JSON Schema 2020-12.
    """

    dialect: Dialect
    without: frozenset[str] = frozenset()
    changing: frozenset[str] = frozenset()
    anew: tuple[tuple[str, Rule], ...] = ()

    def __post_init__(self) -> None:
        anew = tuple([(keyword, rule) for keyword, dialects, rule in _RULES if self.dialect in dialects])
        keywords = {keyword for keyword, _ in anew} - {"format"}
        force_setattr(self, "changing", self.without.union(("$schema", "$ref"), keywords))
        force_setattr(self, "anew", anew)

    @staticmethod
    def of_version(version: str) -> Rules:
        """The rules for schemas of an OpenAPI document of `version` ("3.0", "3.1", "3.2", "")."""
        dialect = Dialect.named(version)
        return Rules(dialect, _NOT_IN_30 if dialect is Dialect.OPENAPI_30 else frozenset())


_BY_URI = {
    "json-schema.org/draft-04/schema": Dialect.DRAFT_4,
    "json-schema.org/draft-06/schema": Dialect.DRAFT_6,
    "json-schema.org/draft-07/schema": Dialect.DRAFT_6,
    "json-schema.org/draft/2019-09/schema": Dialect.DRAFT_2019,
    "json-schema.org/draft/2020-12/schema": Dialect.CURRENT,
    "spec.openapis.org/oas/3.1/dialect/base": Dialect.CURRENT,
    "spec.openapis.org/oas/3.2/dialect/2025-09-17": Dialect.CURRENT,
}


def published(name: str) -> Rules | None:
    """The rules of the dialect with the URI `name`, if that is one of JSON Schema or OpenAPI.

    `http` and `https` are both in use for them, and so is an empty fragment at the end.
    """
    dialect = _BY_URI.get(name.removesuffix("#").removeprefix("https://").removeprefix("http://"))
    return Rules(dialect) if dialect is not None else None


def schema_upgrade(schema: Schema, anew: Iterable[Rule]) -> Schema:
    """The schema in JSON Schema 2020-12, with the rules for its keywords; its subschemas have been upgraded.
    Not changed in place.
    """
    made = dict(schema)
    if made.get("type") == FILE:
        made |= {"type": "string", "format": "binary"}
    for rule in anew:
        rule(made)
    return made


def _example(schema: Schema) -> None:
    value = schema.pop("example")
    schema.setdefault("examples", [value])


def _nullable(schema: Schema) -> None:
    # OpenAPI 3.0.3: it widens the `type` beside it, and nothing else.
    if schema.pop("nullable") is True and isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"], "null"]


def _exclusive(keyword: str, bound: str) -> Rule:
    def rule(schema: Schema) -> None:
        value = schema[keyword]
        if isinstance(value, bool):
            del schema[keyword]
            if value and bound in schema:
                schema[keyword] = schema.pop(bound)

    return rule


def _byte(schema: Schema) -> None:
    if schema["format"] == BYTE and "contentEncoding" not in schema:
        del schema["format"]
        schema["contentEncoding"] = "base64"


def _item_list(schema: Schema) -> None:
    if isinstance(schema["items"], list):
        schema["prefixItems"] = schema.pop("items")
        if "additionalItems" in schema:
            schema["items"] = schema.pop("additionalItems")
    else:
        schema.pop("additionalItems", None)


def _dependencies(schema: Schema) -> None:
    found = schema.pop("dependencies")
    for name, value in found.items() if isinstance(found, dict) else ():
        keyword = "dependentRequired" if isinstance(value, list) else "dependentSchemas"
        schema[keyword] = {**schema.get(keyword, {}), name: value}


def _one_way(keyword: str, direction: str) -> Rule:
    # OpenAPI 3.0.3, Schema Object, "Fixed Fields": `required` holds in one direction only. Later versions
    # have no such rule, so that an extension has to say it.
    def rule(schema: Schema) -> None:
        if schema[keyword] is True:
            schema.setdefault(REQUIRED_IN, direction)

    return rule


_OPENAPI = frozenset((Dialect.OPENAPI_30,))
_BOOLEAN_BOUNDS = frozenset((Dialect.OPENAPI_30, Dialect.DRAFT_4))
_OLD_LISTS = frozenset((Dialect.DRAFT_4, Dialect.DRAFT_6, Dialect.DRAFT_2019))

_RULES: tuple[tuple[str, frozenset[Dialect], Rule], ...] = (
    ("nullable", _OPENAPI, _nullable),
    ("exclusiveMinimum", _BOOLEAN_BOUNDS, _exclusive("exclusiveMinimum", "minimum")),
    ("exclusiveMaximum", _BOOLEAN_BOUNDS, _exclusive("exclusiveMaximum", "maximum")),
    ("format", _OPENAPI, _byte),
    ("readOnly", _OPENAPI, _one_way("readOnly", "response")),
    ("writeOnly", _OPENAPI, _one_way("writeOnly", "request")),
    ("items", _OLD_LISTS, _item_list),
    ("dependencies", _OLD_LISTS, _dependencies),
    ("example", frozenset(Dialect), _example),
)
