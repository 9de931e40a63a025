"""`specloom scaffold`: an application to go on with, written once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.checkers import mypy, pyright
from support.command import specloom
from support.serving import serving

PETS = """
openapi: 3.1.0
info: {title: Pets, version: 1.0.0}
servers: [{url: /v1}]
paths:
  /pets/{id}:
    get:
      operationId: getPet
      tags: [pets]
      security: [{key: []}, {log.in: []}]
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: since, in: query, schema: {type: string, format: date}}
        - {name: size, in: query, schema: {type: integer, minimum: 1, maximum: 9}}
        - {name: names, in: query, schema: {type: array, items: {type: string, pattern: "^a", maxLength: 9}}}
      responses:
        '200': {description: it, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
        '404': {description: none}
    delete:
      operationId: ProblemError
      tags: [pets]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'204': {description: done}}
  /barks:
    post:
      operationId: bark
      tags: ["the \\" news"]
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses:
        '200':
          description: barks
          content:
            application/json: {schema: {type: string}}
            text/event-stream: {schema: {$ref: '#/components/schemas/Pet'}}
        '429': {description: too many}
      callbacks:
        heard:
          "{$request.query.url}":
            post: {responses: {'204': {description: ok}}}
webhooks:
  born:
    post:
      security: [{key: []}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}
      responses: {'204': {description: ok}, '410': {description: no more}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    log.in: {type: http, scheme: basic}
  schemas:
    Pet: {type: object, required: [name], properties: {name: {type: string}}}
"""
PROJECT = """
packages:
  - package: zoo
    output: dist
    sources:
      - {id: one, path: pets.yaml, namespace: one}
      - {id: two, path: more.yaml, namespace: two}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    made = tmp_path_factory.mktemp("scaffold")
    (made / "pets.yaml").write_text(PETS, encoding="utf-8")
    assert specloom("generate", "pets.yaml", "-o", "dist", "--package", "scaffolded", cwd=made).code == 0
    done = specloom("scaffold", "pets.yaml", "--package", "scaffolded", "-o", "shop", cwd=made)
    assert done.code == 0, done.said
    sys.path[:0] = [str(made), str(made / "dist")]
    yield made
    del sys.path[:2]


def test_the_application_runs_and_says_what_is_not_written(folder: Path) -> None:
    from shop.app import app  # type: ignore[import-not-found]

    with serving(app) as base, httpx.Client(base_url=f"{base}/v1") as client:
        asked = client.get("/pets/1")
        keyed = client.get("/pets/1", headers={"x-key": "k"})
        invalid = client.delete("/pets/x")
        deleted = client.delete("/pets/1")
        streamed = client.post("/barks", headers={"accept": "text/event-stream"})
    assert (asked.status_code, keyed.status_code, invalid.status_code) == (401, 501, 422)
    assert (deleted.status_code, deleted.json()["detail"]) == (501, "ProblemError is not implemented.")
    assert (streamed.status_code, streamed.json()["detail"]) == (501, "bark is not implemented.")


def test_so_does_that_of_whom_the_api_calls(folder: Path) -> None:
    from shop.receivers import app  # type: ignore[import-not-found]

    with serving(app) as base, httpx.Client(base_url=base) as client:
        refused = client.post("/born", json={"name": "ann"})
        born = client.post("/born", json={"name": "ann"}, headers={"x-key": "k"})
        heard = client.post("/heard")
    assert (refused.status_code, born.status_code) == (401, 501)
    assert (heard.status_code, heard.json()["status"]) == (501, 501)
    assert heard.json()["detail"].endswith("is not implemented.")


def test_handlers_are_annotated_as_people_would(folder: Path) -> None:
    text = (folder / "shop" / "handlers" / "pets.py").read_text(encoding="utf-8")
    for argument in ("id: int,", "since: date | None,", "size: int | None,", "names: list[str] | None,"):
        assert argument in text
    assert "Annotated" not in text


def test_handlers_have_the_names_that_they_need(folder: Path) -> None:
    """What stands in their annotations is there when they run."""
    import typing

    from shop.handlers import pets  # type: ignore[import-not-found]

    hints = typing.get_type_hints(pets.PetsHandlers.get_pet)
    assert {"id", "since", "size", "names", "return"} == hints.keys()
    pet = pets.models.Pet(name="ann")
    assert pet.name == "ann"
    assert pets.GetPet404().status == 404


def test_imports_are_sorted_the_same_beside_a_folder_of_the_packages_name(folder: Path) -> None:
    (folder / "scaffolded").mkdir()
    done = specloom("scaffold", "pets.yaml", "--package", "scaffolded", "-o", "again", cwd=folder)
    (folder / "scaffolded").rmdir()
    assert done.code == 0, done.said
    for name in ("app.py", "receivers.py", "handlers/pets.py"):
        texts = [(folder / each / name).read_text(encoding="utf-8") for each in ("shop", "again")]
        assert texts[0] == texts[1]


def test_what_is_there_is_never_touched(folder: Path) -> None:
    handlers = folder / "shop" / "handlers" / "pets.py"
    (folder / "shop" / "app.py").unlink()
    before = handlers.read_text(encoding="utf-8")
    handlers.write_text("# mine\n", encoding="utf-8")
    try:
        done = specloom("scaffold", "pets.yaml", "--package", "scaffolded", "-o", "shop", cwd=folder)
        assert done.code == 0
        assert "wrote shop/app.py\n" in done.out
        assert "left shop/handlers/pets.py: it is there already\n" in done.out
        assert handlers.read_text(encoding="utf-8") == "# mine\n"
    finally:
        handlers.write_text(before, encoding="utf-8")


def test_it_is_formatted_and_typed(folder: Path, tmp_path: Path) -> None:
    for command in (["ruff", "format", "--check", "--isolated"], ["ruff", "check", "--isolated"]):
        subprocess.run([sys.executable, "-m", *command, "shop"], cwd=folder, check=True)
    assert mypy(folder, "shop", packages=folder / "dist", cache=tmp_path) == []
    assert pyright(folder, "shop", packages=folder / "dist", settings=tmp_path) == []


def test_sources_in_namespaces(tmp_path: Path) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, encoding="utf-8")
    (tmp_path / "more.yaml").write_text(PETS.replace("/v1", "/v2"), encoding="utf-8")
    (tmp_path / "specloom.yaml").write_text(PROJECT, encoding="utf-8")
    for command in (["generate"], ["scaffold", "-o", "zoo_app"]):
        done = specloom(*command, cwd=tmp_path)
        assert done.code == 0, done.said
    code = "from zoo_app.app import app; print(*sorted(app.openapi()['paths']))"
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{tmp_path / 'dist'}"}
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert ran.stdout.split() == ["/v1/barks", "/v1/pets/{id}", "/v2/barks", "/v2/pets/{id}"]


@pytest.mark.parametrize(
    ("name", "said"), [("not-a-name", "must be a name"), ("zoo", "in place of the package")]
)
def test_a_folder_that_cannot_be_imported_is_refused(tmp_path: Path, name: str, said: str) -> None:
    (tmp_path / "pets.yaml").write_text(PETS, encoding="utf-8")
    done = specloom("scaffold", "pets.yaml", "--package", "zoo", "-o", name, cwd=tmp_path)
    assert done.code == 2
    assert said in done.said
    assert not (tmp_path / name).exists()


def test_documents_that_are_elsewhere_are_read_from_copies(tmp_path: Path) -> None:
    elsewhere = "https://example.com/pet.json"
    (tmp_path / "pets.yaml").write_text(PETS.replace("#/components/schemas/Pet", elsewhere), encoding="utf-8")
    (tmp_path / "pet.json").write_text('{"type": "string"}', encoding="utf-8")
    done = specloom("scaffold", "pets.yaml", "--reference", f"{elsewhere}=pet.json", cwd=tmp_path)
    assert done.code == 0, done.said
    assert (tmp_path / "service" / "app.py").exists()
