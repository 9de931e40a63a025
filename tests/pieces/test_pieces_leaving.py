"""Faulty and unsupported pieces: what is left out, what is said of it, and what is generated all the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from support.command import Done, specloom

DOCUMENT = """\
openapi: 3.1.0
info: {title: A, version: "1"}
security: [{key: []}]
paths:
  /good:
    get:
      operationId: good
      tags: [good]
      responses:
        "200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Right"}}}}
  /typed:
    parameters: [{name: b, in: query, schema: {type: text}}]
    get: {operationId: typed, responses: {"204": {description: d}}}
    put: {operationId: typedToo, responses: {"204": {description: d}}}
  /refers:
    put:
      operationId: refers
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/None"}}}}
      responses: {"204": {description: d}}
  /uses:
    get:
      operationId: uses
      responses:
        "200": {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Outer"}}}}
  /guarded:
    get: {operationId: guarded, security: [{odd: []}], responses: {"204": {description: d}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: k}
    odd: {type: apiKey, in: nowhere, name: k}
  schemas:
    Wrong: {type: object, required: a}
    Outer: {type: object, properties: {a: {$ref: "#/components/schemas/Wrong"}}}
    Right: {type: object, properties: {a: {type: string}}}
"""
LEFT_OUT = {
    "GET /typed": "there are errors in it",
    "PUT /typed": "there are errors in it",
    "PUT /refers": "there are errors in it",
    "GET /uses": "it needs the schema Wrong",
    "GET /guarded": "it needs the securityScheme odd",
    "securityScheme odd": "there are errors in it",
    "schema Wrong": "there are errors in it",
    "schema Outer": "it needs the schema Wrong",
}
UNSUPPORTED = """\
openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /good:
    get: {operationId: good, responses: {"204": {description: d}}}
  /odd:
    get:
      operationId: odd
      parameters: [{$ref: "#/components/parameters/Odd"}]
      responses: {"204": {description: d}}
components:
  parameters:
    Odd: {name: a, in: query, content: {application/xml: {schema: {type: string}}}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(DOCUMENT, encoding="utf-8")
    (tmp_path / "odd.yaml").write_text(UNSUPPORTED, encoding="utf-8")
    return tmp_path


def findings(done: Done, severity: str) -> list[dict[str, Any]]:
    return [each for each in json.loads(done.out)["findings"] if each["severity"] == severity]


def generate(folder: Path, *more: str, name: str = "a.yaml") -> Done:
    return specloom("generate", name, "-o", "out", "--package", "made", "--format", "json", *more, cwd=folder)


def left_out(done: Done) -> dict[str, str]:
    said = [each["message"] for each in findings(done, "warning") if each["code"] == "left-out"]
    return dict(text.split(" is left out, as ") for text in said)


def test_faults_stop_generation_and_the_way_out_is_told_once(folder: Path) -> None:
    done = generate(folder)
    assert done.code == 1
    assert not (folder / "out").exists()
    assert {each["code"] for each in findings(done, "error")} == {
        "wrong-value",
        "ref-unresolved",
        "wrong-type",
    }
    (told,) = findings(done, "note")
    assert (told["code"], "--skip-faulty" in told["hint"]) == ("way-out", True)
    text = specloom("generate", "a.yaml", "-o", "out", cwd=folder).err
    assert text.splitlines()[-2].count("--skip-faulty") == text.count("--skip-faulty") == 1


@pytest.mark.parametrize(
    ("document", "code"),
    [(None, "file-missing"), ("openapi: [", "yaml-syntax"), ("openapi: 9.0.0", None), ("[]", None)],
)
def test_there_is_no_way_out_of_a_document_that_cannot_be_read(
    tmp_path: Path, document: str | None, code: str | None
) -> None:
    if document is not None:
        (tmp_path / "a.yaml").write_text(document, encoding="utf-8")
    done = generate(tmp_path)
    assert (done.code, findings(done, "note")) == (1, [])
    assert code in (None, *(each["code"] for each in findings(done, "error")))


@pytest.mark.parametrize(
    ("action", "codes", "notes"),
    [
        ({"target": "$[", "remove": True}, {"overlay-target"}, []),
        (
            {"target": "$.paths['/good'].get", "update": {"parameters": [{"name": "q", "in": "nowhere"}]}},
            {"missing-member", "wrong-value"},
            ["way-out"],
        ),
    ],
)
def test_there_is_no_way_out_of_an_overlay_but_of_what_it_writes(
    tmp_path: Path, action: dict[str, Any], codes: set[str], notes: list[str]
) -> None:
    (tmp_path / "a.yaml").write_text(UNSUPPORTED, encoding="utf-8")
    overlay = {"overlay": "1.0.0", "info": {"title": "O", "version": "1"}, "actions": [action]}
    (tmp_path / "o.yaml").write_text(json.dumps(overlay), encoding="utf-8")
    source = {"id": "a", "path": "a.yaml", "overlays": ["o.yaml"]}
    project = {"packages": [{"package": "made", "output": "out", "sources": [source]}]}
    (tmp_path / "specloom.yaml").write_text(json.dumps(project), encoding="utf-8")
    done = specloom("generate", "--format", "json", cwd=tmp_path)
    assert done.code == 1
    assert {each["code"] for each in findings(done, "error")} == codes
    assert [each["code"] for each in findings(done, "note")] == notes


def test_the_rest_is_generated_and_everything_that_is_not_is_named(folder: Path) -> None:
    done = generate(folder, "--skip-faulty")
    assert (done.code, findings(done, "error")) == (0, [])
    assert left_out(done) == LEFT_OUT
    made = folder / "out/made"
    assert [path.name for path in sorted((made / "models").glob("[a-z]*.py"))] == ["right.py"]
    assert re.findall(r'path="(.*?)"', (made / "operations/good.py").read_text("utf-8")) == ["/good"]
    shipped = json.loads((made / "openapi.json").read_text("utf-8"))
    assert list(shipped["paths"]) == ["/good"]
    assert list(shipped["components"]["schemas"]) == ["Right"]
    assert list(shipped["components"]["securitySchemes"]) == ["key"]
    places = {each["location"]["pointer"] for each in findings(done, "warning") if each["code"] != "left-out"}
    assert "/components/schemas/Wrong/required" in places


def test_the_project_file_says_it_too_and_strict_says_the_contrary(folder: Path) -> None:
    def project(**more: Any) -> Done:
        package = {"package": "made", "output": "out", "sources": [{"id": "a", "path": "a.yaml"}], **more}
        (folder / "specloom.yaml").write_text(json.dumps({"packages": [package]}), encoding="utf-8")
        return specloom("generate", "--format", "json", cwd=folder)

    assert left_out(project(skip_faulty=True)) == LEFT_OUT
    assert specloom("check", "--format", "json", cwd=folder).code == 0
    strict = project(skip_faulty=True, strict=True)
    assert strict.code == 1
    assert len(findings(strict, "error")) >= len(LEFT_OUT)
    assert project().code == 1


def test_what_is_wrong_outside_of_any_piece_stops_in_any_case(folder: Path) -> None:
    (folder / "a.yaml").write_text(DOCUMENT.replace("info: {title: A", "info: {titel: A"), encoding="utf-8")
    done = generate(folder, "--skip-faulty")
    assert done.code == 1
    assert ("missing-member", "/info") in {
        (each["code"], each["location"]["pointer"]) for each in findings(done, "error")
    }
    assert findings(done, "note") == []


def test_what_is_not_supported_is_left_out_of_a_valid_document(folder: Path) -> None:
    done = generate(folder, name="odd.yaml")
    assert done.code == 0
    assert left_out(done) == {
        "GET /odd": "it needs the parameter Odd",
        "parameter Odd": "it is not supported",
    }
    assert not findings(done, "error")
    assert generate(folder, "--strict", "--force", name="odd.yaml").code == 1
    assert specloom("check", "odd.yaml", "-o", "out", "--package", "made", cwd=folder).code == 0


def test_a_component_of_another_kind_is_no_schema(folder: Path) -> None:
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Wrong"}}}
    document = {
        "openapi": "3.0.3",
        "info": {"title": "A", "version": "1"},
        "paths": {"/a": {"get": {"responses": {"200": {"description": "d", "content": content}}}}},
        "components": {
            "parameters": {"A": {"name": "a", "in": "path", "required": True, "schema": {"type": "string"}}},
            "schemas": {
                "Wrong": {"type": "object", "properties": {"a": {"$ref": "#/components/parameters/A"}}}
            },
        },
    }
    (folder / "kind.json").write_text(json.dumps(document), encoding="utf-8")
    done = generate(folder, name="kind.json")
    assert [each["code"] for each in findings(done, "error")] == ["ref-kind"]
    done = generate(folder, "--skip-faulty", name="kind.json")
    assert (done.code, done.err) == (0, "")
    assert left_out(done) == {
        "GET /a": "it needs the schema Wrong",
        "schema Wrong": "there are errors in it",
    }


def test_strict_makes_errors_of_warnings_for_every_command(folder: Path) -> None:
    text = UNSUPPORTED.replace("info:", "extra: 1\ninfo:").replace("application/xml", "application/json")
    (folder / "odd.yaml").write_text(text, encoding="utf-8")
    assert specloom("generate", "odd.yaml", "-o", "out", cwd=folder).code == 0
    assert specloom("check", "odd.yaml", "-o", "out", cwd=folder).code == 0
    for command, more in (("validate", ()), ("generate", ("-o", "out")), ("check", ("-o", "out"))):
        done = specloom(command, "odd.yaml", *more, "--strict", "--format", "json", cwd=folder)
        assert done.code == 1, command
        assert [each["code"] for each in findings(done, "error")] == ["unknown-member"], command
