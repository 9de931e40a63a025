"""What a document reaches outside of its own components, found before anything is moved."""

from __future__ import annotations

from typing import Any

from specloom.diagnostics import Diagnostics, Location
from specloom.document.model import Document, LoadedSource
from specloom.document.pointer import find, join, split
from specloom.document.structure import kind_at, section_kind
from specloom.merge.grammar import SECTION_OF, Node, walk
from specloom.merge.references import references
from specloom.values import Struct, Value, field

_DEFINITIONS = ("$defs", "definitions")
# What a schema says of itself as a resource. In the bundle it is part of another one, and every
# reference is a JSON Pointer into that.
IDENTITY = ("$id", "$anchor", "$dynamicAnchor", "$schema", "$vocabulary")
_SAYING = frozenset(("$ref", "discriminator", "operationRef", *IDENTITY))
"""Members by which an object may refer to others, or be a resource: most objects have none of them."""


class Target(Value, order=True):
    """A node that a `$ref` leads to and that is no component of the document yet."""

    uri: str
    pointer: str
    kind: str


class Gathered(Struct):
    """`targets` have to become components; `inlined` are path items, by their pointer in the document,
    with the chain of nodes that their `$ref` leads through. `plain` tells that the document is of one
    file already, its references are JSON Pointers, and no schema is a resource of its own.
    """

    targets: dict[Target, None] = field(default_factory=dict)
    inlined: dict[str, list[Target]] = field(default_factory=dict)
    plain: bool = True


def component_names(document: Document) -> frozenset[str]:
    """The names of the file's own component schemas."""
    content: Any = document.content
    for key in ("components", "schemas"):
        content = content.get(key) if isinstance(content, dict) else None
    return frozenset(content) if isinstance(content, dict) else frozenset()


def is_definition(pointer: str) -> bool:
    """Whether `pointer` leads to an entry of `$defs`, or through one."""
    return any(token in _DEFINITIONS for token in split(pointer)[:-1])


class Gatherer:
    """Walks a document and everything it refers to, each node once."""

    def __init__(self, loaded: LoadedSource, diagnostics: Diagnostics) -> None:
        self.loaded = loaded
        self.diagnostics = diagnostics
        self.root = loaded.document
        self.found = Gathered()
        self._names: dict[str, frozenset[str]] = {}
        self._seen: set[Target] = set()
        self._queue: list[Target] = []
        self._resolved: dict[tuple[str, str], tuple[str, str] | None] = {}

    def gather(self) -> Gathered:
        if self.loaded.kind == "schema":
            self._reach(Target(self.root.uri, "", "schema"))
        else:
            self._path_items()
            self._visit(Target(self.root.uri, "", "document"))
        while self._queue:
            self._visit(self._queue.pop(0))
        return self.found

    def resolve(self, uri: str, text: str) -> tuple[str, str] | None:
        """File and pointer that a reference leads to; None where that is nothing, which *load* reports."""
        key = uri, text
        if key not in self._resolved:
            try:
                self._resolved[key] = self.loaded.resolve(uri, text)
            except LookupError:
                self._resolved[key] = None
        return self._resolved[key]

    def follow(self, uri: str, text: str, kind: str, where: str) -> Target | None:
        """What the reference `text` at `where` leads to; None, after reporting, where that is no object."""
        found = self.resolve(uri, text)
        if found is None:
            return None
        target = Target(*found, kind)
        try:
            node = self.node(target)
        except LookupError:
            return None  # It is inside what has no effect, which *load* reports, too.
        if isinstance(node, dict | bool):
            return target
        location = Location(uri, where)
        self.diagnostics.error("ref-unresolved", f"the reference {text!r} leads to no {kind}", location)
        return None

    def node(self, target: Target) -> Any:
        """The value at `target`, which `follow` has checked."""
        return find(self.loaded.files[target.uri].content, target.pointer)

    def names(self, uri: str) -> frozenset[str]:
        """What `component_names` gives of a file."""
        if uri not in self._names:
            self._names[uri] = component_names(self.loaded.files[uri])
        return self._names[uri]

    def _visit(self, at: Target) -> None:
        node = self.node(at)
        if not isinstance(node, dict):
            return
        names = self.names(at.uri)
        done: set[tuple[str, str]] = set()  # References that have been followed: what repeats is the rule.
        for kind, item, pointer in walk(at.kind, node, at.pointer):
            if _SAYING.isdisjoint(item):
                continue
            if at.uri == self.root.uri and pointer in self.found.inlined and "$ref" in item:
                continue
            for reference in references(kind, item, names):
                if (reference.text, reference.kind) in done:
                    continue
                self.found.plain = self.found.plain and reference.text.startswith("#/")
                target = self.follow(at.uri, reference.text, reference.kind, pointer)
                if target is not None:
                    self._reach(target)
                    done.add((reference.text, reference.kind))
            if kind == "schema" and not item.keys().isdisjoint(IDENTITY):
                self.found.plain = False

    def _reach(self, target: Target) -> None:
        if target in self._seen:
            return
        self._seen.add(target)
        if self._at_home(target) or self._is_other(target):
            return
        self._queue.append(target)
        self.found.plain = False
        if target.kind in SECTION_OF:
            self.found.targets[target] = None
        if target.kind == "schema" and target.pointer == "":
            self._definitions(target)

    def _definitions(self, target: Target) -> None:
        """Everything that a schema file defines becomes a component, used or not."""
        node = self.node(target)
        for key in _DEFINITIONS if isinstance(node, dict) else ():
            for name, schema in (node.get(key) or {}).items():
                if isinstance(schema, dict | bool):
                    self._reach(Target(target.uri, join((key, name)), "schema"))

    def _at_home(self, target: Target) -> bool:
        """Whether the target is part of the document itself, where a local `$ref` reaches it."""
        if target.uri != self.root.uri or self.loaded.kind == "schema":
            return False
        return kind_at("document", split(target.pointer)) == target.kind

    def _is_other(self, target: Target) -> bool:
        """Whether it is a component of another kind, which *load* reports."""
        content = self.loaded.files[target.uri].content
        is_document = isinstance(content, dict) and "openapi" in content
        return is_document and section_kind(split(target.pointer)) not in (None, target.kind)

    def _path_items(self) -> None:
        """Follow the `$ref` of each path item under `paths` and `webhooks`."""
        for key in ("paths", "webhooks"):
            items = self.root.content.get(key)
            for name, item in items.items() if isinstance(items, dict) else ():
                if isinstance(item, dict) and isinstance(item.get("$ref"), str):
                    pointer = join((key, name))
                    self.found.inlined[pointer] = self._chain(pointer, item)

    def _chain(self, pointer: str, item: Node) -> list[Target]:
        chain: list[Target] = []
        uri, where = self.root.uri, pointer
        while isinstance(item, dict) and isinstance(item.get("$ref"), str):
            target = self.follow(uri, item["$ref"], "pathItem", where)
            if target is None:
                break
            if target in chain or (target.uri, target.pointer) == (self.root.uri, pointer):
                location = self.root.locate(pointer)
                self.diagnostics.error(
                    "ref-cycle", "this path item refers to itself and to nothing else", location
                )
                break
            chain.append(target)
            if target not in self._seen:
                self._seen.add(target)
                self._queue.append(target)
            uri, where, item = target.uri, target.pointer, self.node(target)
        return chain
