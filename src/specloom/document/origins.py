"""Which file a node comes from, after overlays have changed the tree.

A sparse tree beside the document: a node without an entry stands in its nearest ancestor's file, at
the same path below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from specloom.diagnostics import Location
from specloom.document import pointer
from specloom.document.source import SourceFile


class Origin:
    """Where the node that this stands for, and all below it that has no entry, was written."""

    __slots__ = ("base", "children", "source")

    def __init__(self, source: SourceFile, base: tuple[str, ...] = ()) -> None:
        self.source = source
        self.base = base
        self.children: dict[str, Origin] = {}

    def find(self, tokens: Sequence[str]) -> tuple[SourceFile, tuple[str, ...]]:
        """The file of the node at `tokens` and its path there."""
        node, used = self, 0
        for token in tokens:
            below = node.children.get(token)
            if below is None:
                break
            node, used = below, used + 1
        return node.source, (*node.base, *tokens[used:])

    def at(self, tokens: Sequence[str]) -> Origin:
        """The entry of the node at `tokens`, made where there is none."""
        node = self
        for token in tokens:
            below = node.children.get(token)
            if below is None:
                below = node.children[token] = Origin(node.source, (*node.base, token))
            node = below
        return node

    def set(self, token: str, origin: Origin) -> None:
        """The member or item `token` now comes from `origin`."""
        self.children[token] = origin

    def remove_item(self, index: int, length: int) -> None:
        """Item `index` of an array of `length` items is taken out; the later ones move up."""
        later = [self.at((str(number),)) for number in range(index + 1, length)]
        for number, origin in enumerate(later, index):
            self.children[str(number)] = origin
        self.children.pop(str(length - 1), None)

    def copy(self) -> Origin:
        """An independent tree that says the same."""
        made = Origin(self.source, self.base)
        made.children = {token: below.copy() for token, below in self.children.items()}
        return made


class Locator:
    """`Document.locate` for one document."""

    __slots__ = ("_origin",)

    def __init__(self, origin: Origin) -> None:
        self._origin = origin

    def __call__(self, where: str, key: bool = False) -> Location:
        source, tokens = self._origin.find(pointer.split(where))
        return source.locate(list(tokens), key=key)

    def written(self, where: str) -> str:
        """The text of the unquoted scalar at the pointer `where`, as it stands in its file."""
        source, tokens = self._origin.find(pointer.split(where))
        return source.written(list(tokens))
