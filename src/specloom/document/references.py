"""Following every `$ref` of a description, through all files, and reporting those that lead nowhere."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any
from urllib.parse import unquote, urldefrag

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.document import pointer as pointers
from specloom.document.custom import NAMES, Dialects
from specloom.document.files import Files, RefError
from specloom.document.model import Entry
from specloom.document.structure import (
    APPLYING_LISTS,
    APPLYING_ONE,
    KINDS,
    LIST,
    MAP,
    ONE,
    REFERABLE,
    SECTIONS,
    Node,
    is_list,
    is_reference,
    kind_reached,
    section_kind,
)
from specloom.document.traits import ByKind, Traits
from specloom.values import Struct, Value, field

Place = tuple[str, str]  # URI and pointer

_APPLYING = frozenset(("$ref", *APPLYING_LISTS, *APPLYING_ONE))


class Reached(Struct):
    """What a walk along all references has found. `plain` is what it is of a `LoadedSource`.

    Where it is, only objects with an identity in `changing` may be other than in the newest dialect, or hold
    such as are.
    """

    entries: dict[str, dict[Entry, None]] = field(default_factory=dict)
    targets: dict[Place, Place] = field(default_factory=dict)  # node with `$ref` -> where it leads
    # Node with `$dynamicRef` -> where that leads by itself, and the anchor that decides where it does.
    dynamic: dict[Place, tuple[Place, str | None]] = field(default_factory=dict)
    # Where references lead to what applies others to the same value, or is a reference itself.
    applying: dict[Place, None] = field(default_factory=dict)
    plain: bool = True
    changing: set[int] = field(default_factory=set)


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
    def __init__(self, files: Files, dialects: Dialects, traits: ByKind, diagnostics: Diagnostics) -> None:
        self.files = files
        self.dialects = dialects
        self.diagnostics = diagnostics
        self.reached = Reached()
        # Where walks began: the identities of those objects by kind, and their kinds by place.
        self.entered: dict[str, set[int]] = {kind: set() for kind in KINDS}
        self.tops: dict[Place, list[str]] = {}
        self.traits = traits
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
        content, tokens = self.files.opened[uri].content, pointers.split(where)
        value = pointers.at(content, tokens)
        if isinstance(value, dict) and self.is_walked(uri, content, tokens, kind):
            return
        self.reached.entries.setdefault(uri, {})[Entry(where, kind)] = None
        if isinstance(value, dict):
            self.entered[kind].add(id(value))
            self.tops.setdefault(place, []).append(kind)
            self.walk(uri, self.traits.of(kind, value), where, value)

    def is_walked(self, uri: str, content: Any, tokens: list[str], kind: str) -> bool:
        """Whether a walk has come to an object of the kind."""
        for done in range(len(tokens) + 1):
            for top in self.tops.get((uri, pointers.join(tokens[:done])), ()):
                if kind_reached(top, pointers.at(content, tokens[:done]), tokens[done:]) == kind:
                    return True
        return False

    def walk(self, uri: str, traits: Traits, where: str, value: dict[str, Any]) -> bool:
        """Outer before inner, in the order of the text. Tells whether anything may have to change."""
        changing, holding = not (traits.sure or traits.settled(value)), traits.holding
        if traits.saying:
            self.visit(uri, traits, where, value)
            if holding and is_reference(traits.kind, value):
                holding = ()
        for name, shape, kind in holding:
            member = value[name]
            items: Iterable[tuple[str | int, Any]]
            if type(member) is dict and shape == MAP:
                below, items = f"{where}/{name}", member.items()
            elif type(member) is dict and shape == ONE:
                below, items = where, ((name, member),)
            elif type(member) is list and is_list(name, shape, kind):
                self.reached.plain = self.reached.plain and shape == LIST
                below, items = f"{where}/{name}", enumerate(member)
            else:
                if type(member) is dict or (type(member) is list and kind == "schema"):
                    self.reached.plain = False  # Such a one is not walked, and yet upgraded.
                continue
            if self.walk_all(uri, kind, below, items):
                changing = True
        if changing:
            self.reached.changing.add(id(value))
        return changing

    def walk_all(self, uri: str, kind: str, where: str, items: Iterable[tuple[str | int, Any]]) -> bool:
        """The same for what stands with these names below a pointer."""
        entered, known, changing = self.entered[kind], self.traits[kind], False
        for name, item in items:
            if type(item) is not dict:
                if type(item) is list and kind == "schema":
                    self.reached.plain = False
                continue
            if entered and id(item) in entered:
                # What was entered on its own before is part of a larger entry.
                entry = Entry(pointers.below(where, name), kind)
                self.reached.entries.get(uri, {}).pop(entry, None)
                changing |= id(item) in self.reached.changing
                continue
            traits = known[tuple(item)]
            if not traits.alone:
                if self.walk(uri, traits, pointers.below(where, name), item):
                    changing = True
            elif not (traits.sure or traits.settled(item)):
                self.reached.changing.add(id(item))
                changing = True
        return changing

    def visit(self, uri: str, traits: Traits, where: str, value: dict[str, Any]) -> None:
        kind, ref = traits.kind, value.get("$ref")
        if isinstance(ref, str) and kind in REFERABLE:
            known = self.known.get((uri, ref, kind))
            if known is None:
                self.follow(uri, Node(kind, where, value), ref, where + "/$ref")
            else:
                self.reached.targets[uri, where] = known
        elif "$ref" in value:
            self.reached.plain = False
        if kind == "discriminator":
            self.follow_mapping(uri, Node(kind, where, value))
        if traits.plain:
            return
        self.reached.plain = False
        if kind == "schema" and isinstance(value.get("$dynamicRef"), str):
            self.follow_dynamic(uri, Node(kind, where, value), value["$dynamicRef"])
        if NAMES.get(kind) in value:
            self.dialects.note(uri, Node(kind, where, value))

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
        kind = node.kind
        try:
            target = home, pointer = self.files.target(uri, ref, node.pointer)
        except RefError as fault:
            near = partial(self.near_miss, uri, ref, kind)
            again = partial(self.follow, uri, node, ref, where)
            in_mapping = "/discriminator/mapping/" in where
            self.failed.append(_Failed(fault, Location(uri, where), near, again, in_mapping))
            self.reached.plain = False
            return
        self.reached.targets[uri, node.pointer] = target
        content, tokens = self.files.opened[home].content, pointers.split(pointer)
        value = pointers.at(content, tokens)
        if isinstance(value, dict) and not _APPLYING.isdisjoint(value):
            self.reached.applying[target] = None
        plain = (
            ref.startswith("#/")
            and home == uri
            and "document" in self.tops.get((home, ""), ())
            and kind != "pathItem"
            and kind_reached("document", content, tokens) == kind
            and isinstance(value, dict | bool)
        )
        if not plain:
            self.reached.plain = False
            actual = section_kind(tokens)
            if actual not in (None, kind) and self.is_document(home):
                self.diagnostics.error(
                    "ref-kind",
                    f"{ref!r} leads to a {actual} where a {kind} must stand",
                    Location(uri, where),
                    related=[Related("what it leads to", Location(*target))],
                )
                return
            self.enter(target, kind)  # What a plain one leads to is walked in any case.
        if self.files.has_one_base(uri):
            self.known[uri, ref, kind] = target

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


def follow_all(
    files: Files, root: str, kind: str, traits: ByKind, dialects: Dialects, diagnostics: Diagnostics
) -> Reached:
    """Walk the document `root`, a `kind`, and all that it reaches; unresolved references are reported.

    `traits` are those of objects in a document of its version. Meta-schemas that it names are read with all
    that they refer to. They are no part of what is reached.
    """
    walker = _Walker(files, dialects, traits, diagnostics)
    walker.enter((root, ""), kind)
    walker.run()
    for place in dialects.find_all():
        aside = _Walker(files, dialects, traits, diagnostics)
        aside.enter(place, "schema")
        aside.run()
    return walker.reached
