"""Names that a file gives to its own parts: `$id`, `$anchor`, `$dynamicAnchor`, and `$self`.

JSON Schema 2020-12, section 8.2; OpenAPI 3.2, section 4.1.2 (`$self`).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urljoin

from specloom.document.pointer import escape

_DATA = frozenset(("enum", "const", "default", "example", "examples"))
_WORDS = ('$id"', "$id:", "$self", "$anchor", "$dynamicAnchor")


@dataclass(slots=True)
class Resource:
    """A part of a file with a URI of its own (the file itself is one), and the anchors in it."""

    uri: str
    pointer: str
    anchors: dict[str, str] = field(default_factory=dict)


def resources(content: Any, uri: str, text: str) -> list[Resource]:
    """The resources of a file, the file itself first, outer before inner."""
    whole = Resource(uri, "")
    found = [whole]
    if any(word in text for word in _WORDS):
        _scan(content, "", whole, found)
    return found


def _scan(value: Any, pointer: str, within: Resource, found: list[Resource]) -> None:
    if isinstance(value, list):
        for number, item in enumerate(value):
            _scan(item, f"{pointer}/{number}", within, found)
    if not isinstance(value, dict):
        return
    own = value.get("$self" if pointer == "" and "openapi" in value else "$id")
    if isinstance(own, str) and own.rstrip("#"):
        anchors = within.anchors if pointer == within.pointer else {}  # two names of one part
        with suppress(ValueError):  # The meta-schema refuses what is no URI.
            within = Resource(urljoin(within.uri, own.rstrip("#")), pointer, anchors)
            found.append(within)
    for word in ("$anchor", "$dynamicAnchor"):
        if isinstance(anchor := value.get(word), str):
            within.anchors.setdefault(anchor, pointer)
    for name, member in value.items():
        if name not in _DATA:
            _scan(member, f"{pointer}/{escape(name)}", within, found)
