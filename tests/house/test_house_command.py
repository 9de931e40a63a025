"""The command line is quick to answer, and silent where nobody watches."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import yaml

from support.command import SPECLOOM, Done, specloom
from support.packages import REPOSITORY

HEAVY = ("datamodel_code_generator", "openapi_spec_validator", "rich")
"""Needed by few commands."""
OF_STAGES = ("jinja2", "jsonschema_rs", "yaml", "specloom.document.load", "specloom.pipeline")
"""Needed where something is generated."""
DOCUMENT = REPOSITORY / "tests" / "golden" / "tiny-all-stages" / "spec" / "openapi.yaml"


def loaded(names: tuple[str, ...], *arguments: str | Path, cwd: Path = REPOSITORY) -> list[str]:
    """Which of the modules `names` a run of `specloom` imports."""
    code = (
        f"import sys; sys.argv = {['specloom', *map(str, arguments)]!r}\n"
        "from specloom.__main__ import run\n"
        "try: run()\n"
        f"finally: sys.stderr.write(' '.join(m for m in {names!r} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=cwd)
    return done.stderr.split()


def test_help_imports_nothing_heavy() -> None:
    for arguments in (["--help"], ["generate", "--help"], ["--version"]):
        assert loaded((*HEAVY, *OF_STAGES, "msgspec"), *arguments) == []


def test_where_nothing_has_changed_no_stage_is_imported(tmp_path: Path) -> None:
    command = ("generate", DOCUMENT, "-o", "out", "--package", "tiny")
    specloom(*command, cwd=tmp_path)
    assert loaded(HEAVY + OF_STAGES, *command, cwd=tmp_path) == []


def test_generation_imports_what_it_needs(tmp_path: Path) -> None:
    (tmp_path / "tiny.json").write_text(json.dumps(yaml.safe_load(DOCUMENT.read_text())))
    found = loaded(HEAVY + OF_STAGES, "generate", "tiny.json", "-o", "out", "--package", "tiny", cwd=tmp_path)
    assert sorted(found) == sorted({*OF_STAGES} - {"yaml"})


def test_the_command_line_is_read_without_pydantic(tmp_path: Path) -> None:
    command = ("generate", DOCUMENT, "-o", "out", "--package", "tiny")
    assert loaded(("pydantic",), *command, cwd=tmp_path) == []
    for code, arguments in (
        (2, ["--format", "odd"]),
        (2, ["--output"]),
        (0, ["--format", "json", "--only", "models"]),
    ):
        assert specloom(*command, "--force", *arguments, cwd=tmp_path).code == code


def test_generation_does_without_the_second_opinions() -> None:
    assert loaded(HEAVY, "check", "--config", "specs/specloom.yaml") == []


def test_version() -> None:
    done = specloom("--version")
    assert done.code == 0
    assert done.out.startswith("specloom ")


def test_a_good_run_says_nothing(tmp_path: Path) -> None:
    for command in (
        ["generate", "-o", "out", "--package", "tiny"],
        ["check", "-o", "out", "--package", "tiny"],
    ):
        assert specloom(*command, DOCUMENT, cwd=tmp_path) == Done(0, "", "")
    assert specloom("validate", DOCUMENT, cwd=tmp_path) == Done(0, "", "")


def test_a_terminal_sees_what_is_going_on(tmp_path: Path) -> None:
    def seen() -> str:
        ours, theirs = os.openpty()
        with subprocess.Popen(
            [SPECLOOM, "generate", DOCUMENT, "-o", "out", "--package", "tiny"],
            cwd=tmp_path, stderr=theirs, env={**os.environ, "TERM": "xterm"},
        ) as process:  # fmt: skip
            os.close(theirs)
            said = b""
            with suppress(OSError):  # That is how a terminal ends.
                while part := os.read(ours, 4096):
                    said += part
        os.close(ours)
        assert process.returncode == 0
        return said.decode()

    assert "writing out" in seen()  # The last step is shown however soon it is done.
    assert seen() == ""  # nothing to do, nothing to see


def test_diff_names_what_changed(tmp_path: Path) -> None:
    text = DOCUMENT.read_text().replace("Greeting", "Salute").replace("getGreeting", "getSalute")
    (tmp_path / "new.yaml").write_text(text.replace("/greetings/", "/salutes/"))
    done = specloom("diff", DOCUMENT, "new.yaml", cwd=tmp_path)
    assert done.code == 0, done.said
    for line in ("+ GET /salutes/{name}", "- GET /greetings/{name}", "+ Salute", "- Greeting"):
        assert line in done.out
