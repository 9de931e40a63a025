"""Wheels work in empty environments, outside the checkout: ours, and a generated package's without extras."""

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


def install(project: Path, folder: Path) -> Path:
    """Build a project's wheel and install it in an environment of its own, whose Python is given back."""
    build = ["-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder / "dist")]
    run(sys.executable, *build, str(project), cwd=folder)
    (wheel,) = (folder / "dist").glob("*.whl")
    run(sys.executable, "-m", "venv", folder / "venv", cwd=folder)
    python = folder / "venv" / "bin" / "python"
    pins = REPOSITORY / "requirements-dev.txt"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", pins, wheel, cwd=folder)
    return python


def test_the_wheel_installs_and_generates(tmp_path: Path) -> None:
    command = install(REPOSITORY, tmp_path).with_name("specloom")
    (tmp_path / "spec.yaml").write_text(SPEC)
    run(command, "generate", "spec.yaml", "-o", "out", "--package", "small", cwd=tmp_path)
    models = [sys.executable, "-c", "import small.models, small.client; print(small.__file__)"]
    assert run(*models, cwd=tmp_path / "out").strip().endswith("small/__init__.py")


USE = """\
import importlib.util
from llm_apis import AsyncClient, Auth, Client
from llm_apis.models import SCHEMA_TYPES, olivaw

assert importlib.util.find_spec("fastapi") is None
assert all(SCHEMA_TYPES[source][name] for source in SCHEMA_TYPES for name in SCHEMA_TYPES[source])
print(olivaw.ChatMessage(role="user", content="hi").model_dump_json())
with Client(olivaw=Auth(api_key="k")) as client:
    print(client.olivaw.completion.create_completion.__name__)
"""


def test_a_generated_package_needs_no_extras_for_models_and_client(tmp_path: Path) -> None:
    python = install(REPOSITORY / "generated" / "llm-apis", tmp_path)
    said = run(python, "-c", USE, cwd=tmp_path).splitlines()
    assert said == ['{"role":"user","content":"hi"}', "create_completion"]
