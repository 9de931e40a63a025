"""The value that *load* hands on: a document's content and where each node of it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from specloom.diagnostics import Location


@dataclass(frozen=True, slots=True)
class Document:
    """One file, read: `content` is made of dict, list, str, int, float, bool and None.

    `uri` is the file as the user named it. `locate(pointer)` gives file, line and column of the
    node at a JSON Pointer (RFC 6901), computed when asked; for a node that an overlay, the merge or
    the dialect upgrade put there, the place it came from.
    """

    uri: str
    content: Any
    locate: Callable[[str], Location]


@dataclass(frozen=True, slots=True)
class Owner:
    """Which source a node of the merged document comes from, and its name there."""

    source: str
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MergedSource:
    """What the merged document no longer says for itself about one of its sources."""

    id: str
    namespace: str | None
    info: Mapping[str, Any]
    servers: tuple[Mapping[str, Any], ...]
    tags: tuple[Mapping[str, Any], ...]
    stream_sentinel: str | None
    location: Location


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """One OpenAPI 3.2 document in which every `$ref` is local, and what became of its sources.

    `owners` maps the JSON Pointer of each component ("/components/schemas/olivaw.Error") and of each
    operation ("/paths/~1api~1v1~1completions/post", "/webhooks/…") to its owner. For an operation
    `Owner.name` is the path template as its source writes it ("/completions"); for a component, its
    name there ("Error").
    """

    document: Document
    sources: tuple[MergedSource, ...]
    owners: Mapping[str, Owner]
