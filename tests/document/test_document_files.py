"""Files: encodings, JSON, and what cannot be read."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from specloom.diagnostics import Diagnostics, Stop
from specloom.document.load import load
from specloom.document.options import Limits
from specloom.document.validate import validate

_YAML = "openapi: 3.1.0\ninfo: {title: é, version: '1'}\npaths: {}\n"
_JSON = '{\n "openapi": "3.1.0",\n "info": {"title": "t", "version": "1"},\n "paths": {}\n}\n'


def _first(path: Path, limits: Limits | None = None) -> tuple[str, int | None, int | None, str]:
    diagnostics = Diagnostics()
    with pytest.raises(Stop):
        load(str(path), diagnostics=diagnostics, limits=limits)
    found = next(iter(diagnostics))
    assert found.location is not None
    return found.code, found.location.line, found.location.column, found.message


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_unicode_encodings_are_read(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(_YAML.encode(encoding))
    loaded = load(str(path), diagnostics=Diagnostics())
    assert loaded.document.content["info"]["title"] == "é"
    assert loaded.document.locate("/info/title").column == 15


def test_other_bytes_are_placed(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(_YAML.encode("latin-1"))
    assert _first(path)[:3] == ("bad-encoding", 2, 15)


def test_files_that_are_none(tmp_path: Path) -> None:
    assert _first(tmp_path / "none.yaml")[0] == "file-missing"
    assert _first(tmp_path)[0] == "file-is-directory"
    empty = tmp_path / "empty.yaml"
    empty.write_text(" \n")
    assert _first(empty)[0] == "file-empty"
    assert "max_bytes" not in _first(empty)[3]


def test_a_file_beyond_the_size_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(_YAML)
    assert _first(path, Limits(max_bytes=10))[0] == "limit-exceeded"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('{"a": 1,\n "b": }', ("json-syntax", 2, 7)),
        ('{"a": NaN}', ("json-syntax", 1, 7)),
        ('{"a": 1e999}', ("json-syntax", 1, 7)),
        ('{"a": "\\ud800"}', ("json-syntax", 1, 8)),
        ('{"a": 1', ("json-syntax", 1, 8)),
        ('{"a": 1} x', ("json-syntax", 1, 10)),
        ("a: 1", ("json-syntax", 1, 1)),
    ],
)
def test_json_faults_are_placed(text: str, fault: tuple[str, int, int], tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    assert _first(path)[:3] == fault


def test_json_keys_that_stand_twice(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text(_JSON.replace('"paths"', '"info": {},\n "paths"'))
    diagnostics = Diagnostics()
    load(str(path), diagnostics=diagnostics)
    found = next(d for d in diagnostics if d.code == "duplicate-key")
    assert found.location is not None
    assert (found.location.line, found.location.column) == (4, 2)
    assert found.related[0].location.line == 3


def test_deep_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    for depth in (300, 3_000):
        path.write_text('{"a":' * depth + "1" + "}" * depth)
        assert _first(path)[0] == "limit-exceeded"


def test_json_is_known_by_its_first_character(tmp_path: Path) -> None:
    path = tmp_path / "openapi"
    path.write_text(_JSON)
    loaded = load(str(path), diagnostics=Diagnostics())
    assert loaded.document.locate("/info/version").line == 3
    flow = tmp_path / "flow.yaml"
    flow.write_text("{openapi: 3.1.0, info: {title: t, version: '1'}, paths: {}}")
    assert load(str(flow), diagnostics=Diagnostics()).version == "3.1"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("swagger: '2.0'\ninfo: {}\n", "openapi-version-unsupported"),
        ("swagger: 2.0\ninfo: {}\n", "openapi-version-unsupported"),
        ("openapi: 4.0.0\n", "openapi-version-unsupported"),
        ("openapi: 3.1\n", "openapi-version-unsupported"),
        ("overlay: 1.0.0\n", "not-openapi"),
        ("[1, 2]\n", "not-openapi"),
        ("a: 1\n", "not-openapi"),
    ],
)
def test_what_is_no_supported_document(text: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text)
    found = _first(path)
    assert found[:2] == (code, 1)


def test_a_number_as_version_is_taken_as_written(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(_YAML.replace("'1'", "1.10"))
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    assert loaded.document.content["info"]["version"] == "1.10"
    assert [d.code for d in diagnostics] == ["version-not-text"]


def test_a_json_schema_is_a_document_too(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"$defs": {"A": {"type": "strin"}}, "$ref": "#/$defs/A"}')
    diagnostics = Diagnostics()
    loaded = load(str(path), diagnostics=diagnostics)
    validate(loaded, diagnostics=diagnostics)
    assert loaded.kind == "schema"
    assert [(d.code, d.location.pointer) for d in diagnostics if d.location] == [
        ("wrong-value", "/$defs/A/type")
    ]


def test_names_are_relative_to_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d/a.yaml").write_text(_YAML)
    monkeypatch.chdir(tmp_path)
    for name in ("d/a.yaml", "./d/../d/a.yaml", str(tmp_path / "d/a.yaml")):
        assert load(name, diagnostics=Diagnostics()).document.uri == "d/a.yaml"


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(_YAML)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refuse)  # permissions do not bind the superuser
    assert _first(path)[0] == "file-unreadable"


def test_large_json_is_read_fast(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    schema = (
        '{"type": "object", "properties": {"name": {"type": "string", "description": "text, text, text"}}}'
    )
    members = ",".join(f'"S{n}": {schema}' for n in range(20_000))
    path.write_text(
        _JSON.replace('"paths": {}', f'"paths": {{}}, "components": {{"schemas": {{{members}}}}}')
    )
    started = time.process_time()
    load(str(path), diagnostics=Diagnostics())
    assert time.process_time() - started < 10  # seconds; about one where nothing else runs
