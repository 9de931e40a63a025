"""What stands where in an OpenAPI document: one table that every walk over it uses.

Member names and their objects are those of OpenAPI 3.2 (section 4) and JSON Schema 2020-12; what an
older version lacks does not occur in its documents. Values that are not descriptions (examples,
defaults, enums, extensions) are not walked: a `$ref` in them is data.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import starmap
from typing import Any

from specloom.document.pointer import child, escape
from specloom.values import Value

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

APPLYING_LISTS = ("allOf", "anyOf", "oneOf")
APPLYING_ONE = ("not", "if", "then", "else")
"""What applies schemas to the same value (JSON Schema 2020-12 core, 10.2)."""

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
KINDS = frozenset(TABLE).union(*({kind for _, kind in members.values()} for members in TABLE.values()))
SECTIONS = {section: kind for section, (_, kind) in TABLE["components"].items()}


class Node(Value):
    """One object of a description: what it is, where it stands, what it says (which may be malformed)."""

    kind: str
    pointer: str
    value: Any

    @property
    def ref(self) -> str | None:
        """The text of its `$ref`, if it is or has one."""
        return _ref(self.kind, self.value) if isinstance(self.value, dict) else None


def _ref(kind: str, value: dict[str, Any]) -> str | None:
    ref = value.get("$ref") if kind in REFERABLE else None
    return ref if isinstance(ref, str) else None


Holding = tuple[tuple[str, str, str], ...]
"""Names of members, each with its shape and the kind of what it holds."""

_NO_TABLE: Members = {}


def children(node: Node) -> list[Node]:
    """The objects directly inside `node`, in the order of the text."""
    return list(starmap(Node, inside(node.kind, node.pointer, node.value)))


def inside(kind: str, pointer: str, value: Any) -> list[tuple[str, str, Any]]:
    """What `children` gives, each as kind, pointer and value: for who comes through all of a document."""
    found: list[tuple[str, str, Any]] = []
    if not isinstance(value, dict) or is_reference(kind, value):
        return found
    for name, shape, below in holding(kind, value):
        member, where = value[name], f"{pointer}/{escape(name)}"
        if shape == MAP:
            if isinstance(member, dict):
                found += [(below, f"{where}/{escape(key)}", item) for key, item in member.items()]
        elif isinstance(member, list) and is_list(name, shape, below):
            found += [(below, f"{where}/{number}", item) for number, item in enumerate(member)]
        elif shape == ONE:
            found.append((below, where, member))
    return found


def is_reference(kind: str, value: dict[str, Any]) -> bool:
    """Whether the object is a Reference Object: such a one holds no others."""
    return "$ref" in value and kind not in ("schema", "pathItem") and _ref(kind, value) is not None


def is_list(name: str, shape: str, kind: str) -> bool:
    """Whether each item of a list in the member is an object of `kind`, as in `items` of older drafts."""
    return shape == LIST or (name == "items" and kind == "schema")


def holding(kind: str, names: Collection[str]) -> Holding:
    """Which members of an object of `kind` hold others, of all that it has, in their order.

    Most objects have the same members as many others: a walk over all may remember it.
    """
    table = TABLE.get(kind, _NO_TABLE)
    if "*" in table:
        return tuple([(name, ONE, table["*"][1]) for name in names if not name.startswith("x-")])
    if table.keys().isdisjoint(names):  # most schemas hold no others
        return ()
    return tuple([(name, *table[name]) for name in names if name in table])


class Holdings(dict[tuple[str, ...], Holding]):
    """What `holding` tells of objects of a kind, by the names of their members."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, names: tuple[str, ...]) -> Holding:
        made = self[names] = holding(self._kind, names)
        return made


def kind_at(kind: str, tokens: list[str]) -> str | None:
    """The kind of object at `tokens` below an object of `kind`; None where the table knows none."""
    rest = list(tokens)
    while rest:
        shape, kind = slot(kind, rest.pop(0))
        if shape is None or (shape != ONE and not rest):
            return None
        if shape != ONE:
            rest.pop(0)
    return kind


def kind_reached(kind: str, value: Any, tokens: Iterable[str]) -> str | None:
    """As what a walk over `value`, an object of `kind`, comes to what stands at `tokens` below it; None where
    it does not come there.
    """
    rest = iter(tokens)
    for token in rest:
        if not isinstance(value, dict) or is_reference(kind, value):
            return None
        shape, kind = slot(kind, token)
        if shape is None:
            return None
        value = value[token]
        if shape == MAP or isinstance(value, list):
            holds = isinstance(value, dict) if shape == MAP else is_list(token, shape, kind)
            inner = next(rest, None)
            if inner is None or not holds:
                return None
            value = child(value, inner)
        elif shape == LIST:
            return None
    return kind


def section_kind(tokens: list[str]) -> str | None:
    """What must stand at `tokens` in an OpenAPI document, as far as these tell."""
    if not tokens:
        return "document"
    return SECTIONS.get(tokens[1]) if len(tokens) == 3 and tokens[0] == "components" else None


def slot(kind: str, key: str) -> tuple[str | None, str]:
    """What the member `key` of an object of `kind` holds: its shape, and the kind of what is in it."""
    table = TABLE.get(kind, _NO_TABLE)
    every = table.get("*")
    if every is None:
        return table.get(key, (None, ""))
    return (None, "") if key.startswith("x-") or key == "$ref" else (ONE, every[1])


def walk(value: Any, kind: str, pointer: str = "") -> Iterator[Node]:
    """`value` itself and every object inside it, outer before inner, in the order of the text."""
    stack = [(kind, pointer, value)]
    while stack:
        top = stack.pop()
        yield Node(*top)
        if below := inside(*top):
            stack += reversed(below)
