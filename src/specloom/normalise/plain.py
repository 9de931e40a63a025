"""Schemas that say one plain thing: anything, a scalar, listed texts, a list, an object; or null, too.

Nearly all do, and nothing else stands beside it: they need none of what puts schemas together.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from specloom import ir
from specloom.normalise.collections import is_record
from specloom.normalise.context import Context
from specloom.normalise.kinds import ASSERTING, FAMILIES, as_object, asserts
from specloom.normalise.memory import Said
from specloom.normalise.scalars import Facts, number, scalar, string
from specloom.values import replace

_NO_TEXTS: Final = ASSERTING - {"type", "enum"}
_NO_LIST: Final = ASSERTING - {"type", "items"}
_BESIDE_STRING: Final = ASSERTING - {"type", "format", *FAMILIES["string"]} | {"contentSchema"}
_BESIDE_NUMBER: Final = ASSERTING - {"type", "format", *FAMILIES["number"]}


class Reader(Protocol):
    @property
    def context(self) -> Context: ...

    def said(self, pointer: str, schema: dict[str, Any]) -> Said: ...

    def name_inside(self, pointer: str, schema: dict[str, Any], *, sole: bool) -> ir.TypeId:
        """Name the object at `pointer`, where a schema allows no other value, or others, too."""


def plain(reader: Reader, pointer: str, schema: dict[str, Any], doc: ir.Doc) -> ir.Type | None:
    """The type of the schema at `pointer`, of which `doc` is said; None for one that says more."""
    types = schema.get("type")
    if isinstance(types, str):
        return _of_kind(reader, pointer, schema, types, doc)
    if not asserts(schema):
        return ir.Anything(doc=doc)
    if not isinstance(types, list) or len(types) != 2 or types.count("null") != 1:
        return None
    found = _of_kind(reader, pointer, schema, types[types[0] == "null"], None)
    if found is None:
        return None
    return ir.Union(members=tuple([ir.Null() if type_ == "null" else found for type_ in types]), doc=doc)


def _of_kind(
    reader: Reader, pointer: str, schema: dict[str, Any], kind: str, doc: ir.Doc | None
) -> ir.Type | None:
    """Of the values that the schema allows those of one kind; without `doc`, of others it is said, too."""
    sole, doc = doc is not None, doc or ir.NO_DOC
    match kind:
        case "object" if is_record(schema):
            return ir.Reference(target=reader.name_inside(pointer, schema, sole=sole), doc=doc)
        case "array" if _NO_LIST.isdisjoint(schema):
            if "items" not in schema:
                return ir.Array(items=ir.Anything(), doc=doc)
            return ir.Array(items=reader.said(f"{pointer}/items", as_object(schema["items"])).type, doc=doc)
        case "string" if sole and _is_texts(schema):
            return ir.Choice(values=tuple(schema["enum"]), doc=doc)
    found = scalar(kind, schema, doc) or _narrowed(Facts(reader.context, {pointer: schema}), kind, schema)
    return found if found is None or found.doc is doc else replace(found, doc=doc)


def _narrowed(facts: Facts, kind: str, schema: Mapping[str, Any]) -> ir.Type | None:
    """Texts or numbers, where all else that is asserted is which of them."""
    if kind == "string":
        return string(facts) if _BESIDE_STRING.isdisjoint(schema) else None
    is_number = kind in ("integer", "number") and _BESIDE_NUMBER.isdisjoint(schema)
    return number(facts, integral=kind == "integer") if is_number else None


def _is_texts(schema: Mapping[str, Any]) -> bool:
    """Whether texts are listed, each once, and nothing else is asserted."""
    listed = schema.get("enum")
    return (
        isinstance(listed, list)
        and _NO_TEXTS.isdisjoint(schema)
        and set(map(type, listed)) == {str}
        and len(set(listed)) == len(listed)
    )
