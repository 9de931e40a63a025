"""The wheel works in an empty environment, outside the checkout, templates and all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from support.packages import REPOSITORY

SPEC = """\
openapi: 3.1.0
info: {title: Small, version: 1.0.0}
paths:
  /things:
    get:
      operationId: listThings
      responses:
        "200":
          description: Things.
          content: {application/json: {schema: {type: array, items: {type: string}}}}
"""


def run(*command: str | Path, cwd: Path) -> str:
    keep = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(part) for part in command], cwd=cwd, env=keep, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout


def test_the_wheel_installs_and_generates(tmp_path: Path) -> None:
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path / "dist")]
    run(sys.executable, *build, str(REPOSITORY), cwd=tmp_path)
    (wheel,) = (tmp_path / "dist").glob("specloom-*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    pins = REPOSITORY / "requirements-dev.txt"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", pins, wheel, cwd=tmp_path)
    (tmp_path / "spec.yaml").write_text(SPEC)
    command = tmp_path / "venv" / "bin" / "specloom"
    run(command, "generate", "spec.yaml", "-o", "out", "--package", "small", cwd=tmp_path)
    models = [sys.executable, "-c", "import small.models, small.client; print(small.__file__)"]
    assert run(*models, cwd=tmp_path / "out").strip().endswith("small/__init__.py")
