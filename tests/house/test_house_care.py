"""What is asked for and means nothing is said; what is read is never written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from support.command import specloom

DOCUMENT = """\
openapi: 3.1.0
info: {title: Care, version: "1"}
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things.
          links:
            one: {operationId: getThings}
            two: {operationRef: "#/paths/~1thing/get"}
            three: {operationRef: "#/paths/~1things/get"}
            four: {operationId: listThings}
components:
  schemas:
    Thing: {type: object, properties: {a: {type: string}}}
"""


@pytest.fixture
def spec(tmp_path: Path) -> Path:
    path = tmp_path / "openapi.yaml"
    path.write_text(DOCUMENT)
    return path


@pytest.mark.parametrize("name", ["openapi.yaml", "./openapi.yaml", "link.yaml"])
def test_merge_writes_over_no_document_that_it_reads(spec: Path, name: str) -> None:
    (spec.parent / "link.yaml").symlink_to(spec)
    done = specloom("merge", spec, "-o", name, cwd=spec.parent)
    assert done.code == 1
    assert "error[output-is-input]" in done.said
    assert spec.read_text() == DOCUMENT


def test_merge_replaces_its_output_wholly(spec: Path) -> None:
    output = spec.parent / "out" / "merged.json"
    assert specloom("merge", spec, "-o", output, cwd=spec.parent).code == 0
    text = output.read_text()
    output.write_text("old")
    reader = output.open()
    assert specloom("merge", spec, "-o", output, cwd=spec.parent).code == 0
    assert reader.read() == "old"  # whoever reads the old file is not given half of the new one
    reader.close()
    assert output.read_text() == text
    assert [path.name for path in output.parent.iterdir()] == ["merged.json"]


def test_a_name_to_skip_that_nothing_has_is_a_warning(spec: Path) -> None:
    arguments = ("--skip", "Thingy", "--skip", "GET /things", "--only", "models", "-o", "out")
    done = specloom("generate", spec, *arguments, cwd=spec.parent)
    assert done.code == 0
    assert "warning[skip-unused]: nothing is called 'Thingy'" in done.said
    assert "did you mean 'Thing'" in done.said
    assert done.said.count("skip-unused") == 1


def test_an_empty_version_is_called_none(spec: Path) -> None:
    spec.write_text("openapi:\ninfo: {title: T, version: '1'}\npaths: {}\n")
    done = specloom("validate", spec, cwd=spec.parent)
    assert done.code == 1
    assert "`openapi` names no version" in done.said
    assert "None" not in done.said


def test_a_pipe_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = specloom("validate", "pipe", cwd=tmp_path)
    assert done.code == 1
    assert "error[file-special]: cannot read pipe: this is no regular file" in done.said


def test_a_template_for_none_of_ours_is_a_warning(spec: Path) -> None:
    folder = spec.parent / "own" / "models"
    folder.mkdir(parents=True)
    (folder / "modul.py.jinja").write_text("{% include 'models/part.jinja' %}")
    (folder / "part.jinja").write_text("")
    done = specloom("generate", spec, "--templates", "own", "--only", "models", "-o", "out", cwd=spec.parent)
    assert done.code == 0
    assert "warning[template-unused]: the template models/modul.py.jinja" in done.said
    assert "did you mean models/module.py.jinja?" in done.said
    assert "part.jinja" not in done.said


def test_links_that_lead_to_no_operation_are_placed(spec: Path) -> None:
    done = specloom("validate", spec, cwd=spec.parent)
    assert done.code == 0
    assert done.said.count("link-operation-unknown") == 2
    assert (
        "openapi.yaml:11:32: warning[link-operation-unknown]: there is no operation 'getThings'" in done.said
    )
    assert "did you mean 'listThings'?" in done.said
    assert "openapi.yaml:12:33: warning[link-operation-unknown]" in done.said
