"""Dynamic references, anchors and identifiers: each reference leads to what is meant where it stands."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.document.model import LoadedSource
from specloom.document.pointer import find
from support.command import SPECLOOM

META = "https://json-schema.org/draft/2020-12/schema"
LIST = {
    "$id": "https://example.com/list",
    "type": "array",
    "items": {"$dynamicRef": "#item"},
    "$defs": {"any": {"$dynamicAnchor": "item"}},
}


def read(folder: Path, content: Any, name: str = "root.schema.json") -> LoadedSource:
    path = folder / name
    path.write_text(json.dumps(content), encoding="utf-8")
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    assert not list(diagnostics)
    return loaded


def at(loaded: LoadedSource, reference: str) -> Any:
    uri, pointer = loaded.resolve(loaded.document.uri, reference)
    return find(loaded.files[uri].content, pointer)


def test_a_list_is_written_once_for_each_kind_of_item(tmp_path: Path) -> None:
    def of(name: str, item: dict[str, Any]) -> dict[str, Any]:
        anchor = {"item": {"$dynamicAnchor": "item", **item}}
        return {"$id": f"https://example.com/{name}", "$ref": "list", "$defs": anchor}

    loaded = read(
        tmp_path,
        {
            "$defs": {
                "list": LIST,
                "texts": of("texts", {"type": "string"}),
                "numbers": of("numbers", {"type": "number"}),
            }
        },
    )
    kinds = []
    for name in ("texts", "numbers"):
        meant = at(loaded, at(loaded, f"#/$defs/{name}")["$ref"])
        kinds.append(at(loaded, meant["items"]["$ref"]).get("type"))
    assert kinds == ["string", "number"]
    plain = at(loaded, "#/$defs/list")
    assert at(loaded, plain["items"]["$ref"]) == {}


def test_what_is_written_anew_stands_where_it_was_written(tmp_path: Path) -> None:
    text = {"$id": "https://example.com/texts", "$ref": "list", "$defs": {"t": {"$dynamicAnchor": "item"}}}
    loaded = read(tmp_path, {"$defs": {"list": LIST, "texts": text}})
    uri, pointer = loaded.resolve(loaded.document.uri, at(loaded, "#/$defs/texts")["$ref"])
    assert pointer != "/$defs/list"
    assert loaded.files[uri].locate(pointer + "/items").pointer == "/$defs/list/items"


@pytest.mark.parametrize("reference", ["#item", "#/$defs/any"])
def test_a_dynamic_reference_that_is_none_is_a_plain_one(tmp_path: Path, reference: str) -> None:
    schema = {"items": {"$dynamicRef": reference}, "$defs": {"any": {"$anchor": "item", "type": "null"}}}
    loaded = read(tmp_path, schema)
    assert at(loaded, loaded.document.content["items"]["$ref"]) == {"$anchor": "item", "type": "null"}


def test_both_kinds_of_reference_stand_beside_each_other(tmp_path: Path) -> None:
    schema = {
        "$ref": "#/$defs/a",
        "$dynamicRef": "#b",
        "$defs": {"a": {"minimum": 1}, "b": {"$dynamicAnchor": "b", "maximum": 2}},
    }
    content = read(tmp_path, schema).document.content
    assert content["$ref"] == "#/$defs/a"
    assert content["allOf"] == [{"$ref": "#/$defs/b"}]
    assert "$dynamicRef" not in content


def test_a_dynamic_reference_that_leads_nowhere_is_told(tmp_path: Path) -> None:
    path = tmp_path / "root.schema.json"
    path.write_text(json.dumps({"items": {"$dynamicRef": "#missing"}}), encoding="utf-8")
    diagnostics = Diagnostics()
    load(str(path), diagnostics=diagnostics)
    [found] = diagnostics
    assert found.code == "ref-unresolved"
    assert found.location is not None
    assert found.location.pointer == "/items/$dynamicRef"


def test_components_of_a_document_have_dynamic_references_too(tmp_path: Path) -> None:
    page = {"$id": "https://example.com/page", "properties": {"first": {"$dynamicRef": "#item"}}}
    page |= {"$defs": {"any": {"$dynamicAnchor": "item"}}}
    pets = {"$id": "https://example.com/pets", "$ref": "page"}
    pets |= {"$defs": {"pet": {"$dynamicAnchor": "item", "type": "string"}}}
    path = tmp_path / "openapi.yaml"
    document = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}
    text = yaml.safe_dump({**document, "components": {"schemas": {"Page": page, "Pets": pets}}})
    path.write_text(text, encoding="utf-8")
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    assert not list(diagnostics)
    meant = at(loaded, at(loaded, "#/components/schemas/Pets")["$ref"])
    assert at(loaded, meant["properties"]["first"]["$ref"])["type"] == "string"


def test_the_meta_schema_is_known(tmp_path: Path) -> None:
    loaded = read(tmp_path, {"properties": {"schema": {"$ref": META}}})
    meta = loaded.files[META].content
    uri, pointer = loaded.resolve(META, meta["allOf"][1]["$ref"])
    applicator = find(loaded.files[uri].content, pointer)
    assert applicator["title"] == "Applicator vocabulary meta-schema"
    assert loaded.resolve(uri, applicator["properties"]["not"]["$ref"]) == (META, "")


def test_what_looks_like_an_identifier_in_data_is_none(tmp_path: Path) -> None:
    there = "https://example.com/there"
    loaded = read(
        tmp_path,
        {
            "$ref": there,
            "$defs": {
                "data": {"enum": [{"$id": there, "type": "null"}]},
                "unknown": {"x-some": {"$id": there, "type": "boolean"}},
                "real": {"$id": there, "type": "integer"},
            },
        },
    )
    assert loaded.document.content["$ref"] == "#/$defs/real"


@pytest.mark.parametrize(
    "content", [True, False, {}, {"minimum": 1}, {"$ref": "#/$defs/a", "$defs": {"a": {}}}]
)
def test_every_schema_may_be_a_file_of_its_own(tmp_path: Path, content: Any) -> None:
    loaded = read(tmp_path, content)
    assert loaded.kind == "schema"
    assert loaded.document.content == content


@pytest.mark.parametrize("dynamic", [{}, {"$dynamicRef": "#any"}])
def test_what_older_dialects_have_elsewhere_is_nothing_to_refer_to(
    dynamic: dict[str, Any], tmp_path: Path
) -> None:
    example = {"type": "object", "example": {"type": "string"}}
    members = {"a": dynamic, "b": {"$ref": "#/components/schemas/A/example"}}
    referring = {"type": "object", "$dynamicAnchor": "any", "properties": members}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Things", "version": "1"},
        "paths": {},
        "components": {"schemas": {"A": example, "B": referring}},
    }
    (tmp_path / "openapi.json").write_text(json.dumps(document), encoding="utf-8")
    command = [SPECLOOM, "generate", "openapi.json", "--format", "json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    errors = [found for found in json.loads(done.stdout)["findings"] if found["severity"] == "error"]
    assert [(found["code"], found["location"]["pointer"]) for found in errors] == [
        ("ref-unresolved", "/components/schemas/B/properties/b/$ref")
    ]
