"""The JSON Schema of a model decides as the model does, and as the document, whatever stands in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from pydantic import TypeAdapter, ValidationError

from support.generated import Generated

DOCUMENT = """\
openapi: 3.1.0
info: {title: JSON Schemas, version: "1"}
paths:
  /data:
    get:
      operationId: getData
      responses:
        "200":
          description: Data.
          content: {application/json: {schema: {$ref: "#/components/schemas/Data"}}}
components:
  schemas:
    NoMoreItems: {$ref: "#/components/schemas/Items", unevaluatedItems: false}
    NoMoreMembers: {$ref: "#/components/schemas/Members", unevaluatedProperties: false}
    Neither: {$ref: "#/components/schemas/Long", unevaluatedItems: false, unevaluatedProperties: false}
    Either:
      anyOf: [{$ref: "#/components/schemas/Object"}, {$ref: "#/components/schemas/Array"}]
      unevaluatedProperties: false
      unevaluatedItems: false
    StillOpen: {allOf: [{$ref: "#/components/schemas/Open"}], unevaluatedProperties: false}
    TextsAfter: {$ref: "#/components/schemas/First", unevaluatedItems: {type: string}}
    Closed: {allOf: [{$ref: "#/components/schemas/Plain"}], unevaluatedProperties: false}
    Far: {$ref: "#/components/schemas/Near", unevaluatedProperties: false}
    Near: {$ref: "#/components/schemas/Asking"}
    Asking: {type: object, required: [b]}
    Items: {items: {}}
    Members: {properties: {a: {}}}
    Long: {minLength: 2}
    Object: {type: object}
    Array: {type: array}
    Open: {type: object, properties: {a: {}}, additionalProperties: true}
    First: {prefixItems: [{type: integer}]}
    Plain: {type: object, properties: {a: {type: integer}}}
    Data:
      type: object
      properties:
        listed: {enum: [{$ref: "#/components/schemas/Nowhere"}, {$ref: 5}, {a: [{$ref: "#/b"}]}, 1]}
        constant: {const: {$ref: "nowhere"}}
        filled: {type: object, default: {$ref: "#/nowhere"}}
        held: {$ref: "#/components/schemas/Held"}
    Held:
      type: object
      properties: {d: {enum: [{$ref: "#/$defs/Held"}], default: {$ref: "#/$defs/Held"}}}
      not: {required: [never]}
      default: {$ref: "#/nowhere"}
      examples: [{$ref: "#/nowhere"}]
"""
SCHEMAS: dict[str, Any] = yaml.safe_load(DOCUMENT)["components"]["schemas"]
VALUES: list[Any] = [
    *(None, 1, "a", "ab", [], [1], ["a"], [1, "a"], [1, 1]),
    *({}, {"a": 1}, {"b": 1}, {"a": 1, "b": 2}),
]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("json_schemas")
    (folder / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    package = Generated(folder / "openapi.yaml", folder, "json_schemas")
    yield package
    package.close()


@pytest.mark.parametrize("name", sorted(SCHEMAS.keys() - {"Data", "Held"}))
def test_the_text_the_model_and_the_document_decide_alike(made: Generated, name: str) -> None:
    adapter: TypeAdapter[Any] = TypeAdapter(made.load("models").SCHEMA_TYPES[name])
    said = Draft202012Validator(adapter.json_schema())
    document = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
    for value in VALUES:
        wanted = Draft202012Validator(document).is_valid(value)
        assert said.is_valid(value) is wanted, value
        assert takes(adapter, value) is wanted, value


def takes(adapter: TypeAdapter[Any], value: Any) -> bool:
    try:
        adapter.validate_json(json.dumps(value))
    except ValidationError:
        return False
    return True


def test_only_what_types_would_say_otherwise_is_held_to_its_schema(made: Generated) -> None:
    models = made.load("models")
    assert models.Plain.__assertion__ is None
    assert models.Open.__assertion__ is not None


def test_what_looks_like_a_reference_in_data_is_none(made: Generated) -> None:
    said = made.load("models").Data.model_json_schema()
    members = said["properties"]
    assert members["listed"]["enum"] == SCHEMAS["Data"]["properties"]["listed"]["enum"]
    assert members["constant"] == {"const": {"$ref": "nowhere"}}
    assert members["filled"]["default"] == {"$ref": "#/nowhere"}
    assert members["held"] == {"$ref": "#/$defs/Held"}
    assert said["$defs"]["Held"] == SCHEMAS["Held"]
    assert json.loads(json.dumps(said)) == said


def test_so_it_is_in_the_served_document(made: Generated) -> None:
    served = made.load("server").create_app().openapi()["components"]["schemas"]
    assert served["Held"] == SCHEMAS["Held"]
    assert served["Data"]["properties"]["listed"]["enum"] == SCHEMAS["Data"]["properties"]["listed"]["enum"]
