"""Dialects that documents name: what their meta-schemas say of keywords, and of the schemas themselves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostic, Diagnostics, Severity
from specloom.document.load import load as load_document
from specloom.document.model import LoadedSource
from specloom.document.options import References
from specloom.document.validate import validate

META = "https://example.com/meta.json"
CURRENT = "https://json-schema.org/draft/2020-12/"
VOCABULARY = f"{CURRENT}vocab/"
PLAIN = {"type": "string", "items": {"minimum": 1}, "title": "t", "default": 1, "format": "date"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def meta(*vocabularies: str, **more: Any) -> dict[str, Any]:
    """A meta-schema that declares vocabularies; a name that ends in `?` is optional."""
    declared = {(n if ":" in n else VOCABULARY + n).rstrip("?"): not n.endswith("?") for n in vocabularies}
    return {"$schema": f"{CURRENT}schema", "$id": META, "$vocabulary": declared, **more}


def load(schema: Any, *metas: dict[str, Any]) -> tuple[LoadedSource, list[Diagnostic]]:
    Path("root.json").write_text(json.dumps(schema), encoding="utf-8")
    files = {}
    for number, content in enumerate(metas):
        files[content["$id"]] = f"meta{number}.json"
        Path(f"meta{number}.json").write_text(json.dumps(content), encoding="utf-8")
    diagnostics = Diagnostics()
    loaded = load_document("root.json", diagnostics=diagnostics, allow=References(files=files))
    validate(loaded, diagnostics=diagnostics)
    return loaded, [d for d in diagnostics if d.severity is not Severity.NOTE]


@pytest.mark.parametrize(
    ("vocabularies", "gone"),
    [
        (("core", "applicator", "validation", "format-annotation"), set()),
        (("core", "applicator", "format-assertion?"), {"type", "minimum"}),
        (("core", "validation"), {"items", "format"}),
        (("core", "validation", "applicator", "https://example.com/vocab/own?"), {"format"}),
    ],
)
def test_left_out_vocabularies_have_no_keywords(vocabularies: tuple[str, ...], gone: set[str]) -> None:
    loaded, _ = load({"$schema": META, **PLAIN}, meta(*vocabularies))
    kept = {"$schema": META, **{name: value for name, value in PLAIN.items() if name not in gone}}
    if "items" in kept and "minimum" in gone:
        kept["items"] = {}
    assert loaded.document.content == kept


def test_each_keyword_that_has_no_effect_is_noted_at_its_place() -> None:
    Path("root.json").write_text(json.dumps({"$schema": META, "properties": {"a": {"minimum": 1}}}))
    Path("meta.json").write_text(json.dumps(meta("core", "applicator")))
    diagnostics = Diagnostics()
    load_document("root.json", diagnostics=diagnostics, allow=References(files={META: "meta.json"}))
    (found,) = diagnostics
    assert (found.code, found.severity) == ("keyword-left-out", Severity.NOTE)
    assert found.location is not None
    assert found.location.pointer == "/properties/a/minimum"


def test_a_required_vocabulary_that_is_not_known_is_refused() -> None:
    _, (found,) = load({"$schema": META}, meta("core", "https://example.com/vocab/own"))
    assert (found.code, found.severity) == ("vocabulary-unknown", Severity.ERROR)
    assert found.location is not None
    assert (found.location.uri, found.location.pointer) == ("root.json", "/$schema")
    assert [r.location.uri for r in found.related] == ["meta0.json"]


def test_a_dialect_that_is_not_found_is_a_warning_and_the_newest_draft() -> None:
    loaded, (found,) = load({"$schema": META, **PLAIN, "default": "a"})
    assert (found.code, found.severity) == ("dialect-unknown", Severity.WARNING)
    assert found.location is not None
    assert found.location.pointer == "/$schema"
    assert f"--reference {META}=" in (found.hint or "")
    assert loaded.document.content["type"] == "string"


def test_a_meta_schema_can_be_embedded_and_count_for_a_part() -> None:
    strange = {
        "$id": "urn:x:part",
        "$schema": META,
        "type": "string",
        "items": {"type": "null"},
    }
    loaded, found = load({"$defs": {"meta": meta("core", "applicator"), "part": strange}, "type": "array"})
    assert found == []
    part = loaded.document.content["$defs"]["part"]
    assert "type" not in part
    assert part["items"] == {}
    assert loaded.document.content["type"] == "array"


def test_schemas_are_held_to_their_meta_schema_and_what_it_refers_to() -> None:
    wanted = {"$id": "https://example.com/wanted.json", "required": ["title"]}
    whole = [{"$ref": f"{CURRENT}schema"}, {"$ref": "wanted.json"}]
    own = meta("core", "validation", allOf=whole, **{"$dynamicAnchor": "meta"})
    _, found = load({"$schema": META, "type": "string", "maxLength": -1}, own, wanted)
    assert sorted((d.code, d.location.pointer) for d in found if d.location) == [
        ("missing-member", ""),
        ("wrong-value", "/maxLength"),
    ]
    assert load({"$schema": META, "type": "string", "title": "t"}, own, wanted)[1] == []


def test_a_meta_schema_of_an_older_draft_makes_a_dialect_of_that() -> None:
    draft = "http://json-schema.org/draft-07/schema#"
    own = {"$schema": draft, "$id": META, "allOf": [{"$ref": draft}], "required": ["title"]}
    loaded, found = load({"$schema": META, "title": "t", "items": [{"type": "string"}]}, own)
    assert found == []
    assert loaded.document.content["prefixItems"] == [{"type": "string"}]


def test_a_meta_schema_may_be_its_own() -> None:
    loaded, found = load({"$schema": META, "minimum": 1}, meta("core", "applicator", **{"$schema": META}))
    assert found == []
    assert "minimum" not in loaded.document.content


@pytest.mark.parametrize("content", [[], {"allOf": 1}])
def test_what_is_no_meta_schema_is_told(content: Any) -> None:
    Path("root.json").write_text(json.dumps({"$schema": META}))
    Path("bad.json").write_text(json.dumps(content))
    diagnostics = Diagnostics()
    allow = References(files={META: "bad.json"})
    validate(load_document("root.json", diagnostics=diagnostics, allow=allow), diagnostics=diagnostics)
    (found,) = diagnostics
    assert found.code == ("dialect-unusable" if content else "dialect-unknown")


def test_a_reference_into_a_keyword_that_is_none_is_refused() -> None:
    schema = {"$schema": META, "properties": {"a": {}}, "$defs": {"b": {"$ref": "#/properties/a"}}}
    _, found = load(schema, meta("core", "validation"))
    assert [d.code for d in found if d.severity is Severity.ERROR] == ["ref-unresolved"]


@pytest.mark.parametrize("version", ["3.1.0", "3.2.0"])
def test_the_dialect_of_an_openapi_document_goes_the_same_way(version: str) -> None:
    dialect = {
        "allOf": [{"$ref": "https://spec.openapis.org/oas/3.1/dialect/base"}, {"required": ["title"]}],
        "$dynamicAnchor": "meta",
    }
    schemas = {
        "A": {"title": "A", "type": "string", "minLength": 1},
        "B": {"$schema": f"{CURRENT}schema", "type": "string"},
        "C": {"minLength": 1},
    }
    content = {
        "openapi": version,
        "info": {"title": "t", "version": "1"},
        "jsonSchemaDialect": META,
        "components": {"schemas": schemas},
    }
    loaded, found = load(content, meta("core", "applicator", **dialect))
    assert [(d.code, d.location and d.location.pointer) for d in found] == [
        ("missing-member", "/components/schemas/C")
    ]
    made = loaded.document.content["components"]["schemas"]
    assert made["A"] == {"title": "A"}
    assert made["B"]["type"] == "string"
    _, found = load(content)
    assert [(d.code, d.location and d.location.pointer) for d in found] == [
        ("dialect-unknown", "/jsonSchemaDialect")
    ]


def test_defaults_are_checked_without_asking_the_network() -> None:
    """The library that checks them would fetch what is not there, by itself."""
    import threading
    from http.server import BaseHTTPRequestHandler, HTTPServer

    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            address = f"http://127.0.0.1:{server.server_port}/a.json"
            _, found = load({"$ref": address, "default": 1})
        finally:
            server.shutdown()
    assert asked == []
    assert [d.code for d in found] == ["ref-remote-refused"]
