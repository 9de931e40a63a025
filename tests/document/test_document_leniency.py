"""Faults that leave the meaning clear: each is a warning, and is read in one way."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter, ValidationError

from specloom.diagnostics import Severity
from support.command import specloom
from support.generated import Generated
from support.serving import serving

TEXT = {"type": "string"}
DONE = {"204": {"description": "done"}}


def parameter(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": TEXT, **more}


PATHS: dict[str, Any] = {
    "/unknown": {"get": {"operationId": "unknown", "extra": 1, "responses": DONE}},
    "/told": {
        "get": {
            "operationId": "told",
            "description": None,
            "summary": 3,
            "externalDocs": {"description": "nowhere"},
            "parameters": [parameter("a", description=["x"], deprecated="no", fold=1)],
            "responses": {"200": {"content": {"text/plain": {"schema": TEXT, "examples": 3}}}},
        }
    },
    "/missing/{id}/{other}": {
        "get": {"operationId": "missing", "parameters": [parameter("other", "path")], "responses": DONE}
    },
    "/unused": {"get": {"operationId": "unused", "parameters": [parameter("id", "path")], "responses": DONE}},
    "/twice": {
        "get": {"operationId": "twice", "parameters": [parameter("a"), parameter("a")], "responses": DONE}
    },
    "/empty": {"get": {"operationId": "empty", "responses": {}}},
}
SCHEMAS: dict[str, Any] = {
    "Odd name": {"type": "object", "required": ["a", "a"], "properties": {"a": TEXT}},
    "Pattern": {"type": "string", "pattern": "(?i)^a"},
    "Default": {"type": "object", "properties": {"a": {"type": "integer", "default": "x"}}},
    "Told": {"type": "object", "title": 3, "description": {}, "examples": {}, "externalDocs": "x"},
    "File": {"type": "file", "description": "A leftover."},
    "Twice": {"enum": ["a", "b", "a"]},
    "OneWay": {
        "type": "object",
        "required": ["a", "b"],
        "properties": {
            "a": {**TEXT, "x-specloom-required-in": ["request"]},
            "b": {**TEXT, "x-specloom-required-in": "both"},
        },
    },
}
TAGS = [{"name": "default", "description": "first"}, {"name": "default", "description": "second"}]
CODES = {
    "/paths/~1unknown/get/extra": "unknown-member",
    "/paths/~1told/get/description": "wrong-type",
    "/paths/~1told/get/summary": "wrong-type",
    "/paths/~1told/get/externalDocs": "missing-member",
    "/paths/~1told/get/parameters/0/description": "wrong-type",
    "/paths/~1told/get/parameters/0/deprecated": "wrong-type",
    "/paths/~1told/get/parameters/0/fold": "unknown-member",
    "/paths/~1told/get/responses/200": "missing-member",
    "/paths/~1told/get/responses/200/content/text~1plain/examples": "wrong-type",
    "/paths/~1missing~1{id}~1{other}": "path-parameter-missing",
    "/paths/~1unused/get/parameters/0": "path-parameter-unused",
    "/paths/~1twice/get/parameters/1": "duplicate-parameter",
    "/paths/~1empty/get/responses": "empty",
    "/components/schemas/Odd name": "wrong-name",
    "/components/schemas/Odd name/required/1": "duplicate-item",
    "/components/schemas/Pattern/pattern": "bad-pattern",
    "/components/schemas/Pattern": "pattern-invalid",
    "/components/schemas/Default/properties/a/default": "default-invalid",
    "/components/schemas/Told/title": "wrong-type",
    "/components/schemas/Told/description": "wrong-type",
    "/components/schemas/Told/examples": "wrong-type",
    "/components/schemas/Told/externalDocs": "wrong-type",
    "/components/schemas/File/type": "wrong-value",
    "/components/schemas/Twice/enum/2": "enum-duplicate",
    "/components/schemas/OneWay/properties/a/x-specloom-required-in": "required-in-unknown",
    "/components/schemas/OneWay/properties/b/x-specloom-required-in": "required-in-unknown",
    "/tags/1/name": "duplicate-tag",
}
ADVICE = {"default-invalid", "enum-duplicate", "required-in-unknown"}
"""What the specification advises against (JSON Schema validation, 6.1.2 and 9.2), or leaves to extensions."""


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("lenient")
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Lenient", "version": "1"},
        "tags": TAGS,
        "paths": PATHS,
        "components": {"schemas": SCHEMAS},
    }
    (folder / "lenient.json").write_text(json.dumps(document), encoding="utf-8")
    made = Generated(folder / "lenient.json", folder / "out", "lenient", only=("client", "server"))
    yield made
    made.close()


def test_each_is_a_warning_at_its_place(package: Generated) -> None:
    warned = [each for each in package.findings if each.severity is Severity.WARNING]
    assert {each.location.pointer: each.code for each in warned if each.location} == CODES


def test_to_a_verdict_what_breaks_the_specification_is_an_error(
    package: Generated,
) -> None:
    document = package.folder.parent / "lenient.json"
    done = specloom("validate", str(document), "--format", "json", cwd=document.parent)
    assert done.code == 1
    found = json.loads(done.out)["findings"]
    own = [each for each in found if each["location"] and each["location"]["pointer"] in CODES]
    warned = {each["code"] for each in own if each["severity"] == "warning"}
    assert {each["code"] for each in own if each["severity"] == "error"} == {
        code for code in CODES.values() if code not in ADVICE
    } - {"pattern-invalid"}  # that comes of planning
    assert warned == ADVICE


def test_what_is_generated_has_the_reading_that_the_warnings_tell(package: Generated) -> None:
    operations = package.load("operations.default")
    assert [p.name for p in operations.UNUSED.parameters] == []
    assert [p.name for p in operations.TWICE.parameters] == ["a"]
    assert {p.name for p in operations.MISSING.parameters} == {"id", "other"}
    assert operations.TOLD.description is None
    assert operations.TOLD.parameters[0].deprecated is False
    assert operations.TOLD.responses[0].description == ""
    assert operations.UNUSED.source.tags == {"default": "first"}
    types = package.load("models").SCHEMA_TYPES
    assert TypeAdapter(types["Pattern"]).validate_python("no a") == "no a"
    assert package.document["components"]["schemas"]["File"]["format"] == "binary"
    with pytest.raises(ValidationError):
        TypeAdapter(types["File"]).validate_python(3)
    assert TypeAdapter(types["Odd name"]).validate_python({"a": "x"}).a == "x"
    with pytest.raises(ValidationError):
        TypeAdapter(types["Odd name"]).validate_python({})
    with pytest.raises(ValidationError) as refused:
        TypeAdapter(types["OneWay"]).validate_python({})
    assert {error["loc"] for error in refused.value.errors()} == {("a",), ("b",)}
    assert TypeAdapter(types["Default"]).validate_python({}).model_dump(exclude_unset=True) == {}


def test_a_path_parameter_that_is_not_declared_is_any_text_on_both_ends(package: Generated) -> None:
    server = package.load("server")
    interface = package.load("server.default").DefaultService
    asked: list[dict[str, Any]] = []
    handler = {"missing": lambda self, **arguments: asked.append(arguments)}
    with serving(server.create_app(default=type("Filled", (interface,), handler)())) as base:
        client = importlib.import_module(f"{package.package}.client").Client(base_url=base)
        client.default.missing(id="1 2", other="b")
        assert httpx.get(f"{base}/missing/a/b").status_code == 204
    assert asked == [{"id": "1 2", "other": "b"}, {"id": "a", "other": "b"}]


def test_keywords_of_later_dialects_mean_nothing_in_openapi_30(tmp_path: Path) -> None:
    odd = {"type": "string", "const": "a", "examples": {"a": 1}, "if": False}
    document = {
        "openapi": "3.0.3",
        "info": {"title": "Old", "version": "1"},
        "paths": {},
        "components": {"schemas": {"Odd": odd}},
    }
    (tmp_path / "old.json").write_text(json.dumps(document), encoding="utf-8")
    made = Generated(tmp_path / "old.json", tmp_path / "out", "old_keywords", only=("models",))
    try:
        told = {each.location.pointer: each.code for each in made.findings if each.location}
        names = ("const", "examples", "if")
        assert told == {f"/components/schemas/Odd/{name}": "unknown-member" for name in names}
        assert TypeAdapter(made.load("models").SCHEMA_TYPES["Odd"]).validate_python("b") == "b"
    finally:
        made.close()
