"""The comparison of schemas takes spellings for what they are, and sees every change."""

from __future__ import annotations

from typing import Any

import pytest

from agreement.schemas import Comparison

NODE = {
    "type": "object",
    "required": ["v"],
    "properties": {"v": {"type": "integer"}, "next": {"$ref": "#/components/schemas/Node"}},
}
LEFT = {"components": {"schemas": {"Node": NODE, "Text": {"type": "string", "default": "a"}}}}
RIGHT = {
    "components": {
        "schemas": {
            "NodeX": {
                "title": "NodeX",
                "type": "object",
                "properties": {
                    "v": {"type": "integer", "title": "V"},
                    "next": {"anyOf": [{"$ref": "#/components/schemas/NodeX"}]},
                },
                "required": ["v"],
            },
            "TextX": {"type": "string", "default": "a"},
        }
    }
}


def ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def differences(left: Any, right: Any) -> list[str]:
    return Comparison(LEFT, RIGHT).schemas(left, right, "")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"const": "a"}, {"type": "string", "enum": ["a"]}),
        (
            {"type": ["string", "null"], "maxLength": 3},
            {"anyOf": [{"type": "string", "maxLength": 3}, {"type": "null"}]},
        ),
        ({"enum": ["a", None, 1]}, {"anyOf": [{"const": "a"}, {"type": "null"}, {"const": 1.0}]}),
        ({"enum": ["a", "b"]}, {"anyOf": [{"const": "b"}, {"const": "a"}]}),
        ({}, True),
        (
            {"type": ["string", "array"], "items": {"type": ["string", "integer"]}},
            {
                "anyOf": [
                    {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string"}]}},
                    {"type": "string"},
                ]
            },
        ),
        (
            {"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}, {"required": ["a"]}]},
            {"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"]},
        ),
        (
            {"type": "object", "required": ["x"]},
            {"type": "object", "required": ["x"], "properties": {"x": {}}},
        ),
        ({"type": "object", "additionalProperties": True}, {"type": "object"}),
        (ref("Node"), ref("NodeX")),
        (ref("Text"), {"allOf": [ref("TextX")]}),
        ({**ref("Text"), "default": "b"}, {"type": "string", "default": "b"}),
        ({"oneOf": [{"enum": ["x"]}, {"type": "object"}]}, {"anyOf": [{"const": "x"}, {"type": "object"}]}),
        ({"type": "number", "minimum": 1}, {"allOf": [{"type": "number"}, {"minimum": 1.0}, {"minimum": 0}]}),
        ({"type": "boolean", "enum": [True, False]}, {"type": "boolean"}),
        ({"minLength": 0, "type": "string", "description": "d"}, {"type": "string", "title": "t"}),
        ({"type": ["number", "integer"]}, {"type": "number"}),
        ({"type": "string", "enum": ["a", 1]}, {"const": "a"}),
    ],
)
def test_spellings_of_the_same(left: Any, right: Any) -> None:
    assert differences(left, right) == []


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ({"type": "string"}, {"type": "integer"}),
        ({"type": "integer"}, {"type": "number"}),
        ({"type": "string"}, {}),
        ({"type": "string"}, {"type": ["string", "null"]}),
        ({"type": "string"}, {"type": "string", "format": "date"}),
        ({"type": "string", "maxLength": 3}, {"type": "string"}),
        ({"type": "number", "minimum": 1}, {"type": "number", "exclusiveMinimum": 1}),
        ({"enum": ["a"]}, {"enum": ["a", "b"]}),
        ({"const": 1}, {"const": True}),
        ({"type": "string", "default": "a"}, {"type": "string"}),
        ({"type": "string", "default": None}, {"type": "string"}),
        (ref("Text"), {"type": "string"}),
        (ref("Node"), {"type": "object", "properties": {"v": {"type": "integer"}, "next": {}}}),
        ({"type": "object", "properties": {"a": {"type": "string"}}}, {"type": "object"}),
        ({"type": "object", "additionalProperties": False}, {"type": "object"}),
        ({"type": "object", "additionalProperties": {"type": "string"}}, {"type": "object"}),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array"}),
        ({"type": "array", "items": {"type": "string"}}, {"type": "array", "items": {"type": "integer"}}),
        (
            {"oneOf": [{"type": "object"}, {"type": "object", "required": ["a"]}]},
            {"anyOf": [{"type": "object"}, {"type": "object", "required": ["a"]}]},
        ),
        ({"not": {"type": "string"}}, {}),
        ({"type": "object", "required": ["a"]}, {"type": "object"}),
        (
            {"anyOf": [{"type": "object", "required": ["a"]}, {"type": "object", "required": ["b"]}]},
            {"type": "object", "required": ["a"]},
        ),
    ],
)
def test_changes(left: Any, right: Any) -> None:
    assert Comparison(LEFT, LEFT).schemas(left, right, "") != []
    assert Comparison(LEFT, LEFT).schemas(right, left, "") != []
