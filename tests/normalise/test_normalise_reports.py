"""What cannot be carried is told with its place, and can be skipped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from specloom import ir
from specloom.normalise.kinds import WORDLESS
from support.normalising import ref, run, schemas

VALUES: dict[str, Any] = {
    "not": {"type": "string"},
    "if": {"required": ["a"]},
    "dependentRequired": {"a": ["b"]},
    "dependentSchemas": {"a": {"required": ["b"]}},
    "contains": {"type": "integer"},
    "propertyNames": {"pattern": "^a"},
    "patternProperties": {"^a": {"type": "string"}},
    "unevaluatedItems": False,
    "unevaluatedProperties": False,
}


@pytest.mark.parametrize("keyword", sorted(WORDLESS))
def test_a_keyword_without_words_is_asserted(keyword: str) -> None:
    schema = {"type": ["object", "array"], keyword: VALUES[keyword], "then": {"required": ["b"]}}
    found = schemas(Said=schema)
    assert not found.codes
    type_ = found.type("Said")
    assert isinstance(type_, ir.Assertion)
    assert not isinstance(type_.type, ir.Assertion)
    assert type_.place == "/components/schemas/Said"
    assert found.api.schemas == {type_.place: type_.schema}
    for value in ([], [1], ["x"], {}, {"a": 1}, {"a": "x"}, {"a": 1, "b": 2}, {"c": 3}):
        assert found.accepts("Said", value) is Draft202012Validator(schema).is_valid(value)


def test_an_assertion_brings_along_what_its_schema_refers_to() -> None:
    found = schemas(
        Said={"type": "object", "not": ref("Bad")},
        Bad={"description": "Bad.", "required": ["x"], "properties": {"x": ref("Word")}},
        Word={"type": "string"},
        Other={"type": "integer"},
    )
    places = {f"/components/schemas/{name}" for name in ("Said", "Bad", "Word")}
    assert set(found.api.schemas) == places
    bad = {"required": ("x",), "properties": {"x": {"$ref": "/components/schemas/Word"}}}
    assert found.api.schemas["/components/schemas/Bad"] == bad
    assert found.accepts("Said", {"x": 1})
    assert not found.accepts("Said", {"x": "y"})


def test_what_is_required_in_one_direction_is_left_to_the_types() -> None:
    member = {"type": "integer", "readOnly": True, "x-specloom-required-in": "response"}
    found = schemas(
        Said={
            "type": "object",
            "required": ["a", "b"],
            "properties": {"a": member},
            "not": {"required": ["c"]},
        }
    )
    (asserted,) = found.api.schemas.values()
    assert isinstance(asserted, Mapping)
    assert asserted["required"] == ("b",)


def test_schemas_that_apply_to_themselves_are_told() -> None:
    found = schemas(Self={"not": ref("Self")}, One={"if": ref("Two"), "then": {}}, Two={"not": ref("One")})
    assert found.codes == ["ref-loop", "ref-loop"]


def test_keywords_that_refuse_nothing_are_none() -> None:
    found = schemas(Fine={"type": "object", "unevaluatedProperties": True, "if": {}, "propertyNames": {}})
    assert not found.codes


def test_a_skipped_component_is_listed_and_its_faults_are_not_reported() -> None:
    document = {
        "components": {
            "schemas": {
                "Bad": {"type": "object", "not": {}},
                "Uses": {"type": "object", "properties": {"bad": ref("Bad")}},
            }
        }
    }
    found = run(document, skip=("Bad",))
    assert not found.codes
    assert [s.what for s in found.api.skipped] == ["schemas/Bad"]
    assert [n.component for n in found.api.types] == ["Uses"]
    assert found.field("Uses", "bad").type == ir.Anything()


@pytest.mark.parametrize("name", ["upload", "POST /up"])
def test_a_skipped_operation_is_listed_and_its_faults_are_not_reported(name: str) -> None:
    body = {"content": {"multipart/form-data": {"schema": {"type": "object", "not": {}}}}}
    document = {"paths": {"/up": {"post": {"operationId": "upload", "requestBody": body, "responses": {}}}}}
    found = run(document, skip=(name,))
    assert not found.codes
    assert found.api.operations == ()
    assert [s.what for s in found.api.skipped] == ["upload"]


def test_references_that_only_lead_to_each_other_are_an_error() -> None:
    found = schemas(
        Me=ref("Me"),
        Ping=ref("Pong"),
        Pong={"allOf": [ref("Ping")]},
        Either={"anyOf": [ref("Either"), {"type": "string"}]},
        Fine={"type": "array", "items": ref("Fine")},
    )
    assert set(found.codes) == {"ref-loop"}
    pointers = {f.location.pointer.split("/")[3] for f in found.found if f.location}
    assert {"Me", "Ping", "Either"} <= pointers
    assert "Fine" not in pointers


def test_parameters_that_only_refer_to_each_other_are_an_error() -> None:
    parameters = {"A": {"$ref": "#/components/parameters/B"}, "B": {"$ref": "#/components/parameters/A"}}
    get = {"parameters": [{"$ref": "#/components/parameters/A"}], "responses": {}}
    found = run({"paths": {"/": {"get": get}}, "components": {"parameters": parameters}})
    assert found.codes == ["ref-loop"]


def test_a_reference_to_nothing_is_an_error() -> None:
    found = schemas(A={"type": "object", "properties": {"x": ref("Nobody")}})
    assert found.place("ref-unresolved") == "/components/schemas/A/properties/x/$ref"


def test_deep_schemas_are_read() -> None:
    deep: dict[str, Any] = {"type": "object", "properties": {"end": {"type": "null"}}}
    for _ in range(60):
        deep = {"type": "object", "properties": {"a": {"type": "array", "items": deep}}}
    assert len(schemas(Deep=deep).api.types) == 61


def test_long_chains_of_references_are_followed() -> None:
    named: dict[str, Any] = {
        f"S{i}": {"allOf": [ref(f"S{i + 1}"), {"maxLength": 1000 + i}]} for i in range(400)
    }
    found = schemas(**named, S400={"type": "string"})
    assert found.type("S0") == ir.String(max_length=1000)
