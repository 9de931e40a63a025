"""Documents of OpenAPI 3.0 and 3.1 in the dialect of 3.2, older JSON Schemas in that of 2020-12.

Nothing is changed in place: what stays the same is shared with the document as written. Rules are
those of the OpenAPI Initiative's guide "Upgrading from OpenAPI 3.0 to 3.1" and of the JSON Schema
release notes, where they keep the meaning exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from specloom.diagnostics import Diagnostics, Location
from specloom.document import pointer as pointers
from specloom.document.dialects import Dialect, dialect_of, schema_upgrade
from specloom.document.model import Entry
from specloom.document.structure import LIST, MAP, ONE, REFERABLE, TABLE

# Members beside a Reference Object's `$ref` that say nothing about what it accepts.
_HARMLESS = frozenset(("$ref", "description", "summary", "title", "example", "examples", "deprecated"))


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


@dataclass(frozen=True, slots=True)
class _Upgrade:
    uri: str
    renamed: Mapping[str, str]
    diagnostics: Diagnostics

    def convert(self, value: Any, kind: str, where: Path, dialect: Dialect) -> Any:
        """`value` in the newest dialect; the same object where nothing changes."""
        if isinstance(value, list) and kind == "schema":  # `items` of older drafts
            return self.each(value, kind, where, dialect)
        if not isinstance(value, dict):
            return value
        if kind == "schema":
            dialect = dialect_of(value, dialect)
        if kind in REFERABLE and isinstance(value.get("$ref"), str):
            value = self.reference(value, kind, where, dialect)
        made = self.members(value, kind, where, dialect)
        if kind == "schema":
            made = schema_upgrade(made, dialect)
        elif kind == "document":
            made = {**made, "openapi": "3.2.0"}
            made.pop("jsonSchemaDialect", None)
        return made

    def reference(self, value: dict[str, Any], kind: str, where: Path, dialect: Dialect) -> dict[str, Any]:
        if self.renamed:
            value = {**value, "$ref": self.renamed.get(_pointer(where), value["$ref"])}
        if kind == "pathItem" or not (dialect.ref_alone or kind != "schema"):
            return value
        for name in value:
            if name not in _HARMLESS and not name.startswith("x-"):
                self.diagnostics.note(
                    "ref-siblings-ignored",
                    f"`{name}` beside `$ref` has no effect in this version",
                    Location(self.uri, _pointer((where, name)), key=True),
                    hint="put both into `allOf`" if kind == "schema" else None,
                )
        kept = ("$ref",) if dialect.ref_alone else ("$ref", "summary", "description")
        return {name: value[name] for name in kept if name in value}

    def members(self, value: dict[str, Any], kind: str, where: Path, dialect: Dialect) -> dict[str, Any]:
        table = TABLE.get(kind, {})
        every = table.get("*")
        changed: dict[str, Any] = {}
        for name in value:
            if every is not None and not name.startswith("x-"):
                shape, below = ONE, every[1]
            elif name in table:
                shape, below = table[name]
            else:
                continue
            member, path = value[name], (where, name)
            if shape == MAP and isinstance(member, dict):
                new: Any = self.each_member(member, below, path, dialect)
            elif shape == LIST and isinstance(member, list):
                new = self.each(member, below, path, dialect)
            else:
                new = self.convert(member, below, path, dialect)
            if new is not member:
                changed[name] = new
        return {**value, **changed} if changed else value

    def each_member(self, value: dict[str, Any], kind: str, where: Path, dialect: Dialect) -> dict[str, Any]:
        made = {k: self.convert(v, kind, (where, k), dialect) for k, v in value.items()}
        return made if any(made[k] is not v for k, v in value.items()) else value

    def each(self, value: list[Any], kind: str, where: Path, dialect: Dialect) -> list[Any]:
        made = [self.convert(v, kind, (where, str(n)), dialect) for n, v in enumerate(value)]
        return made if any(a is not b for a, b in zip(made, value, strict=True)) else value


def upgrade(
    content: Any,
    entries: Iterable[Entry],
    uri: str,
    version: str,
    renamed: Mapping[str, str],
    diagnostics: Diagnostics,
) -> Any:
    """`content` with each of `entries` in the newest dialect.

    `version` is the OpenAPI version of the description ("" for a JSON Schema); a file that states its
    own counts by that. `renamed` gives, by pointer of the referring node, references to write anew.
    """
    own = content.get("openapi") if isinstance(content, dict) else None
    dialect = Dialect.named(own[:3] if isinstance(own, str) else version)
    if isinstance(content, dict) and own is None:
        dialect = dialect_of(content, dialect)
    work = _Upgrade(uri, renamed, diagnostics)
    for entry in sorted(entries, key=lambda entry: (entry.pointer.count("/"), entry.pointer)):
        try:
            node = pointers.find(content, entry.pointer)
        except LookupError:
            continue  # inside a part that was upgraded already
        new = work.convert(node, entry.kind, _path(entry.pointer), dialect)
        if new is not node:
            content = _replaced(content, pointers.split(entry.pointer), new)
    return content


def _replaced(content: Any, tokens: list[str], new: Any) -> Any:
    """`content` with `new` at `tokens`; the rest is shared."""
    if not tokens:
        return new
    token, rest = tokens[0], tokens[1:]
    if isinstance(content, dict):
        return {**content, token: _replaced(content[token], rest, new)}
    made = list(content)
    made[int(token)] = _replaced(content[int(token)], rest, new)
    return made
