"""The table of the user's own types, sorted by what each stands for."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from typing import Any

from specloom.config.model import Package
from specloom.diagnostics import Diagnostics
from specloom.document.model import Merged
from specloom.values import Value, field

_SCHEMAS = "/components/schemas/"


class OwnTypes(Value):
    """Types of the user's own by JSON Pointer into the merged document, and by format."""

    places: dict[str, str] = field(default_factory=dict)
    formats: dict[str, str] = field(default_factory=dict)


def own_types(package: Package, merged: Merged, diagnostics: Diagnostics) -> OwnTypes:
    """`package.types` sorted. A bare name is a component schema's if there is one, else a format's.

    What is not in the documents is a warning.
    """
    if not package.types:
        return OwnTypes()
    owned = [(o, p) for p, o in merged.owners.items() if p.startswith(_SCHEMAS)]
    components: dict[str, list[str]] = {}
    for owner, pointer in owned:
        components.setdefault(owner.name, []).append(pointer)
        components.setdefault(f"{owner.source}:{owner.name}", []).append(pointer)
    formats = set(_formats(merged.document.content))
    found = OwnTypes()
    for key, type_ in package.types.items():
        if key.startswith("/"):
            found.places[key] = type_
        elif key in components:
            found.places.update(dict.fromkeys(components[key], type_))
        else:
            found.formats[key] = type_
        if not (_is_there(merged, key) if key.startswith("/") else key in components or key in formats):
            near = difflib.get_close_matches(key, sorted(formats.union(components)), 1)
            diagnostics.warning(
                "config-unused-type",
                f"the type {type_!r} is for {key!r}, which is not in the documents",
                package.place("types", key),
                hint=f"did you mean {near[0]!r}?" if near else None,
            )
    return found


def _formats(node: Any) -> Iterator[str]:
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, dict):
            if isinstance(here.get("format"), str):
                yield here["format"]
            waiting += here.values()
        elif isinstance(here, list):
            waiting += here


def _is_there(merged: Merged, pointer: str) -> bool:
    node: Any = merged.document.content
    for token in pointer.split("/")[1:]:
        token = token.replace("~1", "/").replace("~0", "~")
        if isinstance(node, dict) and token in node:
            node = node[token]
        elif isinstance(node, list) and token.isdecimal() and int(token) < len(node):
            node = node[int(token)]
        else:
            return False
    return True
