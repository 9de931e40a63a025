"""One file out of many: everything that a document refers to becomes part of it."""

from __future__ import annotations

from typing import Any

from specloom.diagnostics import Diagnostics
from specloom.document.model import Document, LoadedSource
from specloom.document.pointer import find, fragment, join, split
from specloom.merge.gather import IDENTITY, Gathered, Gatherer, Target, is_definition
from specloom.merge.grammar import SECTION_OF, SECTIONS, Node, rewrite
from specloom.merge.mapping import explicit, heirs
from specloom.merge.moves import Moves
from specloom.merge.naming import choose, clean, file_stem, wanted
from specloom.merge.references import references, replace
from specloom.merge.report import ReportBuilder


def bundle(loaded: LoadedSource, source: str, *, report: ReportBuilder, diagnostics: Diagnostics) -> Document:
    """The OpenAPI document `loaded` with local references only; a JSON Schema as a document's components.

    What a reference reaches in another file becomes a component of the same kind (the same thing reached
    twice is one component), named by `naming.choose`. A component that is nothing but such a reference
    takes the thing in itself. Path items under `paths` and `webhooks` are written out.
    """
    diagnostics.stop_if_failed()
    if loaded.plain:
        return loaded.document
    gatherer = Gatherer(loaded, diagnostics)
    found = gatherer.gather()
    diagnostics.stop_if_failed()
    if found.plain and not found.inlined:
        return loaded.document
    return _Bundler(gatherer, found).bundle(source, report)


class _Bundler:
    def __init__(self, gatherer: Gatherer, found: Gathered) -> None:
        self.gatherer = gatherer
        self.loaded = gatherer.loaded
        self.root = self.loaded.document
        self.found = found
        self.components = self._components()
        self.targets = [target for target in found.targets if not self._inside_another(target)]
        self.moves = Moves(self.root)
        self._heirs: dict[str, dict[str, tuple[str, ...]]] = {}

    def bundle(self, source: str, report: ReportBuilder) -> Document:
        taken = {section: list(names) for section, names in self.components.items()}
        own = self._taken_in()
        names = choose(self.targets, taken, self.root.uri, own)
        for target, name in names.items():
            section = SECTION_OF[target.kind]
            self.moves.add(target.pointer, join(("components", section, name)), self.loaded.files[target.uri])
            if target not in own and name != wanted(target) and self.loaded.kind == "openapi":
                report.twice(section, wanted(target), [(source, wanted(target)), (source, name)], "separate")
        for pointer, chain in self.found.inlined.items():
            for target in chain[-1:]:
                self.moves.add(target.pointer, pointer, self.loaded.files[target.uri])
        content = self._root_content()
        for target, name in names.items():
            entries = content.setdefault("components", {}).setdefault(SECTION_OF[target.kind], {})
            entries[name] = self._copy(target)
        return Document(self.root.uri, content, self.moves.locate)

    # -- what is moved

    def _components(self) -> dict[str, dict[str, Any]]:
        components = self.root.content.get("components") if self.loaded.kind == "openapi" else None
        if not isinstance(components, dict):
            return {}
        return {
            name: value for name, value in components.items() if name in SECTIONS and isinstance(value, dict)
        }

    def _inside_another(self, target: Target) -> bool:
        """Whether the target lies inside another schema that moves, where a longer pointer reaches it."""
        if target.kind != "schema" or is_definition(target.pointer):
            return False
        head = target.pointer
        while head:
            head = head.rpartition("/")[0]
            if Target(target.uri, head, "schema") in self.found.targets:
                return True
        return False

    def _taken_in(self) -> dict[Target, str]:
        """The names of components that are nothing but a reference to what is moved."""
        if self.loaded.kind == "schema":
            root = Target(self.root.uri, "", "schema")
            title = self.root.content.get("title") if isinstance(self.root.content, dict) else None
            named = isinstance(title, str) and title.isidentifier() and title.isascii()
            return {root: str(title) if named else clean(file_stem(self.root.uri))}
        taken: dict[Target, str] = {}
        for section, entries in self.components.items():
            for name, node in sorted(entries.items()):
                if isinstance(node, dict) and list(node) == ["$ref"]:
                    target = self.gatherer.follow(self.root.uri, node["$ref"], SECTIONS[section], "")
                    if target in self.targets and target is not None:
                        taken.setdefault(target, name)
        return taken

    # -- how it is written

    def _root_content(self) -> Node:
        if self.loaded.kind == "schema":
            stem = file_stem(self.root.uri)
            title = self.root.content.get("title") if isinstance(self.root.content, dict) else None
            info = {"title": title if isinstance(title, str) else stem, "version": "1.0.0"}
            return {"openapi": "3.2.0", "info": info, "components": {}}
        content = dict(self._rewritten(Target(self.root.uri, "", "document")))
        for pointer, chain in self.found.inlined.items():
            key, name = split(pointer)
            content[key] = dict(content[key])
            content[key][name] = self._written_out(content[key][name], chain)
        components = dict(content.get("components") or {})
        for section in SECTIONS:
            if isinstance(components.get(section), dict):
                components[section] = dict(components[section])
        self._drop_written_out(components)
        content.pop("components", None)
        if components:
            content["components"] = components
        return content

    def _written_out(self, item: Node, chain: list[Target]) -> Node:
        """A path item with what its `$ref` leads to; its own members go before those."""
        written = {key: value for key, value in item.items() if key != "$ref"}
        for target in chain:
            node = {key: value for key, value in self._rewritten(target).items() if key != "$ref"}
            written = {**node, **written}
        return written

    def _drop_written_out(self, components: Node) -> None:
        """Path items that now stand under `paths` are not said twice."""
        items = components.get("pathItems")
        for chain in self.found.inlined.values():
            for target in chain:
                tokens = split(target.pointer)
                if (
                    isinstance(items, dict)
                    and target.uri == self.root.uri
                    and tokens[:-1] == ["components", "pathItems"]
                ):
                    items.pop(tokens[-1], None)
        if items == {}:
            del components["pathItems"]

    def _copy(self, target: Target) -> Any:
        if not isinstance(self.gatherer.node(target), dict):
            return self.gatherer.node(target)
        node = self._rewritten(target)
        if target.kind == "schema":
            node = {key: value for key, value in node.items() if key not in ("$defs", "definitions")}
        return node

    def _rewritten(self, target: Target) -> Node:
        def edit(kind: str, node: Node, pointer: str) -> Node:
            return self._edit(target.uri, kind, node, pointer)

        return rewrite(target.kind, self.gatherer.node(target), edit, target.pointer)

    def _edit(self, uri: str, kind: str, node: Node, pointer: str) -> Node:
        if kind == "schema":
            if any(key in node for key in IDENTITY):
                node = {key: value for key, value in node.items() if key not in IDENTITY}
            if uri != self.root.uri and "discriminator" in node:
                written = find(self.loaded.files[uri].content, pointer)  # with its references as they were
                node = {**node, "discriminator": explicit(written, self._extending(uri, pointer))}
        if pointer in self.found.inlined and uri == self.root.uri:
            return node
        texts = {}
        for reference in references(kind, node, self.gatherer.names(uri)):
            to = self.gatherer.resolve(uri, reference.text)
            if to is None:
                continue
            new = self.moves.target(*to)
            if new is None and to[0] == self.root.uri:
                new = to[1]
            if new is not None and not (
                uri == self.root.uri and new == to[1] and reference.text.startswith("#/")
            ):
                texts[reference.tokens] = fragment(new)
        return replace(node, texts) if texts else node

    def _extending(self, uri: str, pointer: str) -> tuple[str, ...]:
        tokens = split(pointer)
        if tokens[:-1] != ["components", "schemas"]:
            return ()
        if uri not in self._heirs:
            self._heirs[uri] = heirs(find(self.loaded.files[uri].content, "/components/schemas"))
        return self._heirs[uri].get(tokens[-1], ())
