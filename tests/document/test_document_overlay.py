"""Overlays: what they change, and that every node knows its file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostic, Diagnostics, Stop
from specloom.document.load import load
from specloom.document.model import LoadedSource
from specloom.document.validate import validate

_VENDOR = """\
openapi: 3.1.0
info: {title: t, version: '1'}
servers:
- url: https://a.example
- url: https://b.example
- url: https://c.example
paths: {}
components:
  schemas:
    Usage:
      type: object
      properties:
        prompt: integer
        total: integer
"""
_INFO = "info: {title: o, version: '1'}\n"
_HEAD = f"overlay: 1.1.0\n{_INFO}actions:\n"
_NOTHING = "actions: [{target: $, update: {}}]\n"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "vendor.yaml").write_text(_VENDOR)
    return tmp_path


def _load(*overlays: str) -> tuple[LoadedSource, list[Diagnostic]]:
    names = []
    for number, text in enumerate(overlays):
        names.append(f"o{number}.yaml")
        Path(names[-1]).write_text(text)
    diagnostics = Diagnostics()
    return load("vendor.yaml", diagnostics=diagnostics, overlays=names), list(diagnostics)


def _where(loaded: LoadedSource, pointer: str) -> tuple[str, int | None]:
    place = loaded.document.locate(pointer)
    return place.uri, place.line


def test_update_merges_and_both_files_are_located(here: Path) -> None:
    loaded, found = _load(
        _HEAD + "- target: $.components.schemas.Usage.properties\n  update:\n    prompt: {type: integer}\n"
        "    extra:\n      type: string\n"
    )
    assert found == []
    properties = loaded.document.content["components"]["schemas"]["Usage"]["properties"]
    assert properties == {"prompt": {"type": "integer"}, "total": "integer", "extra": {"type": "string"}}
    base = "/components/schemas/Usage/properties"
    assert _where(loaded, base + "/prompt/type") == ("o0.yaml", 6)
    assert _where(loaded, base + "/extra/type") == ("o0.yaml", 8)
    assert _where(loaded, base + "/total") == ("vendor.yaml", 14)
    diagnostics = Diagnostics()
    validate(loaded, diagnostics=diagnostics)
    (left,) = diagnostics
    assert left.location is not None
    assert loaded.locate(left.location).line == 14


def test_removal_from_an_array_keeps_places(here: Path) -> None:
    loaded, _ = _load(_HEAD + "- target: $.servers[?@.url == 'https://a.example']\n  remove: true\n"
                              "- target: $.servers\n  update: {url: https://d.example}\n"
                              "- target: $.servers[1]\n  update: {description: c}\n")  # fmt: skip
    assert [server["url"][8] for server in loaded.document.content["servers"]] == ["b", "c", "d"]
    assert [_where(loaded, f"/servers/{n}/url") for n in range(3)] == [
        ("vendor.yaml", 5), ("vendor.yaml", 6), ("o0.yaml", 7)]  # fmt: skip
    assert _where(loaded, "/servers/1/description") == ("o0.yaml", 9)


def test_several_removals_and_nested_ones(here: Path) -> None:
    loaded, found = _load(
        _HEAD + "- {target: '$.servers[0,2]', remove: true}\n"
        "- {target: $..properties, remove: true}\n- {target: '$.components.*..*', remove: true}\n"
    )
    assert [d.code for d in found] == []
    assert loaded.document.content["servers"] == [{"url": "https://b.example"}]
    assert loaded.document.content["components"] == {"schemas": {}}


def test_copy_takes_places_along(here: Path) -> None:
    loaded, found = _load(
        _HEAD + "- {target: $.components.schemas, update: {Copy: {}}}\n"
        "- {target: $.components.schemas.Copy, copy: $.components.schemas.Usage}\n"
    )
    assert found == []
    schemas = loaded.document.content["components"]["schemas"]
    assert schemas["Copy"] == schemas["Usage"]
    assert schemas["Copy"] is not schemas["Usage"]
    assert _where(loaded, "/components/schemas/Copy/properties/total") == ("vendor.yaml", 14)


def test_overlays_follow_one_another(here: Path) -> None:
    first = _HEAD + "- {target: $, update: {x-a: [1]}}\n"
    loaded, _ = _load(first, _HEAD + "- {target: \"$['x-a']\", update: [2, 3]}\n")
    assert loaded.document.content["x-a"] == [1, 2, 3]
    assert [_where(loaded, f"/x-a/{n}")[0] for n in range(3)] == ["o0.yaml", "o1.yaml", "o1.yaml"]


def test_each_target_gets_values_of_its_own(here: Path) -> None:
    every = "- {target: '$.servers[*]', update: {x-a: {}}}\n"
    one = "- {target: \"$.servers[0]['x-a']\", update: {b: 1}}\n"
    loaded, _ = _load(_HEAD + every + one)
    assert [server["x-a"] for server in loaded.document.content["servers"]] == [{"b": 1}, {}, {}]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (_HEAD + "- target: $.nothing\n  remove: true\n", "overlay-no-match", 4),
        (_HEAD + "- target: $.[\n  remove: true\n", "overlay-target", 4),
        (_HEAD + "- target: $\n  remove: true\n", "overlay-target", 4),
        (_HEAD + "- update: {}\n", "overlay-invalid", 4),
        (_HEAD + "- target: $\n", "overlay-invalid", 4),
        (_HEAD + "- target: $\n  remove: 1\n", "overlay-invalid", 5),
        (_HEAD + "- target: $.info\n  copy: $.servers[*]\n", "overlay-copy", 5),
        (_HEAD + "- target: $.info\n  update: {x-a: 1}\n  reason: none\n", "overlay-member", 6),
        ("overlay: 2.0.0\n" + _INFO + _NOTHING, "overlay-invalid", 1),
        ("overlay: 1.0.0\ninfo: {title: o}\nactions: [{target: $, update: {}}]\n", "overlay-invalid", 2),
        ("overlay: 1.0.0\ninfo: {title: o, version: '1'}\nactions: []\n", "overlay-invalid", 3),
        ("overlay: 1.0.0\n" + _INFO + "extends: other.yaml\n" + _NOTHING, "overlay-extends", 3),
        ("openapi: 3.1.0\n", "overlay-invalid", 1),
    ],
)  # fmt: skip
def test_what_is_wrong_with_an_overlay_is_placed_in_it(here: Path, text: str, code: str, line: int) -> None:
    _, (found,) = _load(text)
    assert found.location is not None
    assert (found.code, found.location.uri, found.location.line) == (code, "o0.yaml", line)


def test_an_overlay_that_is_missing(here: Path) -> None:
    diagnostics = Diagnostics()
    with pytest.raises(Stop):
        load("vendor.yaml", diagnostics=diagnostics, overlays=["none.yaml"])
    assert [d.code for d in diagnostics] == ["file-missing"]


def test_no_overlay_no_change(here: Path) -> None:
    loaded, found = _load()
    content: Any = loaded.document.content
    assert found == []
    assert {**content, "openapi": "3.1.0"} == loaded.written["vendor.yaml"].content
