"""What generated servers serve says the same as their documents, and hand-made changes to them are seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate

from agreement.comparison import compare
from support.generated import Generated
from support.golden import Topic, topics
from support.packages import committed, load, package_of

TOPICS = [topic for topic in topics() if (topic.expected / topic.package / "server").is_dir()]
SHOP = """
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://shop.example/v1'}]
security: [{key: []}, {bearer: []}]
tags: [{name: things, description: All things.}]
paths:
  /things/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer, minimum: 1}}]
    get:
      operationId: getThing
      tags: [things]
      parameters: [{name: part, in: query, schema: {type: string, default: all}}]
      responses:
        '200':
          description: the thing
          headers: {X-Count: {required: true, schema: {type: integer}}}
          content:
            application/json: {schema: {$ref: '#/components/schemas/Thing'}}
            text/plain: {schema: {type: string}}
        '404': {description: none}
        4XX: {description: wrong, content: {application/problem+json: {schema: {type: object}}}}
    put:
      operationId: putThing
      tags: [things]
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
      responses: {'204': {description: done}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    bearer: {type: http, scheme: bearer}
  schemas:
    Thing:
      type: object
      required: [name]
      properties:
        name: {type: string, maxLength: 10}
        size: {enum: [s, m, l]}
        parts: {type: array, items: {$ref: '#/components/schemas/Thing'}}
"""


def served(generated: Generated) -> Any:
    return generated.load("server").create_app().openapi()


@pytest.mark.parametrize("distribution", committed(), ids=package_of)
def test_a_shipped_server_serves_what_its_document_says(distribution: Path) -> None:
    agrees(distribution)


@pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic.name)
def test_a_golden_server_serves_what_its_document_says(topic: Topic) -> None:
    agrees(topic.tree)


def agrees(distribution: Path) -> None:
    package = package_of(distribution)
    document = json.loads((distribution / package / "openapi.json").read_text(encoding="utf-8"))
    found = load(distribution, f"{package}.server").create_app().openapi()
    assert compare(document, found) == []
    validate(found)


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Generated]:
    (tmp_path / "shop.yaml").write_text(SHOP, encoding="utf-8")
    generated = Generated(tmp_path / "shop.yaml", tmp_path / "out", "agreed_shop")
    yield generated
    generated.close()


def test_the_document_itself_is_not_read(shop: Generated) -> None:
    document = shop.document
    (shop.folder / shop.package / "openapi.json").unlink()
    assert compare(document, served(shop)) == []


SERVICE, OPERATIONS, MODEL = "server/things.py", "operations/things.py", "models/thing.py"


@pytest.mark.parametrize(
    ("path", "old", "new", "seen"),
    [
        (SERVICE, 'Handles(things.PUT_THING, "put_thing", None),', "", "the operation is missing"),
        (MODEL, "name:", "nam:", "is missing"),
        (MODEL, "max_length=10", "max_length=11", "maxLength 10 became 11"),
        (MODEL, '"m", ', "", "enum"),
        (OPERATIONS, '"404"', '"410"', "404: is missing"),
        (OPERATIONS, '"text/plain"', '"text/html"', "text/plain: is missing"),
        (OPERATIONS, 'Requirement("bearer")', 'Requirement("key")', "security"),
        (OPERATIONS, "required=True", "required=False", "required"),
        ("operations/_source.py", '"X-Key"', '"X-Other"', "security"),
    ],
)
def test_changes_to_the_generated_code_are_seen(
    shop: Generated, path: str, old: str, new: str, seen: str
) -> None:
    document = shop.document
    shop.alter(path, old, new)
    differences = compare(document, served(shop))
    assert any(seen in difference for difference in differences), differences
