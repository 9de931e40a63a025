"""Following every `$ref` of a description, through all files, and reporting those that lead nowhere."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from urllib.parse import unquote, urldefrag

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.document import pointer as pointers
from specloom.document.custom import NAMES, Dialects
from specloom.document.files import Files, RefError
from specloom.document.model import Entry
from specloom.document.structure import SECTIONS, TABLE, Node, inside, kind_at
from specloom.values import Struct, Value, field

Place = tuple[str, str]  # URI and pointer

_NOT_PLAIN = frozenset(
    ("$id", "$anchor", "$dynamicAnchor", "$dynamicRef", "$vocabulary", *NAMES.values(), "operationRef",
     "defaultMapping")
)  # fmt: skip
"""Members by which an object is a resource, or refers to others in a way of its own."""
_SAYING = _NOT_PLAIN.union(("$ref", "mapping"))
"""Members by which an object may lead elsewhere, or name a dialect: most objects have none of them."""
_TELLING = {kind: _SAYING.union(members) for kind, members in TABLE.items() if "*" not in members}
"""By kind, these and the members that hold other objects."""


class Reached(Struct):
    """What a walk along all references has found. `plain` is what it is of a `LoadedSource`."""

    entries: dict[str, dict[Entry, None]] = field(default_factory=dict)
    targets: dict[Place, Place] = field(default_factory=dict)  # node with `$ref` -> where it leads
    # Node with `$dynamicRef` -> where that leads by itself, and the anchor that decides where it does.
    dynamic: dict[Place, tuple[Place, str | None]] = field(default_factory=dict)
    plain: bool = True


class _Failed(Value):
    """A reference that has led nowhere so far, and how to follow it again.

    `hint_alone`: it says nothing of what is valid, as a discriminator does not (OpenAPI 3.2, section 4.25).
    """

    fault: RefError
    location: Location
    near: Callable[[], str | None]
    again: Callable[[], None]
    hint_alone: bool = False


class _Walker:
    def __init__(self, files: Files, dialects: Dialects, diagnostics: Diagnostics) -> None:
        self.files = files
        self.dialects = dialects
        self.diagnostics = diagnostics
        self.reached = Reached()
        self.seen: dict[str, set[int]] = defaultdict(set)  # by kind, the identities of objects
        self.known: dict[tuple[str, str, str], Place] = {}  # file, reference and kind -> where it leads
        self.queue: list[tuple[Place, str]] = []
        self.failed: list[_Failed] = []

    def enter(self, place: Place, kind: str) -> None:
        self.queue.append((place, kind))

    def run(self) -> None:
        """Walk all that was entered. What leads nowhere is tried again when everything else has been read:
        a file that was read later may have the URI."""
        done = 0
        while True:
            while done < len(self.queue):  # grows while it is walked
                self.step(*self.queue[done])
                done += 1
            failed, self.failed = self.failed, []
            for each in failed:
                each.again()
            if len(self.failed) == len(failed):
                break
        for each in self.failed:
            near = each.near() if each.fault.code == "ref-unresolved" else None
            hint = f"did you mean {near}?" if near else each.fault.hint
            if each.hint_alone and each.fault.code == "ref-unresolved":
                message = f"{each.fault.message}, so this entry has no effect: the schemas alone decide"
                self.diagnostics.warning("discriminator-mapping", message, each.location, hint=hint)
            else:
                self.diagnostics.error(each.fault.code, each.fault.message, each.location, hint=hint)

    def step(self, place: Place, kind: str) -> None:
        uri, where = place
        value = pointers.find(self.files.opened[uri].content, where)
        if isinstance(value, dict | list) and id(value) in self.seen[kind]:
            return
        self.reached.entries.setdefault(uri, {})[Entry(where, kind)] = None
        if isinstance(value, dict | list):
            self.walk(uri, kind, where, value)

    def walk(self, uri: str, kind: str, where: str, value: Any) -> None:
        stack = [(kind, where, value)]
        while stack:
            kind, where, value = top = stack.pop()
            if isinstance(value, dict):
                seen, own = self.seen[kind], id(value)
                if own in seen:
                    # What was entered on its own before is part of a larger entry.
                    self.reached.entries.get(uri, {}).pop(Entry(where, kind), None)
                    continue
                seen.add(own)
                if (telling := _TELLING.get(kind)) is not None and telling.isdisjoint(value):
                    continue
                if not _SAYING.isdisjoint(value):
                    self.visit(uri, Node(kind, where, value))
            if below := inside(*top):
                stack += reversed(below)

    def visit(self, uri: str, node: Node) -> None:
        ref = node.ref
        if not _NOT_PLAIN.isdisjoint(node.value) or ("$ref" in node.value and ref is None):
            self.reached.plain = False
        if ref is not None:
            known = self.known.get((uri, ref, node.kind))
            if known is None:
                self.follow(uri, node, ref, node.pointer + "/$ref")
            else:
                self.reached.targets[uri, node.pointer] = known
        if node.kind == "schema" and isinstance(node.value.get("$dynamicRef"), str):
            self.follow_dynamic(uri, node, node.value["$dynamicRef"])
        if NAMES.get(node.kind) in node.value:
            self.dialects.note(uri, node)
        if node.kind == "discriminator":
            self.follow_mapping(uri, node)

    def follow_mapping(self, uri: str, node: Node) -> None:
        """Each value is the name of a schema of the root document, or else a reference."""
        mapping, names = node.value.get("mapping"), self.names()
        for name, ref in mapping.items() if isinstance(mapping, dict) else ():
            if not isinstance(ref, str):
                continue
            if ref in names:
                self.reached.plain = self.reached.plain and isinstance(names[ref], dict | bool)
            elif is_uri(ref):
                where = f"{node.pointer}/mapping/{pointers.escape(name)}"
                self.follow(uri, Node("schema", where, {"$ref": ref}), ref, where)
            else:
                self.reached.plain = False

    def names(self) -> Mapping[str, Any]:
        """The schemas of the root document by name."""
        found = next(iter(self.files.opened.values())).content
        for key in ("components", "schemas"):
            found = found.get(key) if isinstance(found, dict) else None
        return found if isinstance(found, dict) else {}

    def follow(self, uri: str, node: Node, ref: str, where: str) -> None:
        location = Location(uri, where)
        try:
            target = self.files.target(uri, ref, node.pointer)
        except RefError as fault:
            near = partial(self.near_miss, uri, ref, node.kind)
            again = partial(self.follow, uri, node, ref, where)
            self.failed.append(_Failed(fault, location, near, again, "/discriminator/mapping/" in where))
            self.reached.plain = False
            return
        self.reached.targets[uri, node.pointer] = target
        self.reached.plain = self.reached.plain and self.is_plain(uri, ref, target, node.kind)
        actual = _section_kind(target[1])
        if actual not in (None, node.kind) and self.is_document(target[0]):
            self.diagnostics.error(
                "ref-kind",
                f"{ref!r} leads to a {actual} where a {node.kind} must stand",
                location,
                related=[Related("what it leads to", Location(*target))],
            )
            return
        if self.files.has_one_base(uri):
            self.known[uri, ref, node.kind] = target
        self.enter(target, node.kind)

    def is_plain(self, uri: str, ref: str, target: Place, kind: str) -> bool:
        """Whether the reference is a pointer to where objects of the kind stand in the same document."""
        home, where = target
        value = pointers.find(self.files.opened[home].content, where)
        return (
            ref.startswith("#/")
            and home == uri
            and kind != "pathItem"
            and kind_at("document", pointers.split(where)) == kind
            and isinstance(value, dict | bool)
        )

    def follow_dynamic(self, uri: str, node: Node, ref: str) -> None:
        """What a dynamic reference leads to by itself (JSON Schema 2020-12 core, 8.2.3.2)."""
        try:
            target = self.files.target(uri, ref, node.pointer)
        except RefError as fault:
            location = Location(uri, node.pointer + "/$dynamicRef")
            again = partial(self.follow_dynamic, uri, node, ref)
            self.failed.append(_Failed(fault, location, lambda: None, again))
            return
        name = unquote(urldefrag(ref)[1])
        decides = target in self.files.dynamic_anchors(name)
        self.reached.dynamic[uri, node.pointer] = target, name if decides else None
        self.enter(target, "schema")

    def is_document(self, uri: str) -> bool:
        content = self.files.opened[uri].content
        return isinstance(content, dict) and "openapi" in content

    def near_miss(self, uri: str, ref: str, kind: str) -> str | None:
        address, part = urldefrag(ref)
        try:
            target = self.files.target(uri, address or "#")[0]
        except RefError:
            return None
        content = self.files.opened[target].content
        tokens = pointers.split(unquote(part))
        candidates = _candidates(content, tokens, kind)
        wanted = tokens[-1] if tokens else unquote(part)
        found = difflib.get_close_matches(wanted, candidates, 1, 0.6)
        return address + pointers.fragment(candidates[found[0]]) if found else None


def is_uri(ref: str) -> bool:
    """Whether a discriminator's mapping value is a reference rather than a schema's name.

    OpenAPI 3.2, section 4.25.1: a name is ambiguous with a relative reference; what could be a
    component's name is taken for one.
    """
    return any(c in ref for c in "/#:") or ref.endswith((".yaml", ".yml", ".json"))


def _section_kind(where: str) -> str | None:
    """What must stand at the pointer `where` of an OpenAPI document, as far as the pointer tells."""
    if not where:
        return "document"
    tokens = pointers.split(where)
    return SECTIONS.get(tokens[1]) if len(tokens) == 3 and tokens[0] == "components" else None


def _candidates(content: Any, tokens: list[str], kind: str) -> dict[str, str]:
    """Names near where the reference leads, and their pointers; the likeliest place wins a name."""
    places = [tokens[:-1]]
    places += [["components", section] for section, holds in SECTIONS.items() if holds == kind]
    places += [["$defs"], ["definitions"], []] if kind == "schema" else [[]]
    found: dict[str, str] = {}
    for place in places:
        try:
            container = pointers.find(content, pointers.join(place))
        except LookupError:
            continue
        for name in container if isinstance(container, dict) else ():
            found.setdefault(name, pointers.join([*place, name]))
    return found


def follow_all(files: Files, root: str, kind: str, dialects: Dialects, diagnostics: Diagnostics) -> Reached:
    """Walk the document `root`, a `kind`, and all that it reaches; unresolved references are reported.

    Meta-schemas that it names are read with all that they refer to. They are no part of what is reached.
    """
    walker = _Walker(files, dialects, diagnostics)
    walker.enter((root, ""), kind)
    walker.run()
    for place in dialects.find_all():
        aside = _Walker(files, dialects, diagnostics)
        aside.enter(place, "schema")
        aside.run()
    return walker.reached
