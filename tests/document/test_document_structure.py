"""What stands where: a walk over objects, and the way to one of them, tell the same."""

from __future__ import annotations

from typing import Any

import pytest

from specloom.document import pointer as pointers
from specloom.document.structure import kind_reached, walk

DOCUMENT: dict[str, Any] = {
    "paths": {
        "/a~b": {
            "get": {
                "parameters": [{"$ref": "#/components/parameters/P"}, {"schema": {"items": {"not": {}}}}],
                "responses": {
                    "200": {"content": {"a/b": {"schema": {"allOf": [{}, {"properties": {"p": {}}}]}}}}
                },
            }
        }
    },
    "components": {"schemas": {"Old": {"items": [{"type": "string"}]}, "True": True}},
}


def test_a_walk_comes_to_an_object_as_what_it_is() -> None:
    nodes = list(walk(DOCUMENT, "document"))
    assert len(nodes) == 20
    for node in nodes:
        assert kind_reached("document", DOCUMENT, pointers.split(node.pointer)) == node.kind


@pytest.mark.parametrize(
    "where",
    [
        "/components/schemas",
        "/paths/~1a~0b/get/parameters",
        "/paths/~1a~0b/get/parameters/0/$ref",
        "/components/schemas/Old/items/0/type",
        "/components/schemas/Old/items",
        "/paths/~1a~0b/get/responses/200/content",
    ],
)
def test_a_walk_comes_to_nothing_else(where: str) -> None:
    assert kind_reached("document", DOCUMENT, pointers.split(where)) is None


def test_a_walk_goes_into_no_reference() -> None:
    response = {"$ref": "#/components/responses/A", "content": {"a/b": {}}}
    assert kind_reached("response", response, ["content", "a/b"]) is None
    assert kind_reached("response", {"content": {"a/b": {}}}, ["content", "a/b"]) == "mediaType"


@pytest.mark.parametrize("value", [{"allOf": {"a": {}}}, {"properties": [{}]}])
def test_a_walk_goes_into_no_container_of_the_other_kind(value: dict[str, Any]) -> None:
    (name,) = value
    token = "a" if name == "allOf" else "0"
    assert kind_reached("schema", value, [name, token]) is None
