"""Where the nodes of a rewritten document stood before, and where they went."""

from __future__ import annotations

from specloom.diagnostics import Location
from specloom.document.model import Document


class Moves:
    """Remembers whole subtrees that moved; what is below one moved along with it."""

    def __init__(self, document: Document) -> None:
        """Everything that is not said to have moved stands in `document`, where it stood."""
        self._back: dict[str, tuple[Document, str]] = {"": (document, "")}
        self._forth: dict[tuple[str, str], str] = {}

    def add(self, old: str, new: str, document: Document) -> None:
        """The node at `old` of `document` now stands at `new`. References to it follow its first move."""
        self._back[new] = (document, old)
        self._forth.setdefault((document.uri, old), new)

    def lead(self, old: str, new: str, document: Document) -> None:
        """References to `old` go to `new`."""
        self._forth[document.uri, old] = new

    def came_from(self, document: Document, old: str, new: str) -> None:
        """The node at `new` comes from `old`, but references to `old` do not lead here."""
        self._back[new] = (document, old)

    def target(self, uri: str, pointer: str) -> str | None:
        """The new pointer of what stood at `pointer` of the file `uri`; None if it did not move."""
        head, tail = pointer, ""
        while True:
            found = self._forth.get((uri, head))
            if found is not None:
                return found + tail
            if not head:
                return None
            head, _, last = head.rpartition("/")
            tail = f"/{last}{tail}"

    def locate(self, pointer: str) -> Location:
        """The place that the node at the new `pointer` came from."""
        head, tail = pointer, ""
        while head not in self._back:
            head, _, last = head.rpartition("/")
            tail = f"/{last}{tail}"
        document, old = self._back[head]
        return document.locate(old + tail)
