"""The table of decisions written down by hand: tests/judge/decisions/*.json, by keyword.

Each schema stands with the documents that it accepts and rejects, and with the section of JSON Schema
2020-12 that says so. `unjudged` says why a schema is not shown to the judge, who gets it wrong.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from support.judging import Types, Verdict, json_text

FOLDER = Path(__file__).parents[1] / "judge" / "decisions"
FILES = sorted(path.stem for path in FOLDER.glob("*.json"))


@dataclass(frozen=True, kw_only=True)
class Group:
    about: str
    section: str
    schema: Any
    accepts: list[Any]
    rejects: list[Any]
    unjudged: str = ""

    @property
    def decisions(self) -> Iterator[tuple[Any, bool]]:
        """The documents, and whether each is valid."""
        yield from ((document, True) for document in self.accepts)
        yield from ((document, False) for document in self.rejects)

    def resource(self, name: str) -> Any:
        """The schema as a component that is a resource of its own: its references start at itself."""
        if not isinstance(self.schema, dict) or '"#' not in json.dumps(self.schema):
            return self.schema
        return {"$id": f"https://example.com/decisions/{name}", **self.schema}

    def faults(self, types: Types, name: str) -> Iterator[str]:
        """What the type `name` decides otherwise, or gives back otherwise."""
        for document, expected in self.decisions:
            if said := fault(types.decide(name, document), document, expected):
                yield f"{self.about}: {json.dumps(document)} {said}"


def groups(file: str) -> list[Group]:
    """The groups of one file of the table."""
    return [Group(**group) for group in json.loads((FOLDER / f"{file}.json").read_text(encoding="utf-8"))]


def fault(verdict: Verdict, document: Any, expected: bool) -> str:
    """What is wrong with a verdict, in words; "" if nothing is."""
    if verdict.broken:
        return verdict.broken
    if verdict.taken is not expected:
        return "is accepted" if verdict.taken else "is rejected"
    if verdict.taken and json_text(verdict.dumped) != json_text(document):
        return f"comes out as {json.dumps(verdict.dumped)}"
    return ""
