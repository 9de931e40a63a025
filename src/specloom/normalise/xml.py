"""XML Objects (OAS 3.2, 4.26): nothing is done with them, and that is said once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from specloom.normalise.context import Context
from specloom.normalise.pointers import join

_MEMBERS: Final = frozenset(("name", "namespace", "prefix", "attribute", "wrapped", "nodeType"))
_DATA: Final = frozenset(("example", "examples", "default", "enum", "const"))
"""Keywords below which stands data, not schemas."""

_Trail = tuple["_Trail", str] | None
"""A place as its last token and the place before it: few of them are ever spelled out."""


def note(context: Context) -> None:
    """Note, at the first of them, how many there are."""
    trails = list(_found(context.merged.document.content)) if "xml" in context.rare else []
    if trails:
        context.note(
            "xml-ignored",
            f"`xml` ({len(trails)} times in the document) has no effect: XML is sent and received as text",
            _pointer(trails[0]),
        )


def _found(content: Any) -> Iterator[_Trail]:
    """In the document's order."""
    waiting: list[tuple[_Trail, Any]] = [(None, content)]
    while waiting:
        trail, node = waiting.pop()
        if isinstance(node, dict):
            said = node.get("xml")
            if isinstance(said, dict) and said and said.keys() <= _MEMBERS:
                yield (trail, "xml")
            waiting += [((trail, name), node[name]) for name in reversed(node) if name not in _DATA]
        elif isinstance(node, list):
            waiting += [((trail, str(i)), node[i]) for i in reversed(range(len(node)))]


def _pointer(trail: _Trail) -> str:
    tokens: list[str] = []
    while trail is not None:
        trail, token = trail
        tokens.append(token)
    return join("", *reversed(tokens))
