"""The command line is quick to answer, and silent where nobody watches."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.command import Done, specloom
from support.packages import REPOSITORY

HEAVY = ("datamodel_code_generator", "jinja2", "jsonschema_rs", "openapi_spec_validator", "rich", "yaml")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; sys.argv = ['specloom', '--help']\n"
        "from specloom.__main__ import main\n"
        "try: main()\n"
        f"finally: sys.stderr.write(' '.join(m for m in {HEAVY!r} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Usage: specloom" in done.stdout
    assert done.stderr == ""


def test_generation_does_without_the_second_opinions() -> None:
    code = (
        "import sys; sys.argv = ['specloom', 'check', '--config', 'specs/specloom.yaml']\n"
        "from specloom.__main__ import main\n"
        "try: main()\n"
        f"finally: sys.stderr.write(' '.join(m for m in {HEAVY[:1] + HEAVY[3:5]!r} if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=REPOSITORY
    )
    assert done.stderr == ""


def test_version() -> None:
    done = specloom("--version")
    assert done.code == 0
    assert done.out.startswith("specloom ")


def test_a_good_run_says_nothing(tmp_path: Path) -> None:
    document = REPOSITORY / "tests" / "golden" / "tiny-all-stages" / "spec" / "openapi.yaml"
    for command in (
        ["generate", "-o", "out", "--package", "tiny"],
        ["check", "-o", "out", "--package", "tiny"],
    ):
        assert specloom(*command, document, cwd=tmp_path) == Done(0, "", "")
    assert specloom("validate", document, cwd=tmp_path) == Done(0, "", "")


def test_diff_names_what_changed(tmp_path: Path) -> None:
    spec = REPOSITORY / "tests" / "golden" / "tiny-all-stages" / "spec" / "openapi.yaml"
    text = spec.read_text().replace("Greeting", "Salute").replace("getGreeting", "getSalute")
    (tmp_path / "new.yaml").write_text(text.replace("/greetings/", "/salutes/"))
    done = specloom("diff", spec, "new.yaml", cwd=tmp_path)
    assert done.code == 0, done.said
    for line in ("+ GET /salutes/{name}", "- GET /greetings/{name}", "+ Salute", "- Greeting"):
        assert line in done.out
