"""A source's operations, each with all that holds for it, at its place in the merged document."""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

from specloom.diagnostics import Diagnostics
from specloom.document.model import Document
from specloom.document.pointer import fragment, join
from specloom.merge.equal import resolve
from specloom.merge.grammar import Node, rewrite, slots
from specloom.merge.moves import Moves
from specloom.merge.references import references, replace
from specloom.merge.servers import mount
from specloom.values import Struct, field

_TEXTS = ("summary", "description")


class Placed(Struct, kw_only=True):
    """An operation. `slot` is where it stands in a path item: ("get",) or ("additionalOperations", "COPY").

    `content` holds its path item's parameters and texts too, but no `servers`: those are in `servers`,
    without the base path that is now in `path`. `own_security` tells whether it says itself what
    `security` is; else that is the document's, which may have been written into `content`.
    """

    source: str
    path: str
    slot: tuple[str, ...]
    content: Node
    security: list[Any] | None
    own_security: bool
    servers: list[Node]
    servers_at: str
    old_path: str

    @property
    def key(self) -> str:
        """Method and path, as people write them."""
        return _shown(self.slot, self.path)

    @property
    def pointer(self) -> str:
        return join(("paths", self.path, *self.slot))

    @property
    def written(self) -> Node:
        """`content` as far as the operation itself says it."""
        if self.own_security:
            return self.content
        return {key: value for key, value in self.content.items() if key != "security"}


class PlacedSource(Struct, kw_only=True):
    """A source ready to be joined.

    `written` is the document before. `document` has its references led to the new places, but `paths`
    where they were; its `locate` takes the new places. `items` are the new paths, each with its path
    item's extensions.
    """

    id: str
    namespace: str | None
    written: Document
    document: Document
    operations: list[Placed] = field(default_factory=list)
    items: dict[str, Node] = field(default_factory=dict)
    mounts: dict[str, int] = field(default_factory=dict)


def place(
    source: str, namespace: str | None, document: Document, *, push_security: bool, diagnostics: Diagnostics
) -> PlacedSource:
    """Mount every operation of `document` at the base path of the servers that hold for it.

    The base path moves into the path where all of an operation's servers share it; where they differ the
    servers stay as they are and nothing is mounted, with a note. With `push_security` the document's
    `security` is written into each operation that has none.
    """
    return _Placer(source, namespace, document, push_security, diagnostics).place()


def _shown(slot: tuple[str, ...], path: str) -> str:
    return " ".join((*(method.upper() for method in slot[-1:]), path))


class _Placer:
    def __init__(
        self, source: str, namespace: str | None, document: Document, push: bool, diagnostics: Diagnostics
    ) -> None:
        self.old = document
        self.content = document.content
        self.moves = Moves(document)
        self.push = push
        self.diagnostics = diagnostics
        self.result = PlacedSource(id=source, namespace=namespace, written=document, document=document)

    def place(self) -> PlacedSource:
        for path, item in (self.content.get("paths") or {}).items():
            if not path.startswith("x-") and isinstance(item, dict):
                self._item(path, item)
        content = rewrite("document", self.content, self._edit)
        self.result.document = Document(self.old.uri, content, self.moves.locate)
        for placed in self.result.operations:
            placed.content = rewrite("operation", placed.content, self._edit)
        return self.result

    def _item(self, path: str, item: Node) -> None:
        extensions = {key: value for key, value in item.items() if key.startswith("x-")}
        operations = [self._operation(path, item, slot, operation) for slot, operation in slots(item)]
        new_paths = [placed.path for placed in operations] or [self._mounted(path, item, {}, ())[1]]
        for number, placed in enumerate(operations):
            self._parameters(item, placed, first=number == 0)
            base = placed.path[: len(placed.path) - len(path)]
            self.result.mounts[base] = self.result.mounts.get(base, 0) + 1
        for new_path in dict.fromkeys(new_paths):
            self.moves.came_from(self.old, join(("paths", path)), join(("paths", new_path)))
            self.result.items.setdefault(new_path, {}).update(extensions)
        self.result.operations += operations

    def _operation(self, path: str, item: Node, slot: tuple[str, ...], operation: Node) -> Placed:
        servers, new_path, servers_at = self._mounted(path, item, operation, slot)
        content = {key: value for key, value in operation.items() if key != "servers"}
        placed = Placed(
            source=self.result.id, path=new_path, slot=slot, content=content,
            security=operation.get("security", self.content.get("security")),
            own_security="security" in operation, servers=servers,
            servers_at=servers_at or join(("paths", path, *slot, "servers")), old_path=path,
        )  # fmt: skip
        self.moves.add(join(("paths", path, *slot)), placed.pointer, self.old)
        for key in _TEXTS:
            if key in item and key not in content:
                content[key] = item[key]
                self.moves.came_from(self.old, join(("paths", path, key)), f"{placed.pointer}/{key}")
        if not placed.own_security:
            self.moves.came_from(self.old, "/security", f"{placed.pointer}/security")
        return placed

    def _mounted(
        self, path: str, item: Node, operation: Node, slot: tuple[str, ...]
    ) -> tuple[list[Node], str, str]:
        """The servers that hold for an operation, without the base path; the path with it; and the place
        of the servers, "" for the operation itself.
        """
        own, shared = operation.get("servers"), item.get("servers")
        servers = own or shared or self.content.get("servers") or []
        servers_at = "" if own else join(("paths", path, "servers")) if shared else "/servers"
        mounted = mount(servers)
        if mounted is not None:
            return mounted[0], mounted[1] + path, servers_at
        self.diagnostics.note(
            "merge-not-mounted",
            f"{_shown(slot, path)} stays where it is: its servers share no base path that could move into it",
            self.old.locate(join(("paths", path, *slot))),
            hint="give it `servers` with one base path in an overlay",
        )
        return list(servers), path, servers_at

    def _parameters(self, item: Node, placed: Placed, *, first: bool) -> None:
        """Write the path item's parameters into the operation, before its own and where it has none."""
        shared, own = item.get("parameters") or [], placed.content.get("parameters") or []
        if not shared:
            return
        at, where = join(("paths", placed.old_path)), f"{placed.pointer}/parameters"
        overridden = {self._identity(parameter) for parameter in own}
        kept = [(i, p) for i, p in enumerate(shared) if self._identity(p) not in overridden]
        placed.content["parameters"] = [*(parameter for _, parameter in kept), *own]
        for number in range(len(own)):
            old = f"{at}{join((*placed.slot, 'parameters', number))}"
            self.moves.add(old, f"{where}/{len(kept) + number}", self.old)
        for position, (index, _) in enumerate(kept):
            self.moves.came_from(self.old, f"{at}/parameters/{index}", f"{where}/{position}")
            if first:
                self.moves.lead(f"{at}/parameters/{index}", f"{where}/{position}", self.old)

    def _identity(self, parameter: Any) -> tuple[Any, Any]:
        node = resolve(self.content, parameter)
        return (node.get("name"), node.get("in")) if isinstance(node, dict) else (None, None)

    def _edit(self, kind: str, node: Node, pointer: str) -> Node:
        if kind == "operation" and self.push and "security" in self.content and "security" not in node:
            node = {**node, "security": self.content["security"]}
        texts = {}
        for reference in references(kind, node, ()):
            if reference.text.startswith("#/paths/"):
                new = self.moves.target(self.old.uri, unquote(reference.text[1:]))
                if new is not None:
                    texts[reference.tokens] = fragment(new)
        return replace(node, texts) if texts else node
