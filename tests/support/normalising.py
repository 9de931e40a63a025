"""A small document in, an Api out."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from specloom import ir
from specloom.diagnostics import Diagnostic, Diagnostics, Location
from specloom.document.model import Document, Merged, MergedSource, Owner
from specloom.normalise import normalise
from specloom.normalise.accepts import accepts
from specloom.normalise.ecma import found
from specloom.runtime.assertions.compiling import Compiler

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


@dataclass
class Outcome:
    api: ir.Api
    found: list[Diagnostic]

    @property
    def codes(self) -> list[str]:
        return [d.code for d in self.found]

    def place(self, code: str) -> str:
        """The pointer of the only finding with this code."""
        (one,) = [d for d in self.found if d.code == code]
        assert one.location is not None
        return one.location.pointer

    def type(self, name: str) -> ir.Type:
        """The type of a component schema."""
        (named,) = [n for n in self.api.types if n.component == name]
        return named.type

    def record(self, name: str) -> ir.Record:
        type_ = self.type(name)
        assert isinstance(type_, ir.Record)
        return type_

    def field(self, name: str, member: str) -> ir.Field:
        (field,) = [f for f in self.record(name).fields if f.name == member]
        return field

    def at(self, id_: ir.TypeId) -> ir.NamedType:
        (named,) = [n for n in self.api.types if n.id == id_]
        return named

    def words(self, name: str, *more: str) -> bool:
        """Whether a type inside component `name` has these words."""
        return any(
            n.words == more and n.parent is not None and self.at(n.parent).component == name
            for n in self.api.types
        )

    def accepts(self, name: str, value: Any) -> bool:
        """Whether the type gives the value its shape, and each schema asserted on the way holds."""
        return accepts(self.type(name), value, lambda id_: self.at(id_).type, self._holds)

    def _holds(self, assertion: ir.Assertion, value: Any) -> bool:
        schemas = json.loads(json.dumps(self.api.schemas, default=dict))
        compiler = Compiler(schemas, lambda pattern: lambda text: bool(found(pattern, text)))
        return compiler.named(assertion.place)(value, None) is None

    def operation(self, key: str) -> ir.Operation:
        (operation,) = [o for o in self.api.operations if o.key == key]
        return operation


def merged(document: dict[str, Any], sentinel: str | None = None) -> Merged:
    """The document as its only source, the way *merge* hands on a single one."""
    whole = {"openapi": "3.2.0", "info": {"title": "T", "version": "1"}, **document}
    owners = {
        f"/components/{kind}/{name}": Owner("main", name)
        for kind, members in whole.get("components", {}).items()
        for name in members
    }
    for section in ("paths", "webhooks"):
        for path, item in whole.get(section, {}).items():
            for method in METHODS:
                if method in item:
                    escaped = path.replace("~", "~0").replace("/", "~1")
                    owners[f"/{section}/{escaped}/{method}"] = Owner("main", path)
    source = MergedSource(
        id="main",
        namespace=None,
        info=whole["info"],
        servers=tuple(whole.get("servers", ())),
        tags=tuple(whole.get("tags", ())),
        stream_sentinel=sentinel,
        location=Location("doc.yaml"),
    )
    return Merged(
        document=Document("doc.yaml", whole, lambda pointer: Location("doc.yaml", pointer)),
        sources=(source,),
        owners=owners,
        keywords=frozenset(_names(whole)),
    )


def _names(value: Any) -> Iterator[str]:
    """The names of all members, of schemas among others."""
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _names(inner)


def run(document: dict[str, Any], *, skip: tuple[str, ...] = (), sentinel: str | None = None) -> Outcome:
    """Normalise a document."""
    diagnostics = Diagnostics()
    api = normalise(merged(document, sentinel), skip=frozenset(skip), diagnostics=diagnostics)
    return Outcome(api, list(diagnostics))


def schemas(**named: Any) -> Outcome:
    """Normalise component schemas alone."""
    return run({"components": {"schemas": named}})


def ref(name: str) -> dict[str, str]:
    """A reference to a component schema."""
    return {"$ref": f"#/components/schemas/{name}"}
