"""Copies of documents that have a URI elsewhere: found by the table, resolved against the URI."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.document import pointer as pointers
from specloom.document.load import load as load_document
from specloom.document.model import LoadedSource
from specloom.document.options import References
from specloom.document.second_opinion import second_opinion
from specloom.document.validate import validate

BASE = "https://example.com/schemas/"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(**files: Any) -> None:
    """Files by their paths, with `__` for `/`; the suffix is `.json`."""
    for name, content in files.items():
        path = Path(name.replace("__", "/") + ".json")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(content), encoding="utf-8")


def load(files: Mapping[str, str], root: str = "root.json") -> tuple[LoadedSource, list[Diagnostic]]:
    diagnostics = Diagnostics()
    loaded = load_document(root, diagnostics=diagnostics, allow=References(files=files))
    validate(loaded, diagnostics=diagnostics)
    return loaded, list(diagnostics)


def meant(loaded: LoadedSource, *path: str) -> Any:
    """What the references at places of the root, or of what the one before led to, lead to in the end."""
    uri, node = loaded.document.uri, loaded.document.content
    for where in path:
        reference = pointers.find(node, where)["$ref"]
        uri, target = loaded.resolve(uri, reference)
        node = pointers.find(loaded.files[uri].content, target)
    return node


def test_a_file_and_a_folder_stand_for_their_uris() -> None:
    root = {"items": {"$ref": f"{BASE}leaf.json#/$defs/a"}, "contains": {"$ref": f"{BASE}in/b%20c.json"}}
    write(root=root, one={"$defs": {"a": {"type": "string"}}})
    Path("two").mkdir()
    Path("two/b c.json").write_text('{"type": "null"}')
    loaded, found = load({f"{BASE}leaf.json": "one.json", f"{BASE}in/": "two"})
    assert found == []
    assert meant(loaded, "/items") == {"type": "string"}
    assert meant(loaded, "/contains") == {"type": "null"}
    assert sorted(loaded.files) == ["one.json", "root.json", "two/b c.json"]


def test_the_uri_is_the_base_of_the_copy() -> None:
    """Also where the file is reached by its path, and whichever of the two comes first."""
    write(
        root={"allOf": [{"$ref": "vendor/a.json"}, {"$ref": f"{BASE}x/b.json"}]},
        vendor__a={"items": {"$ref": "b.json"}},
        vendor__other={"type": "string"},
    )
    loaded, found = load({f"{BASE}x/a.json": "vendor/a.json", f"{BASE}x/b.json": "vendor/other.json"})
    assert found == []
    assert meant(loaded, "/allOf/0", "/items") == {"type": "string"}
    assert loaded.addresses == {
        f"vendor/{n}.json": f"{BASE}x/{m}.json" for n, m in (("a", "a"), ("other", "b"))
    }


@pytest.mark.parametrize("own", ["inner/self.json", "https://elsewhere.example/inner/self.json"])
def test_what_the_copy_calls_itself_counts_too(own: str) -> None:
    home = own if "://" in own else BASE + own
    write(
        root={"items": {"$ref": f"{BASE}a.json"}, "contains": {"$ref": f"{home}#x"}},
        a={"$id": own, "items": {"$ref": "beside.json"}, "$defs": {"x": {"$anchor": "x", "type": "integer"}}},
        beside={"type": "boolean"},
    )
    loaded, found = load({f"{BASE}a.json": "a.json", home.replace("self", "beside"): "beside.json"})
    assert found == []
    assert meant(loaded, "/items", "/items") == {"type": "boolean"}
    assert meant(loaded, "/contains")["type"] == "integer"


def test_a_file_that_is_read_anyway_needs_no_entry_for_its_id() -> None:
    named = {"$id": f"{BASE}late.json", "type": "number"}
    write(root={"allOf": [{"$ref": f"{BASE}late.json"}, {"$ref": "late.json"}]}, late=named)
    loaded, found = load({})
    assert found == []
    assert meant(loaded, "/allOf/0") == named


def test_of_two_folders_the_nearer_counts_and_a_file_before_both() -> None:
    write(
        root={"prefixItems": [{"$ref": f"{BASE}{name}"} for name in ("a.json", "in/a.json", "in/b.json")]},
        far__a={"const": "far"},
        far__in__a={"const": "hidden"},
        near__a={"const": "near"},
        b={"const": "file"},
    )
    loaded, found = load({BASE: "far", f"{BASE}in/b.json": "b.json", f"{BASE}in/": "near"})
    assert found == []
    assert [meant(loaded, f"/prefixItems/{n}")["const"] for n in range(3)] == ["far", "near", "file"]


def test_references_of_a_copy_with_anchors_are_not_taken_for_other_uris() -> None:
    """They are written anew by file, and `../a.json` could be a URI of the table as well."""
    write(
        root={"$ref": f"{BASE}in/b.json"},
        one__b={"$anchor": "here", "items": {"$ref": "../a.json"}},
        one__two__a={"type": "string"},
        two__a={"type": "null"},
    )
    files = {f"{BASE}in/b.json": "one/b.json", f"{BASE}a.json": "one/two/a.json", f"{BASE}in/two/": "two"}
    loaded, found = load(files)
    assert found == []
    assert meant(loaded, "", "/items") == {"type": "string"}


@pytest.mark.parametrize("name", ["../secret.json", "%2e%2e/secret.json", "/secret.json", "link.json"])
def test_no_reference_leaves_the_folder_of_the_table(name: str, folder: Path) -> None:
    write(secret={"type": "string"}, vendor__a={})
    (folder / "vendor/link.json").symlink_to(folder / "secret.json")
    write(root={"properties": {"a": {"$ref": f"urn:x:y/{name}"}}})
    _, (found,) = load({"urn:x:y/": "vendor"})
    assert (found.code, found.location and found.location.pointer) == (
        "ref-outside-root",
        "/properties/a/$ref",
    )


def test_what_is_missing_or_cannot_be_read_is_told_at_the_reference() -> None:
    write(root={"$ref": f"{BASE}a.json", "not": {"$ref": f"{BASE}b.json"}})
    Path("vendor").mkdir()
    Path("vendor/b.json").write_text("{")
    _, found = load({BASE: "vendor"})
    assert sorted((d.code, d.location.pointer) for d in found if d.location) == [
        ("json-syntax", ""),
        ("ref-unresolved", "/$ref"),
        ("ref-unresolved", "/not/$ref"),
    ]
    assert any("'vendor/a.json'" in d.message for d in found)


def test_an_unknown_uri_is_told_with_the_lines_that_would_add_it() -> None:
    write(root={"$ref": f"{BASE}tree.json#/x", "not": {"$ref": "leaf.json"}, "$id": f"{BASE}root"})
    _, found = load({})
    assert [(d.code, d.location and d.location.pointer) for d in found] == [
        ("ref-remote-refused", "/$ref"),
        ("ref-unresolved", "/not/$ref"),
    ]
    for each, name in zip(found, ("tree.json", "leaf.json"), strict=True):
        assert f'references: {{files: {{"{BASE}{name}": path/to/{name}}}}}' in (each.hint or "")
        assert f"--reference {BASE}{name}=path/to/{name}" in (each.hint or "")


def test_dynamic_references_go_into_copies_and_out_of_them() -> None:
    tree = {
        "$dynamicAnchor": "node",
        "type": "object",
        "properties": {"below": {"type": "array", "items": {"$dynamicRef": "#node"}}},
    }
    strict = {
        "$id": f"{BASE}strict",
        "$dynamicAnchor": "node",
        "$ref": "tree",
        "unevaluatedProperties": False,
    }
    write(root=strict, vendor__tree=tree)
    loaded, found = load({f"{BASE}tree": "vendor/tree.json"})
    assert found == []
    assert meant(loaded, "", "/properties/below/items")["unevaluatedProperties"] is False


@pytest.mark.parametrize("name", ["a.json", "b%20c.json"])
def test_the_second_opinion_knows_copies_and_what_they_find_beside_them(name: str) -> None:
    pytest.importorskip("openapi_spec_validator")
    reply = {"description": "d", "content": {"application/json": {"schema": {"$ref": f"{BASE}{name}"}}}}
    write(
        root={
            "openapi": "3.1.0",
            "info": {"title": "t", "version": "1"},
            "paths": {"/a": {"get": {"responses": {"200": reply}}}},
        },
        vendor__a={"items": {"$ref": "in/be%20side.json"}},
        **{"vendor__in__be side": {"items": {"$ref": "../twig.json"}}},
        vendor__twig={"type": "string"},
    )
    loaded, found = load({f"{BASE}{name}": "vendor/a.json"})
    diagnostics = Diagnostics()
    second_opinion(loaded, diagnostics=diagnostics)
    assert [*found, *diagnostics] == []
