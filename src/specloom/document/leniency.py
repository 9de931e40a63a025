"""Faults that leave clear what is meant: warnings, each with one reading that every stage keeps to.

What is no member of an object has no effect. What only tells people something, and is malformed, is left out
(`upgrade` does it). A list that is a set has each item once. A response without a description describes
nothing, and one without statuses answers as it likes. `type: file`, which Swagger had, is a text of bytes.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from specloom.document.dialects import FILE
from specloom.document.structure import MAP, ONE, TABLE

if TYPE_CHECKING:
    from specloom.document.faults import Fault, Path

_TOLD: dict[str, tuple[type, ...]] = {
    "description": (str,), "summary": (str,), "deprecated": (bool,), "externalDocs": (dict,),
    "xml": (dict,), "$comment": (str,), "operationId": (), "title": (str,), "examples": (dict,),
    "contact": (dict,), "license": (dict,), "termsOfService": (str,), "example": (object,),
}  # fmt: skip
"""What members that tell people something are made of, where objects have them."""

_NEEDED = {("info", "title"), ("link", "operationId"), ("operation", "operationId")}


def is_told(kind: str, name: str) -> bool:
    """Whether the member of an object of `kind` only tells people something."""
    return name in _TOLD and (kind, name) not in _NEEDED and kind not in ("paths", "responses", "callback")


@functools.cache
def told(kind: str) -> Mapping[str, tuple[type, ...]]:
    """What such members of an object of `kind` have to be."""
    found = {name: types for name, types in _TOLD.items() if is_told(kind, name)}
    return {**found, "examples": (list,)} if kind == "schema" else found


def is_clear(kind: str, fault: Fault, value: Any) -> bool:
    """Whether it is clear what the object `value`, of `kind`, means in spite of a fault that its meta-schema
    finds."""
    if fault.code == "unknown-member":
        return _innermost(kind, fault.path[:-1]) not in (("paths", ()), ("responses", ()))
    at, path = _innermost(kind, fault.path)
    if path and is_told(at, path[0]):
        return True
    match fault.code:
        case "missing-member":
            return at == "response" and fault.member == "description" and not path
        case "empty":
            return at == "responses" and not path
        case "wrong-value":
            return at == "schema" and path == ("type",) and _at(value, fault.path) == FILE
        case "wrong-name" | "duplicate-item":
            return True
    return False


def _at(value: Any, path: Path) -> Any:
    for token in path:
        value = value[int(token)] if isinstance(value, list) else value[token]
    return value


def _innermost(kind: str, path: Path) -> tuple[str, Path]:
    """The kind of the innermost object on the way along `path`, and the rest of the path from there."""
    while path:
        table = TABLE.get(kind, {})
        shape, below = (ONE, table["*"][1]) if "*" in table else table.get(path[0], ("", ""))
        steps = 1 if shape == ONE else 2
        if not below or len(path) < steps or (shape == MAP and path[0].startswith("x-")):
            break
        kind, path = below, path[steps:]
    return kind, path
