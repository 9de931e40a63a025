"""The value that *load* hands on: a document's content and where each node of it stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from specloom.diagnostics import Location
from specloom.values import Value

REQUIRED_IN: Final = "x-specloom-required-in"
"""On a member's schema: the one direction, "request" or "response", in which `required` holds for it."""


class Document(Value):
    """One file, read: `content` is made of dict, list, str, int, float, bool and None.

    `uri` is the file as the user named it. `locate(pointer)` gives file, line and column of the
    node at a JSON Pointer (RFC 6901), computed when asked; for a node that an overlay, the merge or
    the dialect upgrade put there, the place it came from.
    """

    uri: str
    content: Any
    locate: Callable[[str], Location]


class Owner(Value):
    """Which source a node of the merged document comes from, and its name there.

    `document` is the id of the document, which differs from `source` where sources without a namespace have
    become one.
    """

    source: str
    name: str
    document: str = ""


class MergedSource(Value, kw_only=True):
    """What the merged document no longer says for itself about one of its sources."""

    id: str
    namespace: str | None
    info: Mapping[str, Any]
    servers: tuple[Mapping[str, Any], ...]
    tags: tuple[Mapping[str, Any], ...]
    stream_sentinel: str | None
    location: Location
    idempotency_key: Any = None


class Merged(Value, kw_only=True):
    """One OpenAPI 3.2 document in which every `$ref` is local, and what became of its sources.

    `owners` maps the JSON Pointer of each component ("/components/schemas/olivaw.Error") and of each
    operation ("/paths/~1api~1v1~1completions/post", "/webhooks/…") to its owner. For an operation
    `Owner.name` is the path template as its source writes it ("/completions"); for a component, its
    name there ("Error"). `keywords` are all that any schema has.
    """

    document: Document
    sources: tuple[MergedSource, ...]
    owners: Mapping[str, Owner]
    keywords: frozenset[str]


class Entry(Value):
    """A node at which a file is entered: the whole document, or what a `$ref` leads to.

    `kind` says what stands there, in the words of `document.structure`.
    """

    pointer: str
    kind: str


class LoadedSource(Value, kw_only=True):
    """One document and every file that it reaches by `$ref`.

    `document` is the root, overlays applied, in the dialect of OpenAPI 3.2 and JSON Schema 2020-12.
    `files` are all files in that dialect, by URI, the root among them; `written` are the same before
    the upgrade, and `version` is the OpenAPI version of the root as written ("3.0", "3.1", "3.2"; ""
    for a JSON Schema). `entries` tells which nodes of each file belong to the description.

    `resolve(uri, ref)` gives the file and the pointer that a reference in the file `uri` leads to, and
    raises `LookupError` where it leads nowhere, which has been reported. `locate(location)` adds line
    and column to a location that has only a pointer. `line(uri, number)` is a line, counted from 1, of a file
    that was read; None where there is none. `size` is about how many characters all `files` have.

    `addresses` are the URIs of files that were fetched or are copies of what is elsewhere. `dialects` are
    the names that files have for dialects of their own (a file's URI and the text in it), with file and
    pointer of the meta-schema; None where that was not found, which has been reported.

    `keywords` are the names of all members of schemas, as they are written; there may be more.

    `plain` tells that an OpenAPI document is of one file, its references are JSON Pointers to objects of the
    right kind, at places where such objects stand, and no schema is a resource of its own. Where it is
    false, that may still be so.
    """

    document: Document
    files: Mapping[str, Document]
    written: Mapping[str, Document]
    entries: Mapping[str, tuple[Entry, ...]]
    kind: Literal["openapi", "schema"]
    version: str
    resolve: Callable[[str, str], tuple[str, str]]
    locate: Callable[[Location], Location]
    line: Callable[[str, int], str | None]
    size: int
    addresses: Mapping[str, str]
    dialects: Mapping[tuple[str, str], tuple[str, str] | None]
    keywords: frozenset[str]
    plain: bool = False
