"""Types made from schemas, and what they decide about JSON documents.

`file_types` goes the way of a plain JSON Schema file, `component_types` that of many schemas as components
of one document, which is much faster for many.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from specloom.diagnostics import Diagnostics, Severity
from support.generated import Generated, Refused

_NUMBERS = count(1)


@dataclass(frozen=True)
class Verdict:
    """Whether a document is taken and, if so, what it comes out as; `broken` tells of any other error."""

    taken: bool
    dumped: Any = None
    broken: str = ""


def json_text(value: Any) -> str:
    """The same text for equal JSON values only: 1 is 1.0, true is not 1, members have no order."""

    def plain(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: plain(member) for name, member in value.items()}
        if isinstance(value, list):
            return [plain(item) for item in value]
        # As JSON writes the number: the double nearest to 1e23 is another integer than 10**23.
        return int(Decimal(repr(value))) if isinstance(value, float) and value.is_integer() else value

    return json.dumps(plain(value), sort_keys=True)


@dataclass(frozen=True)
class Types:
    """Types by the names of their schemas. `refused` says, by name, why there is no type."""

    adapters: Mapping[str, TypeAdapter[Any]] = field(default_factory=dict)
    refused: Mapping[str, str] = field(default_factory=dict)

    def decide(self, name: str, document: Any) -> Verdict:
        """What the type of schema `name` makes of the document's JSON text."""
        if name in self.refused:
            return Verdict(False, broken=f"refused: {self.refused[name]}")
        adapter = self.adapters[name]
        try:
            read = adapter.validate_json(json.dumps(document))
        except ValidationError:
            return Verdict(False)
        except Exception as error:
            return Verdict(False, broken=f"{type(error).__name__}: {error}")
        try:
            text = adapter.dump_json(read, by_alias=True, exclude_unset=True)
        except Exception as error:
            return Verdict(True, broken=f"not dumped: {type(error).__name__}: {error}")
        return Verdict(True, json.loads(text))


@contextmanager
def file_types(schema: Any, folder: Path, references: Sequence[str] = ()) -> Iterator[Types]:
    """The type of a schema that is a plain file, by the name `schema`.

    `references` are copies of documents that it refers to by their URIs ("URI=PATH").
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "schema.json"
    path.write_text(json.dumps(schema), encoding="utf-8")
    with _generated(path, folder, ["schema"], references) as types:
        yield types


@contextmanager
def component_types(schemas: Mapping[str, Any], folder: Path) -> Iterator[Types]:
    """The types of schemas that are components of one document. What is refused does not spoil the rest."""
    folder.mkdir(parents=True, exist_ok=True)
    path, wanted, refused = folder / "openapi.json", dict(schemas), dict[str, str]()
    while True:
        document = {
            "openapi": "3.1.0",
            "info": {"title": "Judged", "version": "1"},
            "components": {"schemas": wanted},
        }
        path.write_text(json.dumps(document), encoding="utf-8")
        with _generated(path, folder, list(wanted)) as types:
            if types.adapters or not wanted:
                yield Types(types.adapters, {**types.refused, **refused})
                return
            faulty = {name: why for name, why in types.refused.items() if why} or types.refused
        refused.update(faulty)
        wanted = {name: schema for name, schema in wanted.items() if name not in faulty}


@contextmanager
def _generated(
    document: Path, folder: Path, names: list[str], references: Sequence[str] = ()
) -> Iterator[Types]:
    package = f"judged_{next(_NUMBERS)}"
    try:
        made = Generated(document, folder / package, package, only=("models",), references=references)
    except Refused as error:
        yield Types(refused=_blamed(error.findings, names))
        return
    except Exception as error:
        yield Types(refused=dict.fromkeys(names, f"{type(error).__name__}: {error}"))
        return
    try:
        yield _loaded(made.load("models").SCHEMA_TYPES, names)
    finally:
        made.close()


def _loaded(types: Mapping[str, Any], names: list[str]) -> Types:
    adapters, refused = dict[str, TypeAdapter[Any]](), dict[str, str]()
    for name in names:
        try:
            adapters[name] = TypeAdapter(types[name])
            adapters[name].rebuild()
        except Exception as error:
            refused[name] = f"not importable: {type(error).__name__}: {error}"
    return Types(adapters, refused)


def _blamed(findings: Diagnostics, names: list[str]) -> dict[str, str]:
    """Which schemas are refused, and why; "" where only the others are to blame."""
    blamed = dict.fromkeys(names, "")
    for found in findings:
        if found.severity is not Severity.ERROR:
            continue
        pointer = found.location.pointer if found.location else ""
        parts = pointer.split("/")
        name = parts[3] if pointer.startswith("/components/schemas/") else ""
        for each in [name] if name in blamed else names:
            blamed[each] += f"{found.code} at {pointer!r}: {found.message}; "
    return blamed
