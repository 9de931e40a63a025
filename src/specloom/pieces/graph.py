"""What the operations and components of a merged document need of each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import unquote

from specloom.document.model import Merged
from specloom.document.pointer import escape, find, join, split
from specloom.document.structure import SECTIONS, Node, walk

_SCHEMAS = "/components/schemas/"


class Pieces:
    """The pieces of `merged` by their JSON Pointers: operations, webhooks' operations and components."""

    def __init__(self, merged: Merged) -> None:
        self.merged = merged
        self._content: Mapping[str, Any] = merged.document.content
        self.all = frozenset(merged.owners)
        self._targets: dict[str, str | None] = {}  # by reference: most are made many times
        self.operations = tuple(p for p in merged.owners if not p.startswith("/components/"))

    def node(self, piece: str) -> Any:
        """The value of a piece."""
        return find(self._content, piece)

    def name(self, piece: str) -> str:
        """What a piece is called in messages: "GET /pets", "schema Pet"."""
        tokens = split(piece)
        owner = self.merged.owners[piece]
        if tokens[0] == "components":
            return f"{tokens[1].removesuffix('s')} {owner.name}"
        words = f"{tokens[-1].upper()} {owner.name}"
        return words if tokens[0] == "paths" else f"webhook {words}"

    def around(self, pointer: str) -> str | None:
        """The piece in which a pointer into the merged document lies."""
        tokens = split(pointer)
        for length in (3, 4):
            piece = join(tokens[:length]) if len(tokens) >= length else ""
            if piece in self.all:
                return piece
        return None

    def beside(self, pointer: str) -> tuple[str, ...]:
        """The operations of the path item at or around a pointer that lies in none of them."""
        item = join(split(pointer)[:2]) + "/"
        return tuple(piece for piece in self.operations if piece.startswith(item))

    @cached_property
    def needs(self) -> Mapping[str, frozenset[str]]:
        """The pieces that each piece refers to; a schema with a discriminator needs those that extend it."""
        found = {piece: set(self._referred(piece)) for piece in self.merged.owners}
        for heir, bases in self._bases.items():
            for base in bases:
                if isinstance(node := self.node(base), dict) and "discriminator" in node:
                    found[base].add(heir)
        return {piece: frozenset(needed) for piece, needed in found.items()}

    def reached(self, start: Iterable[str]) -> set[str]:
        """`start`, and all that these need."""
        return _closure(start, self.needs)

    def reaching(self, start: Iterable[str]) -> set[str]:
        """`start`, and all that need one of these."""
        needed_by: dict[str, set[str]] = {}
        for piece, needed in self.needs.items():
            for other in needed:
                needed_by.setdefault(other, set()).add(piece)
        return _closure(start, needed_by)

    @cached_property
    def _bases(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for piece in self.merged.owners:
            node = self.node(piece) if piece.startswith(_SCHEMAS) else None
            parts = node.get("allOf") if isinstance(node, dict) else None
            for part in parts if isinstance(parts, list) else ():
                ref = part.get("$ref") if isinstance(part, dict) else None
                base = self._target(ref)
                if base is not None:
                    found.setdefault(piece, []).append(base)
        return found

    def _referred(self, piece: str) -> Iterator[str]:
        tokens = split(piece)
        if tokens[0] == "components":
            yield from self._in(Node(SECTIONS[tokens[1]], piece, self.node(piece)))
            return
        yield from self._in(Node("operation", piece, self.node(piece)))
        item = join(tokens[:2])
        shared = find(self._content, item).get("parameters")
        for number, parameter in enumerate(shared if isinstance(shared, list) else ()):
            yield from self._in(Node("parameter", f"{item}/parameters/{number}", parameter))
        yield from self._schemes(self.node(piece))

    def _schemes(self, operation: Mapping[str, Any]) -> Iterator[str]:
        said = operation.get("security", self._content.get("security"))
        for requirement in said if isinstance(said, list) else ():
            for name in requirement if isinstance(requirement, dict) else ():
                if (scheme := f"/components/securitySchemes/{escape(name)}") in self.all:
                    yield scheme

    def _target(self, ref: Any) -> str | None:
        """The piece that a reference leads to, or into."""
        if not isinstance(ref, str) or not ref.startswith("#/"):
            return None
        if ref not in self._targets:
            self._targets[ref] = self.around(unquote(ref[1:]))
        return self._targets[ref]

    def _in(self, top: Node) -> Iterator[str]:
        for node in walk(top.value, top.kind, top.pointer):
            if not isinstance(node.value, dict):
                continue
            texts = [node.value["$ref"]] if "$ref" in node.value else []
            if node.kind == "discriminator":
                mapping = node.value.get("mapping")
                for text in mapping.values() if isinstance(mapping, dict) else ():
                    named = _SCHEMAS + escape(text) if isinstance(text, str) else ""
                    texts.append(f"#{named}" if named in self.all else text)
            for text in texts:
                found = self._target(text)
                if found is not None and found != top.pointer:
                    yield found


def _closure(start: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    found, waiting = set[str](), list(start)
    while waiting:
        piece = waiting.pop()
        if piece not in found:
            found.add(piece)
            waiting.extend(edges.get(piece, ()))
    return found
