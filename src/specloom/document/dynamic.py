"""`$dynamicRef` said with `$ref` alone (JSON Schema 2020-12 core, 8.2.3.2 and 7.1).

What a dynamic reference means depends on the resources through which an evaluation has come: of those that
define its anchor by `$dynamicAnchor`, the first counts. So a schema that makes such references is written
once for each way in which its anchors can be taken, and every reference leads to the one that is meant.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from specloom.document import pointer as pointers
from specloom.document.files import Files
from specloom.document.model import Document, Entry
from specloom.document.references import Place, Reached
from specloom.document.structure import Node, children, walk
from specloom.values import Struct, Value, field

Scope: TypeAlias = Mapping[str, Place]
"""Where each anchor leads: what the first resource on the way has under that name."""

_DEFINITIONS = ("$defs", "definitions")


class Specialised(Struct):
    """`documents` without dynamic references, and where their new references lead."""

    documents: dict[str, Document]
    targets: dict[tuple[str, str], Place] = field(default_factory=dict)


def specialise(
    files: Files, reached: Reached, documents: dict[str, Document], entries: Mapping[str, tuple[Entry, ...]]
) -> Specialised:
    """The documents (in the newest dialect) with each `$dynamicRef` replaced; they are not changed."""
    if not reached.dynamic:
        return Specialised(documents)
    return _Specialiser(files, reached, documents).run(entries)


class _Specialiser:
    def __init__(self, files: Files, reached: Reached, documents: dict[str, Document]) -> None:
        self.files = files
        self.reached = reached
        self.written = documents
        self.contents = {uri: copy.deepcopy(document.content) for uri, document in documents.items()}
        self.made: dict[tuple[Place, tuple[tuple[str, Place], ...]], Place] = {}
        self.queue: list[tuple[Place, Scope, Place]] = []
        self.sources: dict[str, dict[str, str]] = {}
        self.targets: dict[tuple[str, str], Place] = {}
        self.needs = _Needs(files, reached, documents)

    def run(self, entries: Mapping[str, tuple[Entry, ...]]) -> Specialised:
        for uri, found in entries.items():
            for entry in found:
                top = Node(entry.kind, entry.pointer, _node(self.contents[uri], entry.pointer))
                self.rewrite(uri, top, lambda place: self.at_home(place))
        for origin, scope, _ in self.queue:  # grows while it is walked
            self.write(origin, scope)
        documents = {uri: self.document(uri) for uri in self.contents}
        return Specialised(documents, self.targets)

    def document(self, uri: str) -> Document:
        locate = self.written[uri].locate
        return Document(uri, self.contents[uri], _Locate(locate, self.sources.get(uri, {})))

    # -- scopes

    def enter(self, scope: Scope, place: Place) -> Scope:
        """The scope once the evaluation has come to a place."""
        resource = self.files.enclosing(*place)
        added = {name: (place[0], where) for name, where in resource.dynamic.items()}
        return {**added, **scope}

    def along(self, scope: Scope, start: Place, end: Place) -> Scope:
        """The scope after the way from a schema to one inside it."""
        uri, where = end
        for resource in self.files.opened[uri].resources:
            inside = resource.pointer.startswith(start[1] + "/")
            if inside and (where == resource.pointer or where.startswith(resource.pointer + "/")):
                scope = self.enter(scope, (uri, resource.pointer))
        return scope

    def at_home(self, place: Place) -> Scope:
        """The scope of a schema where it stands, if an evaluation begins at the outermost one around it."""
        uri, where = place
        start = _outermost(self.written[uri].content, where)
        return self.along(self.enter({}, (uri, start)), (uri, start), place)

    # -- writing

    def write(self, origin: Place, scope: Scope) -> None:
        """A schema as it is meant in a scope, beside the one it is made of."""
        uri, where = origin
        node = copy.deepcopy(pointers.find(self.written[uri].content, where))
        for keyword in _DEFINITIONS:
            node.pop(keyword, None)
        self.rewrite(uri, Node("schema", where, node), lambda place: self.along(scope, origin, place))
        container: Any = self.contents[uri]
        tokens = pointers.split(self.made[self.key(origin, scope)][1])
        for token in tokens[:-1]:
            container = container.setdefault(token, {})
        container[tokens[-1]] = node

    def rewrite(self, uri: str, top: Node, scope_at: Callable[[Place], Scope]) -> None:
        """Point every reference of a schema, and of those inside it, to what is meant."""
        for node in list(walk(top.value, top.kind, top.pointer)):
            schema, here = node.value, (uri, node.pointer)
            if node.kind != "schema" or not isinstance(schema, dict):
                continue
            schema.pop("$dynamicAnchor", None)
            if here in self.reached.targets and isinstance(schema.get("$ref"), str):
                target = self.reached.targets[here]
                schema["$ref"] = self.reference(uri, schema["$ref"], target, scope_at(here))
            if here in self.reached.dynamic and "$dynamicRef" in schema:
                scope = scope_at(here)
                target = self.meant(here, schema.pop("$dynamicRef"), scope)
                text = self.reference(uri, None, target, scope)
                if "$ref" in schema:
                    schema["allOf"] = [*schema.get("allOf", []), {"$ref": text}]
                else:
                    schema["$ref"] = text

    def meant(self, here: Place, text: str, scope: Scope) -> Place:
        """Where a dynamic reference leads."""
        target, name = self.reached.dynamic[here]
        return target if name is None else scope.get(name, target)

    def reference(self, uri: str, text: str | None, target: Place, scope: Scope) -> str:
        """The reference to a schema as it is meant after the scope has been come through."""
        needed = self.needs.of(target)
        entered = {name: to for name, to in self.enter(scope, target).items() if name in needed}
        home = {name: to for name, to in self.at_home(target).items() if name in needed}
        node = _node(self.written[target[0]].content, target[1])
        if entered != home and isinstance(node, dict):
            return self.text(uri, self.copy(target, entered))
        return text if text is not None else self.text(uri, target)

    def text(self, uri: str, target: Place) -> str:
        there = "" if target[0] == uri else self.files.relative(uri, target[0])
        text = there + pointers.fragment(target[1])
        self.targets[uri, text] = target
        return text

    @staticmethod
    def key(origin: Place, scope: Scope) -> tuple[Place, tuple[tuple[str, Place], ...]]:
        return origin, tuple(sorted(scope.items()))

    def copy(self, origin: Place, scope: Scope) -> Place:
        """The place of the schema `origin` as it is meant in `scope`."""
        key = self.key(origin, scope)
        if key not in self.made:
            uri = origin[0]
            where = self.free(uri, f"{self.name(origin)}_for_{self.name(min(scope.values()))}")
            self.made[key] = (uri, where)
            self.sources.setdefault(uri, {})[where] = origin[1]
            self.queue.append((origin, scope, (uri, where)))
        return self.made[key]

    def name(self, place: Place) -> str:
        """What the schema, or the resource around it, is called."""
        resource = self.files.enclosing(*place)
        tokens = pointers.split(place[1])
        if tokens and not (resource.pointer == place[1] and "://" in resource.uri):
            return tokens[-1]
        path = urlsplit(resource.uri).path
        return path.rstrip("/").rpartition("/")[2].partition(".")[0] or "schema"

    def free(self, uri: str, name: str) -> str:
        content = self.contents[uri]
        is_document = isinstance(content, dict) and "openapi" in content
        head = ["components", "schemas"] if is_document else ["$defs"]
        number, wanted = 1, name
        while self.is_taken(uri, head, wanted):
            number += 1
            wanted = f"{name}_{number}"
        return pointers.join([*head, wanted])

    def is_taken(self, uri: str, head: list[str], name: str) -> bool:
        where = pointers.join([*head, name])
        if where in self.sources.get(uri, {}):
            return True
        try:
            pointers.find(self.contents[uri], where)
        except LookupError:
            return False
        return True


class _Needs(Struct):
    """The anchors on which the meaning of a schema depends."""

    files: Files
    reached: Reached
    documents: Mapping[str, Document]
    _known: dict[Place, frozenset[str]] = field(default_factory=dict)
    _inside: dict[Place, tuple[frozenset[str], frozenset[Place]]] = field(default_factory=dict)

    def of(self, start: Place) -> frozenset[str]:
        if start not in self._known:
            names: set[str] = set()
            seen: set[Place] = set()
            waiting = [start]
            while waiting:
                here = waiting.pop()
                if here not in seen:
                    seen.add(here)
                    own, following = self.inside(here)
                    names |= own
                    waiting += following
            self._known[start] = frozenset(names)
        return self._known[start]

    def inside(self, start: Place) -> tuple[frozenset[str], frozenset[Place]]:
        """The anchors that references inside a schema name, and what these lead to."""
        if start not in self._inside:
            uri, where = start
            names: set[str] = set()
            targets: set[Place] = set()
            for node in walk(_node(self.documents[uri].content, where), "schema", where):
                here = (uri, node.pointer)
                if here in self.reached.targets:
                    targets.add(self.reached.targets[here])
                if here in self.reached.dynamic:
                    target, name = self.reached.dynamic[here]
                    targets.add(target)
                    if name is not None:
                        names.add(name)
                        targets.update(self.files.dynamic_anchors(name))
            self._inside[start] = frozenset(names), frozenset(targets)
        return self._inside[start]


def _node(content: Any, where: str) -> Any:
    """What stands there; None where nothing does in the dialect of today, though something was written."""
    try:
        return pointers.find(content, where)
    except LookupError:
        return None


class _Locate(Value):
    """Where a schema was written that stands here in another meaning."""

    locate: Callable[[str], Any]
    sources: Mapping[str, str]

    def __call__(self, where: str) -> Any:
        head, tail = where, ""
        while head:
            if head in self.sources:
                return self.locate(self.sources[head] + tail)
            head, _, last = head.rpartition("/")
            tail = f"/{last}{tail}"
        return self.locate(where)


def _outermost(content: Any, where: str) -> str:
    """The pointer of the definition, or of the outermost schema, around a schema."""
    tokens = pointers.split(where)
    if isinstance(content, dict) and "openapi" in content:
        return _first_schema(content, tokens)
    for number in range(len(tokens) - 1, 0, -1):
        if tokens[number - 1] in _DEFINITIONS:
            return pointers.join(tokens[: number + 1])
    return ""


def _first_schema(content: Any, tokens: list[str]) -> str:
    for number in range(len(tokens) - 1, 0, -1):
        if tokens[number - 1] in _DEFINITIONS:
            return pointers.join(tokens[: number + 1])
    head = pointers.join(tokens)
    outermost = head
    for node in _around(content, tokens):
        if node.kind == "schema":
            outermost = node.pointer
            break
    return outermost


def _around(content: Any, tokens: list[str]) -> Iterator[Node]:
    """The objects of a document on the way to a pointer, the outermost first."""
    node = Node("document", "", content)
    target = pointers.join(tokens)
    while True:
        yield node
        following = next(
            (
                child
                for child in children(node)
                if target == child.pointer or target.startswith(child.pointer + "/")
            ),
            None,
        )
        if following is None:
            return
        node = following
