"""`specloom mock`, run as users run it."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from support.command import SPECLOOM, specloom

DOCUMENT = """
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
security: [{key: []}]
paths:
  /pet:
    get:
      operationId: pet
      responses:
        "200":
          description: The pet.
          content: {application/json: {schema: {type: string, example: Rex}, example: 5}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pets.yaml").write_text(DOCUMENT)
    return tmp_path


@contextmanager
def running(folder: Path, *arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The process, and the line that it says when it is ready."""
    with subprocess.Popen(
        [SPECLOOM, "mock", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stdout is not None
            yield process, process.stdout.readline()
        finally:
            process.kill()


def test_it_serves_until_it_is_interrupted(folder: Path) -> None:
    before = sorted(folder.iterdir())
    with running(folder, "pets.yaml", "--token", "sesame") as (process, said):
        found = re.fullmatch(
            r"pets is mocked at (http://127\.0\.0\.1:\d+), documented at \1/docs; the token is 'sesame'\n",
            said,
        )
        assert found is not None, said
        assert httpx.get(f"{found[1]}/pet").status_code == 401
        assert httpx.get(f"{found[1]}/pet", headers={"X-Key": "mock"}).status_code == 401
        assert httpx.get(f"{found[1]}/pet", headers={"X-Key": "sesame"}).json() == "Rex"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, "")
    assert "pets.yaml:12" in err
    assert "warning[mock-example-refused]: this example is not allowed by its schema" in err
    assert "Traceback" not in err
    assert sorted(folder.iterdir()) == before


def test_a_project_is_mocked(folder: Path) -> None:
    (folder / "specloom.yaml").write_text(
        "packages: [{package: zoo, output: out, sources: [{id: pets, path: pets.yaml}]}]"
    )
    with running(folder, "--config", "specloom.yaml") as (_, said):
        url = said.split()[4].rstrip(",")
        assert httpx.get(f"{url}/pet", headers={"X-Key": "mock"}).json() == "Rex"


@pytest.mark.parametrize(
    ("servers", "bases"),
    [
        ("[{url: 'https://{at}.example/v1/', variables: {at: {default: eu}}}, {url: /v2}]", ["/v1"]),
        ("[{url: https://pets.example}]", [""]),
    ],
)
def test_it_says_what_a_client_takes_for_its_base_url(folder: Path, servers: str, bases: list[str]) -> None:
    (folder / "pets.yaml").write_text(DOCUMENT.replace("security:", f"servers: {servers}\nsecurity:"))
    with running(folder, "pets.yaml") as (_, said):
        url = said.split()[4].rstrip(",")
        origin = said.split("documented at ")[1].partition("/docs;")[0]
        assert [url] == [f"{origin}{base}" for base in bases]
        assert httpx.get(f"{url}/pet", headers={"X-Key": "mock"}).json() == "Rex"


def test_it_says_the_base_of_every_document(folder: Path) -> None:
    for name, path in (("a", "/a/v1"), ("b", "/b")):
        served = f"servers: [{{url: {path}}}]\nsecurity:"
        (folder / f"{name}.yaml").write_text(DOCUMENT.replace("security:", served))
    (folder / "specloom.yaml").write_text(
        "packages: [{package: zoo, output: out, sources: ["
        "{id: a, path: a.yaml, namespace: a}, {id: b, path: b.yaml, namespace: b}]}]"
    )
    with running(folder, "--config", "specloom.yaml") as (_, said):
        found = re.match(r"zoo is mocked at (http://\S+)/a/v1 and \1/b, documented at \1/docs;", said)
        assert found is not None, said


def test_findings_are_those_of_generate(folder: Path) -> None:
    (folder / "bad.yaml").write_text(DOCUMENT.replace("operationId: pet", "operationId: 5"))
    mocked, generated = specloom("mock", "bad.yaml", cwd=folder), specloom("generate", "bad.yaml", cwd=folder)
    assert (mocked.code, mocked.said) == (1, generated.said)


def test_wrong_use(folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = specloom("mock", "pets.yaml", "--port", str(taken.getsockname()[1]), cwd=folder)
    assert done.code == 2
    assert re.search(r"specloom: cannot listen on 127\.0\.0\.1 port \d+: ", done.err)
    assert specloom("mock", cwd=folder).code == 2


def test_it_says_what_it_needs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from specloom.faults import UsageError
    from specloom.mock import serving

    monkeypatch.setattr(serving, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"mock needs FastAPI and uvicorn.*pip install 'specloom\[mock\]'"):
        serving.check_installed()
