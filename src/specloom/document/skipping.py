"""Findings in pieces that the user leaves out: they are no findings.

The names are those of `skip`, by which *normalise* leaves pieces out: an operation's id, its "METHOD /path"
as its document writes it, or the name of a component.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specloom.diagnostics import Diagnostic, Diagnostics, Location
from specloom.document import pointer as pointers
from specloom.document.model import LoadedSource
from specloom.document.structure import METHODS

_NOT_SKIPPED = "securitySchemes"
"""Leaving one out would open what it guards."""


def kept(
    found: Diagnostics, loaded: LoadedSource, names: frozenset[str], namespace: str | None
) -> Iterator[Diagnostic]:
    """The findings of a source whose places lie neither at nor below a piece with one of the names.

    A place of a path item outside its operations lies in such a piece where all its operations do. A name may
    have the source's namespace before it.
    """
    before = f"{namespace}." if namespace else ""
    own = names | {name.removeprefix(before) for name in names}
    for finding in found:
        if not own or finding.location is None or not _is_skipped(finding.location, loaded, own):
            yield finding


def _is_skipped(location: Location, loaded: LoadedSource, names: frozenset[str]) -> bool:
    document = loaded.written.get(location.uri)
    if document is None:
        return False
    tokens = pointers.split(location.pointer)
    if tokens[:1] == ["components"] and len(tokens) > 2 and tokens[1] != _NOT_SKIPPED and tokens[2] in names:
        return True
    node: Any = document.content
    for number, token in enumerate(tokens):
        node = _below(node, token)
        before = tokens[:number]
        if number and _is_method(before, token) and _names(node, token, before) & names:
            return True
    if len(tokens) < 2 or tokens[0] not in ("paths", "webhooks"):
        return False
    return _all_skipped(_below(_below(document.content, tokens[0]), tokens[1]), tokens[:2], names)


def _all_skipped(item: Any, place: list[str], names: frozenset[str]) -> bool:
    """Whether the path item has operations, and each is to be left out."""
    if not isinstance(item, dict):
        return False
    more = item.get("additionalOperations")
    operations = [(place, name, item[name]) for name in item if name in METHODS]
    if isinstance(more, dict):
        operations += [([*place, "additionalOperations"], name, value) for name, value in more.items()]
    return bool(operations) and all(_names(value, name, where) & names for where, name, value in operations)


def _below(node: Any, token: str) -> Any:
    if isinstance(node, list):
        return node[int(token)] if token.isdecimal() and int(token) < len(node) else None
    return node.get(token) if isinstance(node, dict) else None


def _is_method(before: list[str], token: str) -> bool:
    return token in METHODS or before[-1] == "additionalOperations"


def _names(operation: Any, method: str, before: list[str]) -> set[str]:
    """What an operation is called by. `before` leads to its path item, or to its additional operations."""
    path = before[:-1] if before[-1] == "additionalOperations" else before
    name = operation.get("operationId") if isinstance(operation, dict) else None
    found = {f"{method.upper()} {path[-1]}"} if path else set()
    return found | ({name} if isinstance(name, str) else set())
