"""What is left out is looked at by no command; everything else by each of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from support.command import specloom

FAULTY = """\
openapi: 3.1.0
info: {title: A, version: "1"}
paths:
  /good:
    get: {operationId: good, responses: {"204": {description: d}}}
  /typed:
    get:
      operationId: typed
      parameters: [{name: a, in: query, schema: {type: text}}]
      responses: {"204": {description: d}}
  /refers:
    put:
      operationId: refers
      requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/None"}}}}
      responses: {"204": {description: d}}
  /parameter/{a:
    get: {responses: {"204": {description: d}}}
components:
  schemas:
    Wrong: {type: object, required: a}
    Right: {type: object}
"""
PIECES = ["typed", "refers", "GET /parameter/{a", "Wrong"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.yaml").write_text(FAULTY, encoding="utf-8")
    return tmp_path


def errors(folder: Path, command: str, skip: list[str], *more: str) -> set[str]:
    """The places of the errors, as tokens that tell the pieces apart."""
    names = [argument for name in skip for argument in ("--skip", name)]
    done = specloom(command, *more, *names, "--format", "json", cwd=folder)
    found = [f for f in json.loads(done.said)["findings"] if f["severity"] == "error"]
    assert done.code == (1 if found else 0), done.said
    return {f["location"]["pointer"] for f in found if f["code"] != "spec-validator-only"}


@pytest.mark.parametrize("left", range(len(PIECES)))
def test_each_piece_is_reported_by_every_command_until_it_is_left_out(folder: Path, left: int) -> None:
    skip = [name for name in PIECES if name != PIECES[left]]
    found = [
        errors(folder, command, skip, "a.yaml", *more)
        for command, more in (("validate", ()), ("generate", ("-o", "out")), ("check", ("-o", "out")))
    ]
    assert found[0] == found[1] == found[2] != set()
    assert not (folder / "out").exists()


def test_without_its_faulty_pieces_a_document_is_right(folder: Path) -> None:
    for command, more in (("validate", ()), ("generate", ("-o", "out")), ("check", ("-o", "out"))):
        names = [argument for name in PIECES for argument in ("--skip", name)]
        done = specloom(command, "a.yaml", *more, *names, cwd=folder)
        assert (done.code, done.said) == (0, ""), command


def test_the_project_file_says_it_to_every_command_and_a_name_is_of_any_package(folder: Path) -> None:
    one: dict[str, Any] = {"sources": [{"id": "a", "path": "a.yaml"}], "skip": PIECES}
    (folder / "b.yaml").write_text(
        'openapi: 3.1.0\ninfo: {title: B, version: "1"}\npaths: {}\n'
        "components: {schemas: {Only: {type: string}}}\n",
        encoding="utf-8",
    )
    packages = [
        {**one, "package": "one", "output": "out/one"},
        {"package": "two", "output": "out/two", "sources": [{"id": "b", "path": "b.yaml"}]},
    ]
    (folder / "specloom.yaml").write_text(json.dumps({"packages": packages}), encoding="utf-8")
    for command in ("validate", "generate", "check"):
        done = specloom(command, "--skip", "Only", cwd=folder)
        assert (done.code, done.said) == (0, ""), command
    assert not (folder / "out/two/two/models/only.py").exists()
    done = specloom("generate", "--skip", "Onyl", cwd=folder)
    assert (done.code, done.said.count("skip-unused")) == (0, 1)
