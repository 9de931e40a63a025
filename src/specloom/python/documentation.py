"""What a document says of a type or member beyond its values, as arguments of pydantic's `Field`."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from typing import Any

from specloom import ir
from specloom.code import docstring, literal
from specloom.python import expr as x
from specloom.python.expr import Import, Part
from specloom.values import replace

_SAID = ir.Doc.__struct_fields__


def merge(first: ir.Doc, then: ir.Doc) -> ir.Doc:
    """What `first` says, and what only `then` says."""
    if first is then:
        return first
    if first == ir.NO_DOC or then == ir.NO_DOC:
        return first if then == ir.NO_DOC else then
    plain = ir.Doc()
    missing = {name: getattr(then, name) for name in _SAID if _same(first, plain, name)}
    return replace(first, **missing)


def _same(one: ir.Doc, other: ir.Doc, name: str) -> bool:
    found = getattr(one, name)
    return found is getattr(other, name) or found == ()


def keywords(doc: ir.Doc, default: ir.Json | ir.Absent = ir.ABSENT) -> dict[str, Any]:
    """The keywords of JSON Schema that have no parameter in `Field`."""
    said: dict[str, Any] = {}
    if default is not ir.ABSENT:
        said["default"] = default
    if doc.read_only:
        said["readOnly"] = True
    if doc.write_only:
        said["writeOnly"] = True
    return said


def arguments(doc: ir.Doc, default: ir.Json | ir.Absent = ir.ABSENT) -> dict[str, Part]:
    """Arguments of a member's `Field`; none where nothing is said."""
    said = _described(doc)
    if doc.deprecated:
        said["deprecated"] = literal(True)
    return _with_extra(said, keywords(doc, default))


def type_arguments(doc: ir.Doc) -> dict[str, Part]:
    """Arguments of a `Field` within an annotation, where pydantic warns of a `deprecated` of its own."""
    if doc is ir.NO_DOC:
        return {}
    extra = keywords(doc, doc.default)
    if doc.deprecated:
        extra["deprecated"] = True
    return _with_extra(_described(doc), extra)


def _described(doc: ir.Doc) -> dict[str, Part]:
    said: dict[str, Part] = {}
    if doc.title is not None:
        said["title"] = literal(doc.title)
    if doc.description is not None:
        said["description"] = literal(doc.description)
    if doc.examples:
        said["examples"] = literal(doc.examples)
    return said


def _with_extra(said: dict[str, Part], extra: dict[str, Any]) -> dict[str, Part]:
    if extra:
        said["json_schema_extra"] = schema_extra(extra)
    return said


def schema_extra(said: dict[str, Any]) -> Part:
    """What pydantic's `json_schema_extra` is given: values in which a `$ref` is a member like any other."""
    written = literal(said)
    return x.call(Import("._runtime.data", "saying"), written) if _looks_referring(said) else written


def _looks_referring(value: Any) -> bool:
    if isinstance(value, Mapping):
        return "$ref" in value or any(map(_looks_referring, value.values()))
    return isinstance(value, tuple) and any(map(_looks_referring, value))


def class_keywords(doc: ir.Doc) -> dict[str, Any]:
    """The keywords of a class's JSON Schema that neither its docstring nor its title gives."""
    said = keywords(doc, doc.default)
    if doc.description is not None and _shown(doc.description) != doc.description:
        said["description"] = doc.description
    if doc.examples:
        said["examples"] = doc.examples
    if doc.deprecated:
        said["deprecated"] = True
    return said


def _shown(description: str) -> str:
    """What pydantic makes of the description's docstring."""
    written = docstring(description)
    # Without a backslash, what stands between the quotes is what it says.
    text = ast.literal_eval(written) if "\\" in written else written[3:-3]
    return inspect.cleandoc(text) if "\n" in text else text
