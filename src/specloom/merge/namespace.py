"""A source's names with its namespace in front."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

from specloom.document.model import Document
from specloom.document.pointer import find, fragment, join, split
from specloom.merge.gather import component_names
from specloom.merge.grammar import SECTIONS, Node, rewrite
from specloom.merge.mapping import explicit, heirs
from specloom.merge.moves import Moves
from specloom.merge.references import references, replace


def with_namespace(document: Document, namespace: str) -> Document:
    """`document`, bundled, with `namespace.` in front of its components, operation ids and webhooks.

    Tags keep their names: an operation's group is its source and its tag.
    """
    return _Renamer(document, f"{namespace}.").document()


class _Renamer:
    def __init__(self, document: Document, prefix: str) -> None:
        self.old = document
        self.prefix = prefix
        self.moves = Moves(document)
        content = document.content
        self.components: Mapping[str, Any] = content.get("components") or {}
        self.schemas: Mapping[str, Any] = self.components.get("schemas") or {}
        self.schemes = frozenset(self.components.get("securitySchemes") or ())
        self.heirs = heirs(self.schemas) if isinstance(self.schemas, dict) else {}
        self.names = component_names(document)

    def document(self) -> Document:
        for section in SECTIONS:
            for name in self.components.get(section) or ():
                self._move("components", section, name)
        for name in self.old.content.get("webhooks") or ():
            self._move("webhooks", name)
        content = dict(rewrite("document", self.old.content, self._edit))
        return Document(self.old.uri, content, self.moves.locate)

    def _move(self, *tokens: str) -> None:
        new = (*tokens[:-1], self.prefix + tokens[-1])
        self.moves.add(join(tokens), join(new), self.old)

    def _edit(self, kind: str, node: Node, pointer: str) -> Node:
        if kind == "schema" and "discriminator" in node:
            tokens = split(pointer)
            extending = self.heirs.get(tokens[-1], ()) if tokens[:-1] == ["components", "schemas"] else ()
            written = find(self.old.content, pointer)  # with its references as they were
            node = {**node, "discriminator": explicit(written, extending)}
        node = self._references(kind, node)
        if kind in ("operation", "document") and "security" in node:
            node = {**node, "security": [self._requirement(r) for r in node["security"]]}
        if kind in ("operation", "link") and isinstance(node.get("operationId"), str):
            node = {**node, "operationId": self.prefix + node["operationId"]}
        if kind == "components":
            node = {key: self._prefixed(value) if key in SECTIONS else value for key, value in node.items()}
        if kind == "document" and "webhooks" in node:
            node = {**node, "webhooks": self._prefixed(node["webhooks"])}
        return node

    def _references(self, kind: str, node: Node) -> Node:
        texts = {}
        for reference in references(kind, node, self.names):
            new = self._moved(reference.text)
            if new is not None:
                texts[reference.tokens] = new
        return replace(node, texts) if texts else node

    def _moved(self, ref: str) -> str | None:
        new = self.moves.target(self.old.uri, unquote(ref[1:])) if ref.startswith("#") else None
        return None if new is None else fragment(new)

    def _requirement(self, requirement: Any) -> Any:
        """A Security Requirement Object; what is no scheme's name is a URI (OpenAPI 3.2)."""
        if not isinstance(requirement, dict):
            return requirement
        return {
            self.prefix + name if name in self.schemes else self._moved(name) or name: scopes
            for name, scopes in requirement.items()
        }

    def _prefixed(self, named: Any) -> Any:
        return (
            {self.prefix + name: value for name, value in named.items()} if isinstance(named, dict) else named
        )
