"""Older versions said in the newest dialect, with the same meaning and the same places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.document.validate import validate


def _schema(written: str, version: str, tmp_path: Path) -> tuple[Any, list[str]]:
    path = tmp_path / "a.yaml"
    path.write_text(
        f"openapi: {version}.0\ninfo: {{title: t, version: '1'}}\npaths: {{}}\n"
        f"components:\n  schemas:\n    T: {{type: string}}\n    S: {written}\n"
    )
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    assert loaded.document.content["openapi"] == "3.2.0"
    assert loaded.document.locate("/components/schemas/S").line == 7
    return loaded.document.content["components"]["schemas"]["S"], [d.code for d in diagnostics]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{type: string, nullable: true}", {"type": ["string", "null"]}),
        ("{type: string, nullable: false}", {"type": "string"}),
        ("{type: string, nullable: true, enum: [a]}", {"type": ["string", "null"], "enum": ["a"]}),
        ("{nullable: true, enum: [a, null]}", {"enum": ["a", None]}),
        ("{nullable: true, allOf: [{$ref: '#/components/schemas/T'}]}",
         {"allOf": [{"$ref": "#/components/schemas/T"}]}),
        ("{minimum: 1, exclusiveMinimum: true}", {"exclusiveMinimum": 1}),
        ("{maximum: 1, exclusiveMaximum: false}", {"maximum": 1}),
        ("{exclusiveMaximum: true}", {}),
        ("{type: string, format: byte}", {"type": "string", "contentEncoding": "base64"}),
        ("{type: string, format: date}", {"type": "string", "format": "date"}),
        ("{example: {nullable: true}}", {"examples": [{"nullable": True}]}),
        ("{properties: {nullable: {type: string, nullable: true}}}",
         {"properties": {"nullable": {"type": ["string", "null"]}}}),
        ("{enum: [{nullable: true}], default: {example: 1}}",
         {"enum": [{"nullable": True}], "default": {"example": 1}}),
    ],
)  # fmt: skip
def test_schemas_of_3_0(written: str, meant: Any, tmp_path: Path) -> None:
    assert _schema(written, "3.0", tmp_path) == (meant, [])


def test_what_stands_beside_a_reference_is_ignored_in_3_0_and_not_later(tmp_path: Path) -> None:
    written = "{$ref: '#/components/schemas/T', description: d, nullable: true, maxLength: 3}"
    assert _schema(written, "3.0", tmp_path) == (
        {"$ref": "#/components/schemas/T"},
        ["ref-siblings-ignored", "ref-siblings-ignored"],
    )
    kept, notes = _schema(written, "3.1", tmp_path)
    assert kept["maxLength"] == 3
    assert notes == []


def test_example_becomes_examples_and_keeps_its_place(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "openapi: 3.1.0\ninfo: {title: t, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n"
        "    S:\n      example:\n        a: [1,\n          2]\n"
    )
    loaded = load(str(path), diagnostics=Diagnostics())
    assert loaded.document.content["components"]["schemas"]["S"] == {"examples": [{"a": [1, 2]}]}
    assert loaded.document.locate("/components/schemas/S/examples/0/a/1").line == 9


def test_older_drafts_of_json_schema(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(
        '{"$schema": "http://json-schema.org/draft-07/schema#", "items": [{"type": "string"}],'
        ' "additionalItems": false, "dependencies": {"a": ["b"], "c": {"type": "object"}},'
        ' "not": {"$ref": "#/definitions/D", "type": "null"}, "definitions": {"D": {}}}'
    )
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    validate(loaded, diagnostics=diagnostics)
    content = loaded.document.content
    assert content["prefixItems"] == [{"type": "string"}]
    assert content["items"] is False
    assert content["dependentRequired"] == {"a": ["b"]}
    assert content["dependentSchemas"] == {"c": {"type": "object"}}
    assert content["not"] == {"$ref": "#/definitions/D"}
    assert [d.code for d in diagnostics] == ["ref-siblings-ignored"]


def test_what_was_written_stays_at_hand(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(
        "openapi: 3.0.0\ninfo: {title: t, version: '1'}\npaths: {}\n"
        "components: {schemas: {S: {type: string, nullable: true}}}\n"
    )
    loaded = load(str(path), diagnostics=Diagnostics())
    assert loaded.version == "3.0"
    assert loaded.written[loaded.document.uri].content["components"]["schemas"]["S"]["nullable"] is True


_ODD = [
    "{not: [{nullable: true, type: string}]}",
    "{allOf: {const: 1, nullable: true, type: string}}",
    "{properties: [{example: 1}, {type: file}]}",
    "{properties: {a: [{type: string, nullable: true}]}}",
    "[{type: string, nullable: true}]",
    "{anyOf: [[{example: 1}]], patternProperties: {a: {example: 1}}}",
    "{items: [{type: string, nullable: true}]}",
    "{oneOf: {a: {type: file}}}",
    "{type: object, properties: {a: {type: string, description: 1}, b: {type: file}, c: {format: byte}}}",
    "{additionalProperties: true, not: {title: [no]}}",
    "{$ref: '#/components/schemas/T', const: 1}",
    "{$ref: 1, items: {nullable: true, type: string}}",
    "{discriminator: {propertyName: a, mapping: {T: T, other: '#/components/schemas/T'}}, example: 1}",
    "{$ref: '#/components/responses/R/content/a~1b/schema'}",
]


@pytest.mark.parametrize("version", ["3.0", "3.1"])
@pytest.mark.parametrize("written", _ODD)
def test_a_document_is_upgraded_alike_whether_it_is_plain_or_not(
    written: str, version: str, tmp_path: Path
) -> None:
    def upgraded(name: str, further: str) -> tuple[Any, list[Any]]:
        path = tmp_path / name
        path.write_text(
            f"openapi: {version}.0\ninfo: {{title: t, version: '1'}}\npaths: {{}}\ncomponents:\n"
            "  responses:\n"
            "    R: {$ref: '#/components/responses/Q',"
            " content: {a/b: {schema: {example: 1, items: {example: 1}}}}}\n"
            "    Q: {description: 1, headers: {H: {$ref: '#/components/headers/H', required: true}}}\n"
            "  headers:\n    H: {schema: {type: string, nullable: true}}\n"
            "  parameters:\n"
            "    P: {name: p, in: query, description: [1], examples: [1], schema: {type: file}}\n"
            f"  schemas:\n    T: {{type: string}}\n    S: {written}\n{further}"
        )
        diagnostics = Diagnostics()
        content = load(str(path), diagnostics=diagnostics).document.content
        content["components"]["schemas"].pop("Other", None)
        found = [(d.code, d.message, d.location and d.location.pointer) for d in diagnostics]
        return content, found

    other = "    Other: {$ref: 'aside.yaml'}\n"
    (tmp_path / "aside.yaml").write_text("type: string\n")
    assert upgraded("plain.yaml", "") == upgraded("not-plain.yaml", other)
