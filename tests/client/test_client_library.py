"""A client on httpx2, which continues httpx with the same API."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from support.checkers import mypy, pyright
from support.command import specloom
from support.serving import serving

DOCUMENT = """
openapi: 3.2.0
info: {title: Lines, version: 1.0.0}
security: [{login: []}]
paths:
  /lines:
    get:
      operationId: listLines
      tags: [lines]
      responses:
        '200': {description: all, content: {application/json: {schema: {type: array, items: {type: string}}}}}
    post:
      operationId: followLines
      tags: [lines]
      responses:
        '200': {description: one by one, content: {application/jsonl: {itemSchema: {type: integer}}}}
components:
  securitySchemes: {login: {type: http, scheme: digest}}
"""
CALL = """
import sys
from lines_on_httpx2 import ApiConnectionError, Auth, Client

with Client(auth=Auth(digest=("ann", "p:w")), base_url=sys.argv[1], max_retries=0) as client:
    print(*client.lines.list_lines())
    with client.lines.follow_lines() as items:
        print(*items)
try:
    with Client(base_url="http://127.0.0.1:1", max_retries=0) as client:
        client.lines.list_lines()
except ApiConnectionError:
    print("refused")
print("httpx2" in sys.modules, "httpx" in sys.modules)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = tmp_path_factory.mktemp("httpx2")
    (made / "lines.yaml").write_text(DOCUMENT, encoding="utf-8")
    options = ("--package", "lines_on_httpx2", "--http-library", "httpx2", "-o", "out")
    done = specloom("generate", "lines.yaml", *options, cwd=made)
    assert done.code == 0, done.said
    sys.path.append(str(made / "out"))
    yield made
    sys.path.remove(str(made / "out"))


def test_it_calls_servers_without_httpx(folder: Path) -> None:
    server = import_module("lines_on_httpx2.server")

    class Lines(server.LinesService):  # type: ignore[misc, name-defined]
        def list_lines(self) -> list[str]:
            return ["a", "b"]

        def follow_lines(self) -> Iterator[int]:
            yield from (1, 2)

    security = server.Security(login=lambda credential: credential.matches("p:w"))
    with serving(server.create_app(lines=Lines(), security=security)) as base:
        done = subprocess.run(
            [sys.executable, "-c", CALL, base],
            cwd=folder / "out",
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.stdout.splitlines() == ["a b", "1 2", "refused", "True False"], done.stderr


def test_the_distribution_asks_for_it(folder: Path) -> None:
    asked = (folder / "out" / "pyproject.toml").read_text(encoding="utf-8")
    assert '"httpx2>=2"' in asked
    assert '"httpx>=' not in asked


def test_it_is_typed(folder: Path, tmp_path: Path) -> None:
    client = "out/lines_on_httpx2/_runtime/client"
    assert mypy(folder, f"{client}/transport.py", packages=folder / "out", cache=tmp_path) == []
    assert pyright(folder, client, packages=folder / "out", settings=tmp_path) == []


def test_the_project_file_chooses_it(tmp_path: Path) -> None:
    (tmp_path / "lines.yaml").write_text(DOCUMENT, encoding="utf-8")
    project = (
        "packages: [{package: lines, output: out, http_library: %s, sources: [{id: a, path: lines.yaml}]}]"
    )
    (tmp_path / "specloom.yaml").write_text(project % "httpx2", encoding="utf-8")
    assert specloom("generate", cwd=tmp_path).code == 0
    module = tmp_path / "out" / "lines" / "_runtime" / "client" / "library.py"
    assert "import httpx2 as httpx" in module.read_text(encoding="utf-8")
    assert not (tmp_path / "out" / "lines" / "_runtime" / "instead").exists()
    (tmp_path / "specloom.yaml").write_text(project % "requests", encoding="utf-8")
    assert specloom("generate", cwd=tmp_path).code == 2
