"""From a node down to another, in a file that may have older names for what the tokens say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

# What the dialect upgrade renames: new name -> name in the file.
_RENAMED = {"examples": "example"}

N = TypeVar("N")


def descend(node: N, tokens: Sequence[str], child: Callable[[N, str], N | None]) -> tuple[N, bool]:
    """The node that `tokens` lead to from another, or its nearest ancestor that is there; and which it is."""
    rest = list(tokens)
    while rest:
        token = rest.pop(0)
        below = child(node, token)
        if below is None and token in _RENAMED:
            below = child(node, _RENAMED[token])
            if below is not None and rest:
                rest.pop(0)  # the one item of the list that the upgrade made
        if below is None:
            return node, False
        node = below
    return node, True
