"""The command line is quick to answer, and silent where nobody watches."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import get_args

import yaml

from specloom.config.model import HttpLibrary, Part, Style
from specloom.console import Format
from support.command import SPECLOOM, Done, specloom, tree
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
    for options in ([], ["--only", "models", "--http-library", "httpx", "--format", "github"]):
        assert loaded(("pydantic",), *command, *options, cwd=tmp_path) == []


def test_generation_does_without_the_second_opinions() -> None:
    assert loaded(HEAVY, "check", "--config", "specs/specloom.yaml") == []


def test_version() -> None:
    done = specloom("--version")
    assert done.code == 0
    assert done.out.startswith("specloom ")


def test_without_arguments_help_is_an_error() -> None:
    done = specloom()
    assert (done.code, done.out) == (2, "")
    assert done.err == specloom("--help").out


def test_help_shows_commands_in_the_order_of_their_use() -> None:
    done = specloom("--help")
    assert (done.code, done.err) == (0, "")
    shown = re.findall(r"^  (\w+) ", done.out.partition("Commands:")[2], re.MULTILINE)
    assert shown == ["generate", "check", "scaffold", "mock", "validate", "merge", "diff"]
    for command in shown:
        done = specloom(command, "--help", COLUMNS="60")
        assert (done.code, done.err) == (0, "")
        assert done.out.startswith(f"Usage: specloom {command} [OPTIONS] ")
        assert all(len(line) < 60 for line in done.out.splitlines())


def test_help_describes_documents_defaults_and_every_choice() -> None:
    said = specloom("generate", "--help").out
    assert "OpenAPI documents; without any, the project file counts." in said
    for choices in map(get_args, (Part, Style, HttpLibrary, Format)):
        assert f"[{'|'.join(choices)}]" in said
    assert "[default: text]" in said
    said = specloom("mock", "--help").out
    assert "[default: 127.0.0.1]" in said
    assert "0<=x<=65535" in said


def test_options_stand_anywhere_and_the_last_one_counts(tmp_path: Path) -> None:
    generate = ("generate", "--only", "models")
    for target, command in {
        "before": (*generate, "-obefore", "--package=tiny", DOCUMENT),
        "after": (*generate, DOCUMENT, "--package", "tiny", "--output", "after"),
        "last": (*generate, "-o", "first", DOCUMENT, "--package", "odd", "--package", "tiny", "-o", "last"),
        "ended": (*generate, "--output=ended", "--package", "tiny", "--", DOCUMENT),
    }.items():
        assert specloom(*command, cwd=tmp_path) == Done(0, "", "")
        assert tree(tmp_path / target) == tree(tmp_path / "before")
    assert not (tmp_path / "first").exists()


def test_an_option_may_be_repeated(tmp_path: Path) -> None:
    parts = ("--only", "models", "--only", "client")
    done = specloom("generate", DOCUMENT, "-o", "out", "--package", "tiny", *parts, cwd=tmp_path)
    assert done == Done(0, "", "")
    made = {path.name for path in (tmp_path / "out" / "tiny").iterdir()}
    assert {"models", "client"} <= made
    assert "server" not in made


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
