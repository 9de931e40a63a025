"""The runner of a test suite's files counts what is right, and names what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from judge import suite


def write(folder: Path, name: str, *groups: dict[str, Any]) -> None:
    (folder / name).write_text(json.dumps(groups), encoding="utf-8")


def group(schema: Any, **documents: tuple[Any, bool]) -> dict[str, Any]:
    tests = [{"description": name, "data": data, "valid": valid} for name, (data, valid) in documents.items()]
    return {"description": "a group", "schema": schema, "tests": tests}


def test_right_and_wrong_decisions_are_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    integer = {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "integer"}
    write(tmp_path, "good.json", group(integer, whole=(1.0, True), text=("1", False)))
    write(tmp_path, "bad.json", group(integer, whole=(1, False)), group(integer, text=("1", False)))
    assert suite.main([str(tmp_path), "--wrong"]) == 1
    said = capsys.readouterr().out.split("\n")
    assert [line.split() for line in said if " of " in line] == [
        ["1", "of", "2", "bad.json"],
        ["2", "of", "2", "good.json"],
        ["3", "of", "4", "in", "all"],
    ]
    assert "a group: whole: accepted" in said[1]


def test_files_can_be_chosen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, "one.json", group({"type": "null"}, null=(None, True)))
    write(tmp_path, "two.json", group({"type": "null"}, null=(0, True)))
    assert suite.main([str(tmp_path), "one.json"]) == 0
    assert "two.json" not in capsys.readouterr().out


def test_a_schema_that_is_refused_has_no_right_decision(tmp_path: Path) -> None:
    write(tmp_path, "refused.json", group({"type": "text"}, rejected=(1, False)))
    found = suite.score(tmp_path / "refused.json")
    assert (found.right, found.total) == (0, 1)
    assert "refused: " in found.wrong[0]


def test_schemas_may_refer_to_documents_of_a_folder(tmp_path: Path) -> None:
    remotes = tmp_path / "remotes"
    remotes.mkdir()
    (remotes / "whole.json").write_text('{"type": "integer"}', encoding="utf-8")
    schema = {"$ref": "http://localhost:1234/whole.json"}
    write(tmp_path, "remote.json", group(schema, whole=(1, True), text=("1", False)))
    found = suite.score(tmp_path / "remote.json", remotes)
    assert (found.right, found.total) == (2, 2)
    assert suite.score(tmp_path / "remote.json").right == 0
