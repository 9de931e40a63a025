"""The merged document without what is left out: what a package ships."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from specloom.document.pointer import split
from specloom.document.structure import METHODS
from specloom.pieces.graph import Pieces


def without(pieces: Pieces, out: frozenset[str]) -> Mapping[str, Any]:
    """The content of the document without the pieces in `out`, but with those that others refer into."""
    content: Mapping[str, Any] = pieces.merged.document.content
    gone = out and out - pieces.reached(pieces.all - out)
    for piece in sorted(gone):
        content = _removed(content, split(piece))
    return content


def _removed(content: Mapping[str, Any], tokens: list[str]) -> Mapping[str, Any]:
    """`content` without the member at `tokens`, and without what then has no meaning; the rest is shared."""
    token, rest = tokens[0], tokens[1:]
    kept = {name: value for name, value in content.items() if name != token}
    below = _removed(content[token], rest) if rest else None
    if below is None or not _says_anything(below, rest):
        return kept
    return {name: below if name == token else value for name, value in content.items()}


def _says_anything(below: Mapping[str, Any], removed: list[str]) -> bool:
    """Whether what something was removed from is still of use: a path item needs an operation."""
    if len(removed) == 1 and removed[0] in METHODS:
        return any(name in METHODS for name in below) or "additionalOperations" in below
    return bool(below)
