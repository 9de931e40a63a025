"""What is up to date is not generated again, and what is not is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from specloom import unchanged
from specloom.config.load import load_config
from specloom.diagnostics import Diagnostics
from specloom.document.options import References
from specloom.run import Places, Run
from specloom.values import replace
from support.command import Done, specloom

DOCUMENT = """\
openapi: 3.1.0
info: {title: Tiny, version: 1.0.0}
components: {schemas: {Pet: {type: object, properties: {name: {type: string}}}}}
paths: {}
"""
STAGES = ("specloom.normalise", "specloom.python.plan", "jinja2", "jsonschema_rs.cli")


def generate(folder: Path, *options: str) -> Done:
    return specloom("generate", "tiny.yaml", "-o", "out", "--package", "tiny", *options, cwd=folder)


@pytest.fixture
def generated(tmp_path: Path) -> Path:
    (tmp_path / "tiny.yaml").write_text(DOCUMENT)
    assert generate(tmp_path).code == 0
    return tmp_path


def loaded(folder: Path, *options: str) -> list[str]:
    """Which stages the command has imported."""
    arguments = ["specloom", "generate", "tiny.yaml", "-o", "out", "--package", "tiny", *options]
    code = (
        f"import sys; sys.argv = {arguments!r}\n"
        "from specloom.__main__ import run\n"
        "try: run()\n"
        f"finally: print(*(m for m in {STAGES!r} if m in sys.modules))"
    )
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder).stdout.split()


def test_what_is_up_to_date_is_not_generated_again(generated: Path) -> None:
    assert loaded(generated) == []
    elsewhere = generated / "elsewhere"
    elsewhere.mkdir()
    done = specloom("generate", "../tiny.yaml", "-o", "../out", "--package", "tiny", cwd=elsewhere)
    assert done == Done(0, "", "")


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda folder: (folder / "tiny.yaml").write_text(DOCUMENT + "\n"), id="document"),
        pytest.param(lambda folder: (folder / "out/README.md").unlink(), id="file missing"),
        pytest.param(lambda folder: os.utime(folder / "out/.specloom.json", (0, 0)), id="installed since"),
        pytest.param(lambda folder: (folder / "out/.specloom.json").write_text("{"), id="manifest"),
    ],
)
def test_what_has_changed_is_generated_again(generated: Path, change: object) -> None:
    assert callable(change)
    change(generated)
    assert "specloom.normalise" in loaded(generated, "--force")
    assert loaded(generated) == []


def test_another_setting_is_a_change(generated: Path) -> None:
    assert "specloom.normalise" in loaded(generated, "--only", "models")
    assert loaded(generated, "--only", "models") == []
    (generated / "mine").mkdir()
    (generated / "mine" / "other.jinja").write_text("")
    assert "specloom.normalise" in loaded(generated, "--only", "models", "--templates", "mine")


def test_a_file_edited_by_hand_is_noticed(generated: Path) -> None:
    edited = generated / "out/tiny/models/pet.py"
    edited.write_text(edited.read_text() + "\n# mine\n")
    done = generate(generated)
    assert done.code == 1
    assert "file-edited" in done.said
    assert edited.read_text().endswith("# mine\n")


def test_that_something_was_found_is_said_again(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(DOCUMENT.replace("name: {", "name: {xtype: 1, "))
    assert "unknown-keyword" in generate(tmp_path).said
    again = generate(tmp_path)
    assert again.code == 0
    assert "note[unchanged]" in again.said


def test_what_is_asked_for_elsewhere_is_never_up_to_date(tmp_path: Path) -> None:
    (tmp_path / "tiny.yaml").write_text(DOCUMENT)
    (tmp_path / "specloom.yaml").write_text(
        "references: {remote: true}\n"
        "packages: [{package: tiny, output: out, sources: [{id: tiny, path: tiny.yaml}]}]\n"
    )
    assert specloom("generate", cwd=tmp_path).code == 0
    project = load_config(os.fspath(tmp_path / "specloom.yaml"), Diagnostics())
    run = Run(project=project, diagnostics=Diagnostics(), places=Places(), step=lambda _: None)
    assert not unchanged.is_up_to_date(run, None)
    known = replace(run, project=replace(project, references=References()))
    assert not unchanged.is_up_to_date(known, None)
