"""What stands where in an OpenAPI document: one table that every walk over it uses.

Member names and their objects are those of OpenAPI 3.2 (section 4) and JSON Schema 2020-12; what an
older version lacks does not occur in its documents. Values that are not descriptions (examples,
defaults, enums, extensions) are not walked: a `$ref` in them is data.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from specloom.document.pointer import escape

ONE, LIST, MAP = "one", "list", "map"
Members = dict[str, tuple[str, str]]

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")

_SCHEMA_MAPS = ("properties", "patternProperties", "$defs", "definitions", "dependentSchemas")
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMA_SINGLES = (
    "items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties",
    "unevaluatedProperties", "propertyNames", "not", "if", "then", "else", "contentSchema",
)  # fmt: skip

_SCHEMA: Members = {
    **dict.fromkeys(_SCHEMA_MAPS, (MAP, "schema")),
    **dict.fromkeys(_SCHEMA_LISTS, (LIST, "schema")),
    **dict.fromkeys(_SCHEMA_SINGLES, (ONE, "schema")),
    "discriminator": (ONE, "discriminator"),
}

_PARAMETER: Members = {
    "schema": (ONE, "schema"),
    "examples": (MAP, "example"),
    "content": (MAP, "mediaType"),
}

TABLE: dict[str, Members] = {
    "document": {
        "info": (ONE, "info"),
        "servers": (LIST, "server"),
        "paths": (ONE, "paths"),
        "webhooks": (MAP, "pathItem"),
        "components": (ONE, "components"),
        "security": (LIST, "securityRequirement"),
        "tags": (LIST, "tag"),
    },
    "paths": {"*": (MAP, "pathItem")},
    "pathItem": {
        **dict.fromkeys(METHODS, (ONE, "operation")),
        "additionalOperations": (MAP, "operation"),
        "parameters": (LIST, "parameter"),
        "servers": (LIST, "server"),
    },
    "operation": {
        "parameters": (LIST, "parameter"),
        "requestBody": (ONE, "requestBody"),
        "responses": (ONE, "responses"),
        "callbacks": (MAP, "callback"),
        "security": (LIST, "securityRequirement"),
        "servers": (LIST, "server"),
    },
    "parameter": _PARAMETER,
    "header": _PARAMETER,
    "requestBody": {"content": (MAP, "mediaType")},
    "mediaType": {
        "schema": (ONE, "schema"),
        "itemSchema": (ONE, "schema"),
        "examples": (MAP, "example"),
        "encoding": (MAP, "encoding"),
        "prefixEncoding": (LIST, "encoding"),
        "itemEncoding": (ONE, "encoding"),
    },
    "encoding": {
        "headers": (MAP, "header"),
        "encoding": (MAP, "encoding"),
        "prefixEncoding": (LIST, "encoding"),
        "itemEncoding": (ONE, "encoding"),
    },
    "responses": {"*": (MAP, "response")},
    "response": {
        "headers": (MAP, "header"),
        "content": (MAP, "mediaType"),
        "links": (MAP, "link"),
    },
    "link": {"server": (ONE, "server")},
    "callback": {"*": (MAP, "pathItem")},
    "components": {
        "schemas": (MAP, "schema"),
        "responses": (MAP, "response"),
        "parameters": (MAP, "parameter"),
        "examples": (MAP, "example"),
        "requestBodies": (MAP, "requestBody"),
        "headers": (MAP, "header"),
        "securitySchemes": (MAP, "securityScheme"),
        "links": (MAP, "link"),
        "callbacks": (MAP, "callback"),
        "pathItems": (MAP, "pathItem"),
        "mediaTypes": (MAP, "mediaType"),
    },
    "schema": _SCHEMA,
}

# The kinds that may be a Reference Object instead; a schema and a path item may have `$ref` as a member.
REFERABLE = frozenset(kind for _, kind in TABLE["components"].values())
SECTIONS = {section: kind for section, (_, kind) in TABLE["components"].items()}


class Node(NamedTuple):  # there are many of them, and a dataclass takes three times as long to make
    """One object of a description: what it is, where it stands, what it says (which may be malformed)."""

    kind: str
    pointer: str
    value: Any

    @property
    def ref(self) -> str | None:
        """The text of its `$ref`, if it is or has one."""
        if self.kind in REFERABLE and isinstance(self.value, dict):
            ref = self.value.get("$ref")
            return ref if isinstance(ref, str) else None
        return None


def children(node: Node) -> Iterator[Node]:
    """The objects directly inside `node`, in the order of the text."""
    kind, pointer, value = node
    table = TABLE.get(kind)
    if table is None or not isinstance(value, dict):
        return
    if "$ref" in value and kind not in ("schema", "pathItem") and node.ref is not None:
        return
    if "*" in table:
        for name, member in value.items():
            if not name.startswith("x-"):
                yield Node(table["*"][1], f"{pointer}/{escape(name)}", member)
        return
    for name in value:
        if name in table:
            shape, below = table[name]
            yield from _members(shape, below, f"{pointer}/{name}", value[name], name == "items")


def _members(shape: str, kind: str, where: str, value: Any, old_list: bool) -> Iterator[Node]:
    if shape == MAP:
        if isinstance(value, dict):
            for key, item in value.items():
                yield Node(kind, f"{where}/{escape(key)}", item)
    elif isinstance(value, list) and (shape == LIST or old_list):
        for number, item in enumerate(value):
            yield Node(kind, f"{where}/{number}", item)
    elif shape == ONE:
        yield Node(kind, where, value)


def walk(value: Any, kind: str, pointer: str = "") -> Iterator[Node]:
    """`value` itself and every object inside it, outer before inner, in the order of the text."""
    stack = [Node(kind, pointer, value)]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(list(children(node))))
