"""Documents of OpenAPI 3.0 and 3.1 in the dialect of 3.2, older JSON Schemas in that of 2020-12.

Nothing is changed in place: what stays the same is shared with the document as written. Rules are
those of the OpenAPI Initiative's guide "Upgrading from OpenAPI 3.0 to 3.1" and of the JSON Schema
release notes, where they keep the meaning exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from operator import is_
from typing import Any, Final

from specloom.diagnostics import Diagnostics, Location
from specloom.document import pointer as pointers
from specloom.document.custom import NAMES
from specloom.document.dialects import FILE, Dialect, Rules, schema_upgrade
from specloom.document.model import Entry
from specloom.document.structure import LIST, MAP, REFERABLE
from specloom.document.traits import ByKind, ByRules, Traits
from specloom.values import Value

# Members beside a Reference Object's `$ref` that say nothing about what it accepts.
_HARMLESS = frozenset(("$ref", "description", "summary", "title", "example", "examples", "deprecated"))


class _Everything(Container[int]):
    def __contains__(self, item: object) -> bool:
        return True


EVERYTHING: Final = _Everything()
"""The identities of all objects."""


# A path as its last step and the path before it: seldom looked at, so it must cost little to extend.
Path = tuple["Path", str] | None


def _path(pointer: str) -> Path:
    found: Path = None
    for token in pointers.split(pointer):
        found = (found, token)
    return found


def _pointer(path: Path) -> str:
    tokens: list[str] = []
    while path is not None:
        path, token = path
        tokens.append(token)
    return pointers.join(reversed(tokens))


class _Upgrade(Value):
    uri: str
    renamed: Mapping[str, str]
    named: Callable[[str], Rules]
    traits: ByRules
    left_out: set[tuple[str, str]]
    diagnostics: Diagnostics
    changing: Container[int]

    def convert(self, value: Any, kind: str, where: Path, known: ByKind) -> Any:
        """`value` in the newest dialect; the same object where nothing changes."""
        if not isinstance(value, dict):
            is_items = isinstance(value, list) and kind == "schema"  # of older drafts
            return self.each(value, kind, where, known) if is_items else value
        traits = known.of(kind, value)
        if traits.settled(value) and not (self.renamed and "$ref" in value):
            return self.members(value, traits, where, known)
        name = value.get(NAMES[kind]) if kind in NAMES else None
        if isinstance(name, str):
            known = self.traits[self.named(name)]
        rules, own = known.rules, value
        if kind == "schema" and not rules.without.isdisjoint(value):
            own = self.keywords(own, where, rules)
        if kind in REFERABLE and isinstance(value.get("$ref"), str):
            own = self.reference(own, kind, where, rules)
        if wrong := known.of(kind, own).malformed(own):
            own = {name: member for name, member in own.items() if name not in wrong}
        traits = known.of(kind, own)
        own = self.members(own, traits, where, known)
        if kind == "schema" and (traits.anew or own.get("type") == FILE):
            return schema_upgrade(own, traits.anew)
        if kind == "document":
            own = {**own, "openapi": "3.2.0"}
            own.pop("jsonSchemaDialect", None)
        return own

    def keywords(self, value: dict[str, Any], where: Path, rules: Rules) -> dict[str, Any]:
        """A schema without what is no keyword in its dialect."""
        for name in value:
            if name in rules.without:
                place = _pointer((where, name))
                self.left_out.add((self.uri, place))
                if rules.dialect is Dialect.OPENAPI_30:
                    continue  # there the meta-schema says it
                message = f"`{name}` has no effect: the dialect of this schema leaves out its vocabulary"
                self.diagnostics.note("keyword-left-out", message, Location(self.uri, place, key=True))
        return {name: member for name, member in value.items() if name not in rules.without}

    def reference(self, value: dict[str, Any], kind: str, where: Path, rules: Rules) -> dict[str, Any]:
        if self.renamed:
            value = {**value, "$ref": self.renamed.get(_pointer(where), value["$ref"])}
        if kind == "pathItem" or not (rules.dialect.ref_alone or kind != "schema"):
            return value
        for name in value:
            if name not in _HARMLESS and not name.startswith("x-"):
                self.left_out.add((self.uri, _pointer((where, name))))
                self.diagnostics.note(
                    "ref-siblings-ignored",
                    f"`{name}` beside `$ref` has no effect in this version",
                    Location(self.uri, _pointer((where, name)), key=True),
                    hint="put both into `allOf`" if kind == "schema" else None,
                )
        kept = ("$ref",) if rules.dialect.ref_alone else ("$ref", "summary", "description")
        made = {name: value[name] for name in kept if name in value}
        return value if list(made) == list(value) else made

    def members(self, value: dict[str, Any], traits: Traits, where: Path, known: ByKind) -> dict[str, Any]:
        changed: dict[str, Any] = {}
        for name, shape, kind in traits.holding:
            member = value[name]
            if shape == MAP and isinstance(member, dict):
                new: Any = self.each_member(member, kind, (where, name), known)
            elif shape == LIST and isinstance(member, list):
                new = self.each(member, kind, (where, name), known)
            elif id(member) in self.changing:
                new = self.convert(member, kind, (where, name), known)
            else:
                continue
            if new is not member:
                changed[name] = new
        return {**value, **changed} if changed else value

    def each_member(self, value: dict[str, Any], kind: str, where: Path, known: ByKind) -> dict[str, Any]:
        changed = {
            name: new
            for name, member in value.items()
            if id(member) in self.changing
            and (new := self.convert(member, kind, (where, name), known)) is not member
        }
        return {**value, **changed} if changed else value

    def each(self, value: list[Any], kind: str, where: Path, known: ByKind) -> list[Any]:
        made = [
            self.convert(item, kind, (where, str(number)), known) if id(item) in self.changing else item
            for number, item in enumerate(value)
        ]
        return value if all(map(is_, made, value)) else made


def upgrade(
    content: Any,
    entries: Iterable[Entry],
    uri: str,
    default: Rules,
    renamed: Mapping[str, str],
    named: Callable[[str], Rules],
    traits: ByRules,
    left_out: set[tuple[str, str]],
    diagnostics: Diagnostics,
    changing: Container[int],
) -> Any:
    """`content` with each of `entries` in the newest dialect.

    `default` counts where the file names no dialect, and `named` gives what its names for dialects mean.
    `renamed` gives, by pointer of the referring node, references to write anew. To `left_out` are added the
    places (`uri` and pointer) of keywords that are gone because they are none in their dialect. Only objects
    with an identity in `changing` have anything to change, in themselves or below.
    """
    work = _Upgrade(uri, renamed, named, traits, left_out, diagnostics, changing)
    written, own = content, set[int]()
    for entry in sorted(entries, key=lambda entry: (entry.pointer.count("/"), entry.pointer)):
        try:
            node = pointers.find(content, entry.pointer)
        except LookupError:
            continue  # inside a part that was upgraded already
        rules = _around(written, entry.pointer, default, named)
        new = work.convert(node, entry.kind, _path(entry.pointer), traits[rules])
        if new is not node:
            content = _replaced(content, pointers.split(entry.pointer), new, own)
    return content


def _around(content: Any, where: str, default: Rules, named: Callable[[str], Rules]) -> Rules:
    """The rules that hold at a pointer, by the names on the way to it."""
    rules, node = default, content
    for token in [*pointers.split(where), None]:
        if isinstance(node, dict):
            name = node.get(NAMES["document" if "openapi" in node else "schema"])
            rules = named(name) if isinstance(name, str) else rules
        try:
            node = pointers.child(node, token) if token is not None else node
        except LookupError:
            break
    return rules


def _replaced(content: Any, tokens: list[str], new: Any, own: set[int]) -> Any:
    """`content` with `new` at `tokens`; the rest is shared.

    `own` are the identities of containers that were copied before, for entries beside this one, so that they
    need no other copy: a file may be a collection of thousands.
    """
    if not tokens:
        return new
    if id(content) not in own:
        content = content.copy()
        own.add(id(content))
    token = tokens[0] if isinstance(content, dict) else int(tokens[0])
    content[token] = _replaced(content[token], tokens[1:], new, own)
    return content
