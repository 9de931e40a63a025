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
    if not gone:
        return content
    tree = _Gone()
    for piece in gone:
        node = tree
        for token in split(piece):
            node = node.setdefault(token, _Gone())
    return _kept(content, tree)


class _Gone(dict[str, "_Gone"]):
    """The members that are removed, which are empty, and those on the way to them."""


def _kept(content: Mapping[str, Any], gone: _Gone, *way: str) -> Mapping[str, Any]:
    """`content` without those members, and without what then has no meaning; the rest is shared."""
    made = {}
    for name, value in content.items():
        inside = gone.get(name)
        if inside is None:
            made[name] = value
        elif inside and _says_anything(rest := _kept(value, inside, *way, name), inside, *way):
            made[name] = rest
    return made


def _says_anything(below: Mapping[str, Any], removed: _Gone, *way: str) -> bool:
    """Whether what something was removed from is still of use: a path item needs an operation."""
    if way in _HOLDERS and not removed.keys().isdisjoint(METHODS):
        return any(name in METHODS for name in below) or "additionalOperations" in below
    return bool(below)


_HOLDERS = (("paths",), ("webhooks",))
"""The ways to what holds path items."""
