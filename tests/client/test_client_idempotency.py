"""Idempotency keys in documents: where they are declared, and what a generated client makes of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Severity
from support.generated import Generated, Refused

PACKAGE = "client_idempotency_package"
PARAMETER = "{name: Idempotency-key, in: header, required: true, schema: {type: string, maxLength: 36}}"
DOCUMENT = f"""
openapi: 3.1.0
info: {{title: Keys, version: 1.0.0}}
servers: [{{url: 'http://nowhere.invalid'}}]
x-specloom-idempotency-key: X-Root
paths:
  /declared:
    post:
      operationId: declared
      parameters: [{PARAMETER}]
      responses: &fine {{'204': {{description: Fine.}}}}
  /root:
    post: {{operationId: root, responses: *fine}}
    put: {{operationId: rootPut, responses: *fine}}
  /path:
    x-specloom-idempotency-key: X-Path
    patch: {{operationId: path, responses: *fine}}
    post: {{operationId: own, x-specloom-idempotency-key: X-Own, responses: *fine}}
    put: {{operationId: ownPut, x-specloom-idempotency-key: X-Own, responses: *fine}}
    delete: {{operationId: none, responses: *fine}}
  /none:
    post: {{operationId: never, x-specloom-idempotency-key: false, responses: *fine}}
"""
KEYS = {
    "declared": "Idempotency-key",
    "root": "X-Root",
    "root_put": None,
    "path": "X-Path",
    "own": "X-Own",
    "own_put": "X-Own",
    "none": None,
    "never": None,
}


@pytest.fixture
def generate(tmp_path: Path) -> Iterator[Callable[[str], Generated]]:
    made: list[Generated] = []

    def make(document: str) -> Generated:
        (tmp_path / "openapi.yaml").write_text(document, encoding="utf-8")
        made.append(Generated(tmp_path / "openapi.yaml", tmp_path, PACKAGE, only=("client",)))
        return made[-1]

    yield make
    for each in made:
        each.close()


def test_keys_of_a_document(generate: Any, stub: Any, reply: Any) -> None:
    generated = generate(DOCUMENT)
    operations = generated.load("operations.default")
    found = {name: getattr(operations, name.upper()).idempotency_key for name in KEYS}
    assert found == KEYS
    client = generated.load("client")
    stub.answers(
        reply(status=503, headers={"Retry-After": "0"}), reply(status=204, content_type=None, body=b"")
    )
    with client.Client(base_url=stub.url) as made:
        parameter = inspect.signature(made.default.declared).parameters["idempotency_key"]
        assert parameter.default is client.OMIT
        made.default.declared()
        first, second = (asked.headers["idempotency-key"] for asked in stub.asked)
        assert first == second
        assert len(first) == 36
        made.default.declared(idempotency_key="mine")
        assert stub.last.headers["idempotency-key"] == "mine"
        made.with_options(idempotency_key=lambda: "made").default.root()
        assert stub.last.headers["x-root"] == "made"
        made.default.never()
        assert "x-root" not in stub.last.headers


@pytest.mark.parametrize("said", ["true", "''", "'a b'", "[X]"])
def test_what_is_no_name_of_a_header_field(generate: Any, said: str) -> None:
    with pytest.raises(Refused) as caught:
        generate(DOCUMENT.replace("false", said))
    (found,) = (each for each in caught.value.findings if each.severity is Severity.ERROR)
    assert found.code == "extension-invalid"
    assert found.location is not None
    assert found.location.pointer == "/paths/~1none/post/x-specloom-idempotency-key"


PROJECT = """
packages:
  - package: client_idempotency_package
    output: out
    only: [client]
    sources:
      - {id: one, path: one.yaml, NAMESPACE}
      - {id: two, path: two.yaml, NAMESPACE2}
"""


def sources(folder: Path, *, namespaces: bool) -> Path:
    """Two documents, one of which says at its root that it has keys."""
    for name, said in (("one", "x-specloom-idempotency-key: X-Key"), ("two", "tags: []")):
        operation = f"{{operationId: {name}, responses: {{'204': {{description: Fine.}}}}}}"
        text = f"openapi: 3.1.0\ninfo: {{title: {name}, version: '1'}}\n{said}\n"
        (folder / f"{name}.yaml").write_text(f"{text}paths: {{/{name}: {{post: {operation}}}}}\n")
    first, second = ("namespace: one", "namespace: two") if namespaces else ("overlays: []", "overlays: []")
    text = PROJECT.replace("NAMESPACE2", second).replace("NAMESPACE", first)
    (folder / "specloom.yaml").write_text(text)
    return folder / "specloom.yaml"


def test_what_a_document_says_counts_for_its_own_operations(tmp_path: Path) -> None:
    made = Generated(sources(tmp_path, namespaces=True), tmp_path, PACKAGE, only=("client",))
    found = [getattr(made.load(f"operations.{n}.default"), n.upper()).idempotency_key for n in ("one", "two")]
    made.close()
    assert found == ["X-Key", None]


def test_what_the_project_file_says_goes_before(tmp_path: Path) -> None:
    project = sources(tmp_path, namespaces=True)
    said = project.read_text().replace("namespace: ", "idempotency_key: X-File, namespace: ")
    project.write_text(said)
    made = Generated(project, tmp_path, PACKAGE, only=("client",))
    found = [getattr(made.load(f"operations.{n}.default"), n.upper()).idempotency_key for n in ("one", "two")]
    made.close()
    assert found == ["X-File", "X-File"]


def test_sources_that_become_one_have_to_agree(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="say different things by `x-specloom-idempotency-key`"):
        Generated(sources(tmp_path, namespaces=False), tmp_path, PACKAGE, only=("client",))
