"""Names that a file gives to its own parts: `$id`, `$anchor`, `$dynamicAnchor`, and `$self`.

JSON Schema 2020-12, section 8.2; OpenAPI 3.2, section 4.1.2 (`$self`).
"""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

from specloom.document.keywords import looks_like_schema
from specloom.document.pointer import escape
from specloom.document.structure import Node, children
from specloom.values import Struct, field

_DATA = frozenset(("enum", "const", "default", "example", "examples"))
_WORDS = r'\$(?:id[":]|self|anchor|dynamicAnchor)'
_IN_TEXT, _IN_BYTES = re.compile(_WORDS), re.compile(_WORDS.encode())


class Resource(Struct):
    """A part of a file with a URI of its own (the file itself is one), and the anchors in it.

    `dynamic` are those of `anchors` that `$dynamicAnchor` gives.
    """

    uri: str
    pointer: str
    anchors: dict[str, str] = field(default_factory=dict)
    dynamic: dict[str, str] = field(default_factory=dict)


def resources(content: Any, uri: str, text: str | bytes) -> list[Resource]:
    """The resources of a file, the file itself first, outer before inner."""
    whole = Resource(uri, "")
    found = [whole]
    if _IN_TEXT.search(text) if isinstance(text, str) else _IN_BYTES.search(text):
        if isinstance(content, dict) and "openapi" in content:
            _walk(Node("document", "", content), whole, found)
        elif looks_like_schema(content):
            _walk(Node("schema", "", content), whole, found)
        else:
            _scan(content, "", whole, found)
    return found


def _walk(top: Node, whole: Resource, found: list[Resource]) -> None:
    """What stands where no schema stands is no identifier, whatever it looks like."""
    stack = [(top, whole)]
    while stack:
        node, within = stack.pop()
        if node.kind in ("document", "schema") and isinstance(node.value, dict):
            within = _named(node.value, node.pointer, within, found)
        stack += [(child, within) for child in reversed(children(node))]


def _scan(value: Any, pointer: str, within: Resource, found: list[Resource]) -> None:
    """The same for a file that is a collection of some other kind."""
    if isinstance(value, list):
        for number, item in enumerate(value):
            _scan(item, f"{pointer}/{number}", within, found)
    if not isinstance(value, dict):
        return
    within = _named(value, pointer, within, found)
    for name, member in value.items():
        if name not in _DATA:
            _scan(member, f"{pointer}/{escape(name)}", within, found)


def _named(value: dict[str, Any], pointer: str, within: Resource, found: list[Resource]) -> Resource:
    """The resource that an object begins, or else stands in, with the object's anchors noted."""
    is_document = pointer == "" and "openapi" in value
    own = value.get("$self" if is_document else "$id")
    if isinstance(own, str) and own.rstrip("#"):
        same = pointer == within.pointer  # two names of one part
        anchors, dynamic = (within.anchors, within.dynamic) if same else ({}, {})
        within = Resource(_joined(within.uri, own.rstrip("#")), pointer, anchors, dynamic)
        found.append(within)
    for word in ("$anchor", "$dynamicAnchor"):
        if isinstance(anchor := value.get(word), str):
            within.anchors.setdefault(anchor, pointer)
            if word == "$dynamicAnchor":
                within.dynamic.setdefault(anchor, pointer)
    return within


def _joined(base: str, own: str) -> str:
    try:
        return urljoin(base, own)
    except ValueError:  # no URI at all
        return own
