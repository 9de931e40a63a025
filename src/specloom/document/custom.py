"""Dialects that documents name: in a schema's `$schema`, in OpenAPI's `jsonSchemaDialect`.

A name that is not one of the published dialects' is the URI of a meta-schema, which is reached as what a
reference leads to is; its `$vocabulary` tells which keywords there are (JSON Schema 2020-12 core, 8.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.document import pointer as pointers
from specloom.document.dialects import Dialect, Rules, published
from specloom.document.files import Files, RefError
from specloom.document.structure import Node
from specloom.document.vocabularies import VOCABULARIES, left_out

Place = tuple[str, str]
Named = tuple[str, str]  # a file, and what it calls a dialect

NAMES = {"schema": "$schema", "document": "jsonSchemaDialect"}
"""The member that names a dialect, by the kind of object that has it."""


class Dialects:
    """All dialects that are named. Names are noted first, and looked up when all files have been read."""

    def __init__(self, files: Files, diagnostics: Diagnostics) -> None:
        self.places: dict[Named, Place | None] = {}
        self._files = files
        self._diagnostics = diagnostics
        self._noted: dict[Named, Location] = {}  # where the name stands first
        self._rules: dict[Named, Rules] = {}

    def note(self, uri: str, node: Node) -> None:
        """Keep the name that an object (its kind a key of `NAMES`) gives, if it gives one."""
        name = node.value.get(NAMES[node.kind])
        if isinstance(name, str) and published(name) is None:
            self._noted.setdefault((uri, name), Location(uri, f"{node.pointer}/{NAMES[node.kind]}"))

    def find_all(self) -> Iterator[Place]:
        """The meta-schemas of all names, each once; what is in them may be noted meanwhile."""
        given: set[Place] = set()
        while len(self._rules) < len(self._noted):
            for named in list(self._noted):
                self._find(named)
            for place in [*self.places.values()]:
                if place is not None and place not in given:
                    given.add(place)
                    yield place

    def of(self, uri: str, name: str) -> Rules:
        """The rules of the dialect that a file calls so."""
        return published(name) or self._rules.get((uri, name)) or Rules(Dialect.CURRENT)

    def _find(self, named: Named) -> Rules:
        if named not in self._rules:
            self._rules[named] = Rules(Dialect.CURRENT)  # while looking: it may be its own meta-schema
            self.places[named] = place = self._place(named)
            if place is not None:
                self._rules[named] = self._declared(named, place)
        return self._rules[named]

    def _place(self, named: Named) -> Place | None:
        uri, name = named
        where, hint = self._noted[named], _PUBLISHED
        at = where.pointer.rpartition("/")[0]
        try:
            place = self._files.target(uri, name.removesuffix("#"), at)
            if isinstance(pointers.find(self._files.opened[place[0]].content, place[1]), dict):
                return place
        except RefError as fault:
            hint = f"{hint}; for another, {fault.hint}" if fault.hint else hint
        message = f"the schema dialect {name!r} is not known: JSON Schema 2020-12 is taken for it"
        self._diagnostics.warning("dialect-unknown", message, where, hint=hint)
        return None

    def _declared(self, named: Named, place: Place) -> Rules:
        """What a meta-schema says of the schemas that name it (core, 8.1.2 and 8.1.2.1)."""
        uri, where = place
        meta = pointers.find(self._files.opened[uri].content, where)
        dialect, own = Dialect.CURRENT, meta.get("$schema")
        if isinstance(own, str):
            self.note(uri, Node("schema", where, meta))
            dialect = (published(own) or self._find((uri, own))).dialect
        declared = meta.get("$vocabulary")
        if not isinstance(declared, dict):
            return Rules(dialect)
        for vocabulary, required in declared.items():
            if required is True and vocabulary not in VOCABULARIES:
                there = Location(uri, f"{where}/$vocabulary/{pointers.escape(vocabulary)}", key=True)
                self._diagnostics.error(
                    "vocabulary-unknown",
                    f"the dialect {named[1]!r} requires the vocabulary {vocabulary!r}, which is not known",
                    self._noted[named],
                    related=[Related("required here", there)],
                    hint="`false` instead of `true` there tells that schemas can be read without it",
                )
        return Rules(dialect, left_out(declared))


_PUBLISHED = "known are those of OpenAPI 3.1 and 3.2 and of JSON Schema draft-04 to 2020-12"
