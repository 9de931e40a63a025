"""Whether two nodes of two documents say the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote

from specloom.document.pointer import find

# Arrays whose order says nothing (JSON Schema Validation 2020-12, sections 6.1.1, 6.1.2 and 6.5.3).
_SETS = frozenset(("required", "type", "enum"))


def resolve(content: Any, node: Any) -> Any:
    """`node`, or what it stands for if it is a local reference and nothing else."""
    seen: set[str] = set()
    while isinstance(node, dict) and _is_reference(node):
        ref = node["$ref"]
        if ref in seen or not ref.startswith("#"):
            return node
        seen.add(ref)
        try:
            node = find(content, unquote(ref[1:]))
        except LookupError:
            return node
    return node


class Comparison:
    """Compares nodes of two bundled documents.

    Key order does not count, nor the order of `required`, `type` and `enum`, nor whether something is
    written in place or referred to, whatever the component's name. Where the comparison comes round to
    a pair it is already looking at, that pair counts as equal.
    """

    def __init__(self, left: Any, right: Any) -> None:
        self.left = left
        self.right = right
        self._assumed: set[tuple[int, int]] = set()

    def same(self, left: Any, right: Any) -> bool:
        """Whether `left` of the one document says what `right` of the other says."""
        if self._equal(left, right):
            return True
        self._assumed.clear()  # what was assumed on the way may have rested on what turned out different
        return False

    def _equal(self, left: Any, right: Any, key: str = "") -> bool:
        left, right = resolve(self.left, left), resolve(self.right, right)
        if isinstance(left, dict) and isinstance(right, dict):
            if _is_reference(left) and _is_reference(right):  # neither leads to anything
                return bool(left["$ref"] == right["$ref"])
            pair = (id(left), id(right))
            if pair in self._assumed:
                return True
            self._assumed.add(pair)
            return left.keys() == right.keys() and all(self._member(left, right, name) for name in left)
        if isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            if key in _SETS:
                return _same_set(left, right, Comparison(self.left, self.right).same)
            return all(map(self._equal, left, right))
        return _scalar(left) == _scalar(right)

    def _member(self, left: Any, right: Any, name: str) -> bool:
        if name == "$ref" and isinstance(left[name], str) and isinstance(right[name], str):
            return self._equal({"$ref": left[name]}, {"$ref": right[name]})
        return self._equal(left[name], right[name], name)


def _is_reference(node: Any) -> bool:
    return list(node) == ["$ref"] and isinstance(node["$ref"], str)


def _same_set(left: list[Any], right: list[Any], equal: Callable[[Any, Any], bool]) -> bool:
    return all(any(equal(a, b) for b in right) for a in left) and all(
        any(equal(a, b) for a in left) for b in right
    )


def _scalar(value: Any) -> tuple[str, Any]:
    """JSON tells a boolean from a number; Python's `==` does not."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return type(value).__name__, value
    return ("number", value) if isinstance(value, int | float) else (type(value).__name__, value)
