"""Rebuilding a document: edits applied to every object that the structure table knows.

Examples, defaults, enums and extensions are data and are left alone, whatever they look like.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from specloom.document.pointer import escape
from specloom.document.structure import LIST, MAP, METHODS, ONE, SECTIONS, TABLE, slot

__all__ = [
    "SECTIONS",
    "SECTION_OF",
    "Edit",
    "Node",
    "below",
    "children",
    "rewrite",
    "slots",
    "walk",
]

Node: TypeAlias = dict[str, Any]
Edit: TypeAlias = Callable[[str, Node, str], Node]
Tokens: TypeAlias = tuple[str | int, ...]

SECTION_OF: Final = {kind: section for section, kind in SECTIONS.items()}


def children(kind: str, node: Node) -> list[tuple[Tokens, str, Node]]:
    """The objects directly under `node`, each with its path from there and its kind."""
    found: list[tuple[Tokens, str, Node]] = []
    table = TABLE.get(kind, {})
    if "*" not in table and table.keys().isdisjoint(node):  # most schemas hold no others
        return found
    for key, value in node.items():
        shape, child = slot(kind, key)
        if shape == ONE:
            if isinstance(value, dict):
                found.append(((key,), child, value))
        elif shape == LIST and isinstance(value, list):
            found += [((key, i), child, item) for i, item in enumerate(value) if isinstance(item, dict)]
        elif shape == MAP and isinstance(value, dict):
            found += [((key, name), child, item) for name, item in value.items() if isinstance(item, dict)]
    return found


def slots(item: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Node]]:
    """The operations of a path item, in its order."""
    for key, value in item.items():
        if key in METHODS and isinstance(value, dict):
            yield (key,), value
        elif key == "additionalOperations" and isinstance(value, dict):
            yield from (((key, name), node) for name, node in value.items() if isinstance(node, dict))


def walk(kind: str, node: Node, pointer: str = "") -> Iterator[tuple[str, Node, str]]:
    """`node` and every object below it, with kind and JSON Pointer, each before those below it."""
    stack = [(kind, node, pointer)]
    while stack:
        kind, node, pointer = at = stack.pop()
        yield at
        stack += [(k, child, below(pointer, tokens)) for tokens, k, child in children(kind, node)]


def rewrite(kind: str, node: Node, edit: Edit, pointer: str = "") -> Node:
    """`node` with `edit` applied to every object of it, the innermost first.

    `edit` gets the pointer in the tree as it was. Nothing is changed in place, and what `edit` returns
    unchanged is shared with the old tree.
    """
    new = node
    for tokens, child_kind, child in children(kind, node):
        edited = rewrite(child_kind, child, edit, below(pointer, tokens))
        if edited is not child:
            new = _put(new, node, tokens, edited)
    return edit(kind, new, pointer)


def below(pointer: str, tokens: Tokens) -> str:
    """The pointer that `tokens` lead to from `pointer`."""
    for token in tokens:
        pointer = f"{pointer}/{token if isinstance(token, int) else escape(token)}"
    return pointer


def _put(new: Node, old: Node, tokens: Tokens, value: Node) -> Node:
    """`new` with `value` at `tokens`, copying what is still shared with `old`."""
    if new is old:
        new = dict(old)
    key = str(tokens[0])
    if len(tokens) == 1:
        new[key] = value
        return new
    if new[key] is old[key]:
        new[key] = old[key].copy()
    new[key][tokens[1]] = value
    return new
