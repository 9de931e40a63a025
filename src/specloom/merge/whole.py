"""The members of the merged document itself, around its paths and components."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from specloom.document.pointer import join
from specloom.merge.grammar import Node
from specloom.merge.joining import Entry, Joining, components, webhooks
from specloom.merge.model import MergeOptions
from specloom.merge.paths import paths

# What is joined member by member, or belongs to one document alone.
_JOINED = frozenset(
    ("openapi", "$self", "info", "servers", "security", "tags", "paths", "webhooks", "components")
)


def whole(joining: Joining, options: MergeOptions) -> Node:
    """The joined document."""
    joined_paths, servers = paths(joining)
    security = _security(joining)
    content: dict[str, Any] = {
        "openapi": "3.2.0",
        "info": info(options, [source.document.content["info"] for source in joining.sources]),
        "servers": servers,
        "security": security,
        "tags": _tags(joining),
        "paths": {**_extensions(joining, "paths"), **joined_paths},
        "webhooks": webhooks(joining),
        "components": {**components(joining), **_extensions(joining, "components")},
    }
    kept = {
        key: value for key, value in content.items() if value or (key == "security" and value is not None)
    }
    if not kept.keys() & {"paths", "webhooks", "components"}:
        kept["paths"] = {}
    return {**kept, **_rest(joining)}


def info(options: MergeOptions, written: Sequence[Mapping[str, Any]]) -> Node:
    """The Info Object: the project's, and what it leaves open put together from the documents'."""
    made: dict[str, Any] = {
        "title": options.title or ", ".join(_distinct(one.get("title") for one in written)),
        "version": options.version or ", ".join(_distinct(one.get("version") for one in written)),
    }
    if options.description:
        made["description"] = options.description
    return made


def same_security(contents: Sequence[Mapping[str, Any]]) -> bool:
    """Whether all documents ask for the same by default, so that it can stay with the document."""
    return all(content.get("security") == contents[0].get("security") for content in contents)


def _security(joining: Joining) -> Any:
    contents = [source.written.content for source in joining.sources]
    return contents[0].get("security") if same_security(contents) else None


def _tags(joining: Joining) -> list[Node]:
    """Each tag once. Descriptions that differ follow one another; other members have to agree."""
    found: dict[str, list[Entry]] = {}
    for source in joining.sources:
        for number, tag in enumerate(source.document.content.get("tags") or ()):
            if isinstance(tag, dict) and isinstance(tag.get("name"), str):
                found.setdefault(tag["name"], []).append(Entry(source, tag, join(("tags", number))))
    return [_tag(joining, name, entries, number) for number, (name, entries) in enumerate(found.items())]


def _tag(joining: Joining, name: str, entries: list[Entry], number: int) -> Node:
    first = entries[0]
    joining.moves.came_from(first.source.document, first.pointer, join(("tags", number)))
    if len(entries) == 1:
        return dict(first.value)
    joining.report.twice("tags", name, [(e.source.id, name) for e in entries], "joined")
    ordered = sorted(entries, key=lambda e: e.source.id)
    tag: Node = {"name": name}
    descriptions = _distinct(e.value.get("description") for e in ordered)
    if descriptions:
        tag["description"] = "\n\n".join(descriptions)
    for key in dict.fromkeys(key for e in ordered for key in e.value if key not in ("name", "description")):
        members = [Entry(e.source, e.value[key], e.pointer) for e in ordered if key in e.value]
        value = joining.agreed("tags", f"{key} of tag {name}", members)
        if value is not None:
            tag[key] = value
    return tag


def _rest(joining: Joining) -> Node:
    """`externalDocs`, `jsonSchemaDialect` and the extensions of the documents."""
    entries = joining.entries(lambda content: content)
    kept = {
        name: joining.agreed("document", name, found)
        for name, found in entries.items()
        if name not in _JOINED
    }
    return {name: value for name, value in kept.items() if value is not None}


def _extensions(joining: Joining, key: str) -> Node:
    entries = joining.entries(lambda content: content.get(key), key)
    kept = {
        name: joining.agreed(key, f"{name} of {key}", found)
        for name, found in entries.items()
        if name.startswith("x-")
    }
    return {name: value for name, value in kept.items() if value is not None}


def _distinct(texts: Iterable[Any]) -> list[str]:
    return list(dict.fromkeys(text.strip() for text in texts if isinstance(text, str) and text.strip()))
