"""Discriminator values that rest on component names, written out before those names change.

A value without an entry in `mapping` means the component schema of that name (OpenAPI 3.2,
Discriminator Object).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from specloom.document.pointer import fragment, split
from specloom.merge.grammar import Node

_PREFIX = "#/components/schemas/"


def component(ref: Any) -> str | None:
    """The component schema that a local reference leads to, if it leads to one as a whole."""
    if not isinstance(ref, str) or not ref.startswith(_PREFIX):
        return None
    tokens = split(ref[1:])
    return tokens[2] if len(tokens) == 3 else None


def heirs(schemas: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """For each component schema, those that extend it through `allOf`, directly or not."""
    parents = {
        name: [parent for part in _list(schema, "allOf") if (parent := component(_ref(part)))]
        for name, schema in schemas.items()
    }
    found: dict[str, dict[str, None]] = {}
    for name in schemas:
        queue, seen = list(parents[name]), {name}
        while queue:
            parent = queue.pop()
            if parent not in seen:
                seen.add(parent)
                found.setdefault(parent, {})[name] = None
                queue += parents.get(parent, [])
    return {parent: tuple(names) for parent, names in found.items()}


def explicit(schema: Node, extending: Iterable[str]) -> Any:
    """The discriminator of `schema` with a mapping entry for each value that it takes by name.

    `extending` are the component schemas that extend this one; they count where it has no alternatives.
    """
    discriminator = schema.get("discriminator")
    if not isinstance(discriminator, dict):
        return discriminator
    written = discriminator.get("mapping")
    mapping = dict(written) if isinstance(written, dict) else {}
    parts = [*_list(schema, "oneOf"), *_list(schema, "anyOf")]
    names = [name for part in parts if (name := component(_ref(part)))] if parts else list(extending)
    mapped = set(mapping.values())
    for name in names:
        text = fragment(f"/components/schemas/{name}")
        if name not in mapping and text not in mapped and name not in mapped:
            mapping[name] = text
    if not mapping or mapping == written:
        return discriminator
    return {**discriminator, "mapping": mapping}


def _list(schema: Any, key: str) -> list[Any]:
    value = schema.get(key) if isinstance(schema, dict) else None
    return value if isinstance(value, list) else []


def _ref(part: Any) -> Any:
    return part.get("$ref") if isinstance(part, dict) else None
