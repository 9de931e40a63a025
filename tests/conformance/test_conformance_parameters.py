"""What there is to parameters beside style and type, and what no specification defines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from agreement.comparison import compare
from conformance.document import operation
from conformance.exchange import Exchange
from conformance.parameters import OTHERS, RFC6570, TEXT, TEXTS, Case
from conformance.styles import SAMPLES, Cell, Row, cells, undefined
from support.generated import Generated

EMPTY = [cell for cell in cells() if cell.kind == "string" and cell.sample is SAMPLES["string"]]


@pytest.mark.parametrize("case", [*RFC6570, *OTHERS], ids=lambda case: case.name)
def test_parameters(exchange: Exchange, case: Case) -> None:
    if case.expected is None:
        with pytest.raises(exchange.package.StatusError, match="422"):
            exchange.both("parameters", case.name, lambda: case.arguments)
        assert exchange.recorder.sent[0].path == f"/{case.name}{case.target}"
        return
    for outcome in exchange.both("parameters", case.name, lambda: case.arguments):
        assert outcome.sent.path == f"/{case.name}{case.target}"
        assert {name: outcome.sent.headers.get(name) for name in case.headers} == case.headers
        assert outcome.arrived == case.expected


@pytest.mark.parametrize("cell", EMPTY, ids=lambda cell: cell.operation)
def test_an_empty_text(exchange: Exchange, cell: Cell) -> None:
    if cell.place == "path" and cell.row.empty in ("", "."):
        # Segments that are empty, or a dot, do not come through (RFC 3986, 5.2.4).
        with pytest.raises(exchange.package.ArgumentError):
            exchange.both("styles", cell.operation, lambda: {"color": ""})
        return
    for outcome in exchange.both("styles", cell.operation, lambda: {"color": ""}):
        assert cell.bytes_in(outcome.sent) == cell.row.empty
        assert outcome.found == outcome.arrived["color"] == ""


def test_methods_beside_the_usual_ones(exchange: Exchange) -> None:
    for outcome in exchange.both("parameters", "ask", lambda: {"body_": ["a"]}):
        assert (outcome.sent.method, outcome.sent.body, outcome.found) == ("QUERY", b'["a"]', ["a"])
    for outcome in exchange.both("parameters", "copy", dict):
        assert (outcome.sent.method, outcome.found) == ("COPY", None)


def test_the_served_document_says_the_same(exchange: Exchange) -> None:
    assert compare(exchange.document, exchange.app.openapi()) == []


def findings(tmp_path: Path, parameters: list[Any]) -> tuple[list[Any], bool]:
    """What is found in an operation's parameters, and whether the operation is left out because of it."""
    described = operation("x", "x", {"description": ""}, parameters=parameters)
    made = {
        "openapi": "3.2.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/x": {"get": described}},
    }
    (tmp_path / "openapi.yaml").write_text(yaml.safe_dump(made), encoding="utf-8")
    generated = Generated(tmp_path / "openapi.yaml", tmp_path / "out", "undefined_style")
    generated.close()
    found = [each for each in generated.findings if each.code == "parameter-style-undefined"]
    return found, any(each.code == "left-out" for each in generated.findings)


def schema(kind: str) -> Any:
    return {"string": TEXT, "array": TEXTS, "object": {"type": "object", "properties": {"R": TEXT}}}[kind]


def test_every_cell_that_is_not_defined_is_reported(tmp_path: Path) -> None:
    named = {f"p{number}": cell for number, cell in enumerate(undefined())}
    said = [_undefined(name, *cell) for name, cell in named.items()]
    found, failed = findings(tmp_path, said)
    assert not failed
    assert [each.location.pointer for each in found] == [
        f"/paths/~1x/get/parameters/{number}" for number in range(len(named))
    ]


def _undefined(name: str, row: Row, kind: str) -> dict[str, Any]:
    said = {"name": name, "in": "query", "style": row.style, "explode": row.explode}
    return {**said, "schema": schema(kind)}


OBJECTS = {"type": "array", "items": schema("object")}
NESTED = {"type": "object", "properties": {"a": TEXT, "b": schema("object")}}


@pytest.mark.parametrize(
    ("parameter", "required", "message"),
    [
        ({"style": "deepObject", "explode": True, "schema": TEXT}, True, "`deepObject` writes no value"),
        ({"style": "spaceDelimited", "schema": TEXT}, True, "`spaceDelimited` writes no value"),
        ({"style": "pipeDelimited", "schema": TEXT}, False, "cannot be sent"),
        (
            {"style": "pipeDelimited", "explode": True, "schema": TEXTS},
            False,
            "with `explode` is not defined",
        ),
        ({"style": "deepObject", "explode": False, "schema": schema("object")}, False, "without `explode`"),
        ({"schema": OBJECTS}, True, "no style writes arrays or objects inside"),
        ({"schema": NESTED}, False, "members that are"),
    ],
)
def test_what_cannot_be_sent_at_all_takes_its_operation_with_it(
    tmp_path: Path, parameter: dict[str, Any], required: bool, message: str
) -> None:
    said = {"name": "color", "in": "query", "required": required, **parameter}
    found, left_out = findings(tmp_path, [said])
    assert left_out == required
    assert [message in each.message for each in found] == [True]
