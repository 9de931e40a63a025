"""Generated servers, filled in as users fill them in, over real HTTP."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from specloom.runtime.sse import EventDecoder
from support.checkers import mypy, pyright
from support.generated import Generated
from support.serving import serving

THINGS = """
openapi: 3.0.3
info: {title: What the server answers, version: 1.0.0}
servers: [{url: 'http://localhost/v1'}]
security: [{bearer: []}]
paths:
  /things:
    post:
      operationId: createThing
      tags: [things]
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
      responses:
        '201':
          description: made
          headers: {Location: {schema: {type: string}}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
        '409':
          description: there already
          content: {application/problem+json: {schema: {$ref: '#/components/schemas/Problem'}}}
        default:
          description: anything else
          content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}
    get:
      operationId: listThings
      tags: [things]
      security: []
      parameters:
        - {name: limit, in: query, schema: {type: integer, default: 2}}
        - {name: kind, in: query, schema: {type: string, enum: [a, b]}}
        - {name: body, in: header, schema: {type: string}}
      responses:
        '200':
          description: ok
          content: {application/json: {schema: {type: object, additionalProperties: true}}}
    put:
      operationId: replaceThings
      tags: [things]
      security: []
      requestBody:
        content:
          application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Thing'}}}
      responses: {'202': {description: later}}
    patch:
      operationId: patchThings
      tags: [things]
      security: []
      requestBody: {required: true, content: {application/json: {schema: {type: integer}}}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: integer}}}}}
  /things/{id}:
    delete:
      operationId: deleteThing
      tags: [things]
      security: []
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'204': {description: gone}, 4XX: {description: wrong}}
  /ask:
    post:
      operationId: ask
      tags: [asking]
      security: []
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Ask'}}}}
      responses:
        '200':
          description: ok
          content:
            application/json: {schema: {$ref: '#/components/schemas/Thing'}}
            text/event-stream:
              x-specloom-stream-sentinel: '[DONE]'
              schema: {$ref: '#/components/schemas/Thing'}
        '429':
          description: slow down
          content: {application/json: {schema: {$ref: '#/components/schemas/Problem'}}}
components:
  securitySchemes: {bearer: {type: http, scheme: bearer}}
  schemas:
    Ask: {type: object, properties: {stream: {type: boolean, default: false}, fail: {type: boolean}}}
    Thing:
      type: object
      required: [from-date]
      properties:
        from-date: {type: string}
        note: {type: string, nullable: true}
        n: {type: integer, default: 3}
    Problem: {type: object, required: [title], properties: {title: {type: string}}}
"""
HANDLERS = """
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

from served_things import models
from served_things.server import AbortError, Bearer, Security, create_app, principals
from served_things.server import (
    Ask429,
    AskingService,
    CreateThing201,
    CreateThing409,
    CreateThingDefault,
    DeleteThing4XX,
    ThingsService,
)


class Things(ThingsService):
    async def create_thing(
        self, *, body: models.Thing
    ) -> models.Thing | CreateThing201 | CreateThing409 | CreateThingDefault:
        if body.from_date == "there":
            return CreateThing409(body=models.Problem(title="there"))
        if body.from_date == "full":
            return CreateThingDefault(status=507, body=models.Problem(title="full"))
        if body.from_date == "headed":
            return CreateThing201(body=body, headers={"Location": f"/{principals()['bearer']}"})
        return body

    def list_things(
        self, *, limit: int, kind: str | None, body: str | None
    ) -> dict[str, object]:
        return {"limit": limit, "kind": kind, "body": body}

    def replace_things(self, *, body: list[models.Thing] | None) -> None:
        return None

    async def patch_things(self, *, body: int) -> int:
        return body

    def delete_thing(self, *, id: int) -> None | DeleteThing4XX:
        return DeleteThing4XX(status=404) if id == 4 else None


class Asking(AskingService):
    def ask(self, *, body: models.Ask) -> models.Thing:
        return models.Thing(from_date="once")

    async def ask_stream(self, *, body: models.Ask) -> AsyncIterator[models.Thing]:
        if body.fail:
            raise AbortError(Ask429(body=models.Problem(title="slow down")))
        yield models.Thing(from_date="a")
        yield models.Thing(from_date="b", note=None)


class Sync(AskingService):
    def ask_stream(self, *, body: models.Ask) -> Iterator[models.Thing]:
        yield models.Thing(from_date="a")


def who(credential: Bearer) -> str | None:
    return "ann" if credential.token == "good" else None


app = create_app(things=Things(), asking=Asking(), security=Security(bearer=who))
"""
GOOD = {"authorization": "Bearer good"}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("served")
    (folder / "things.yaml").write_text(THINGS, encoding="utf-8")
    generated = Generated(folder / "things.yaml", folder / "out", "served_things")
    (folder / "out" / "served_handlers.py").write_text(HANDLERS, encoding="utf-8")
    yield generated
    generated.close()


@pytest.fixture(scope="module")
def client(package: Generated) -> Iterator[httpx.Client]:
    import importlib

    app = importlib.import_module("served_handlers").app
    with serving(app) as base, httpx.Client(base_url=f"{base}/v1") as found:
        yield found


def post(client: httpx.Client, **thing: Any) -> httpx.Response:
    return client.post("/things", json={k.replace("_", "-"): v for k, v in thing.items()}, headers=GOOD)


def test_answers_of_every_status(client: httpx.Client) -> None:
    assert client.post("/things", json={"from-date": "a"}).status_code == 401
    made = post(client, from_date="a", note=None)
    assert (made.status_code, made.json()) == (201, {"from-date": "a", "note": None})
    there = post(client, from_date="there")
    assert (there.status_code, there.headers["content-type"]) == (409, "application/problem+json")
    assert post(client, from_date="full").status_code == 507
    assert post(client, from_date="headed").headers["location"] == "/ann"
    assert client.post("/things", json={"from_date": "a"}, headers=GOOD).status_code == 422
    assert client.put("/things").status_code == 202
    assert client.patch("/things", json=5).json() == 5
    assert client.patch("/things", json={"body": 5}).status_code == 422
    deleted = client.delete("/things/1")
    assert (deleted.status_code, deleted.content) == (204, b"")
    assert client.delete("/things/4").status_code == 404
    assert client.delete("/things/x").status_code == 422


def test_parameters_by_their_python_names(client: httpx.Client) -> None:
    found = client.get("/things?kind=b", headers={"body": "x"}).json()
    assert found == {"limit": 2, "kind": "b", "body": "x"}
    assert client.get("/things?kind=c").status_code == 422


def test_streams(client: httpx.Client) -> None:
    assert client.post("/ask", json={}).json() == {"from-date": "once"}
    streamed = client.post("/ask", json={"stream": True})
    found = [event.data for event in EventDecoder().feed(streamed.content)]
    assert found == ['{"from-date":"a"}', '{"from-date":"b","note":null}', "[DONE]"]
    refused = client.post("/ask", json={"stream": True, "fail": True})
    assert (refused.status_code, refused.json()) == (429, {"title": "slow down"})


def test_a_plain_generator_and_an_operation_left_out(package: Generated, client: httpx.Client) -> None:
    import importlib

    server = package.load("server")
    app = server.create_app(asking=importlib.import_module("served_handlers").Sync())
    with serving(app) as base:
        streamed = httpx.post(f"{base}/v1/ask", json={"stream": True})
        once = httpx.post(f"{base}/v1/ask", json={})
        other = httpx.post(f"{base}/v1/things", json={})
    assert streamed.text == 'data: {"from-date":"a"}\n\ndata: [DONE]\n\n'
    assert (once.status_code, other.status_code) == (501, 501)


def test_every_operation_answers_501_when_nothing_is_filled_in(package: Generated) -> None:
    app = package.load("server").create_app()
    operations = [(method, path) for path, item in app.openapi()["paths"].items() for method in item]
    with serving(app) as base:
        found = [httpx.request(m, base + path.format(id="1")) for m, path in operations]
    assert {answer.status_code for answer in found} == {501}
    assert {answer.headers["content-type"] for answer in found} == {"application/problem+json"}
    assert len(found) == 6


def test_a_hook_that_is_missing_is_named(package: Generated, client: httpx.Client) -> None:
    import importlib

    things = importlib.import_module("served_handlers").Things()
    with pytest.raises(ValueError, match=r"'createThing'.*'bearer'"):
        package.load("server").create_app(things=things)


def test_options_and_settings(package: Generated) -> None:
    server = package.load("server")
    app = server.create_app(settings=server.Settings(ping_interval=None), title="Mine", docs_url=None)
    assert (app.title, app.docs_url) == ("Mine", None)
    assert app.openapi()["info"]["title"] == "Mine"
    router = server.create_router(prefix="/below")
    assert {route.path for route in router.routes} == {
        "/below/v1/things",
        "/below/v1/things/{p0}",
        "/below/v1/ask",
    }


def test_classes_of_answers_are_frozen_dataclasses(package: Generated) -> None:
    server, problem = package.load("server"), package.load("models").Problem(title="there")

    @dataclass(frozen=True, kw_only=True)
    class Explained(server.CreateThing409):  # type: ignore[misc, name-defined]
        why: str = "because"

    mine = Explained(body=problem)
    assert (mine.status, mine.body, mine.why) == (409, problem, "because")
    answer = server.CreateThing409(body=problem)
    assert answer == server.CreateThing409(body=problem)
    assert replace(answer, extra_headers={"a": "b"}).extra_headers == {"a": "b"}
    assert repr(answer).startswith("CreateThing409(status=409, body=Problem(")
    with pytest.raises(FrozenInstanceError):
        answer.status = 410
    with pytest.raises(TypeError, match="body"):
        server.CreateThing409()


def run(package: Generated, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=package.folder, capture_output=True, text=True, check=False
    )


def test_importing_the_server_loads_no_models(package: Generated) -> None:
    code = "import served_things.server as s, sys; s.create_app(); print(*sys.modules)"
    loaded = run(package, "-c", code).stdout.split()
    assert "served_things.server.things" in loaded
    assert not [name for name in loaded if name.startswith("served_things.models.")]


WRONG = """
from collections.abc import AsyncIterator

from served_things import models
from served_things.server import Ask429, AskingService, ThingsService
from served_things.server import CreateThing201, CreateThing409, DeleteThing4XX
from served_things._runtime.server import Reply

class OtherOperation(ThingsService):
    async def create_thing(self, *, body: models.Thing) -> Ask429:  # wrong
        return Ask429(body=models.Problem(title="x"))
    def patch_things(self, *, body: int) -> str:  # wrong
        return ""
    async def delete_thing(self, *, id: int) -> CreateThing409:  # wrong
        return CreateThing409(body=models.Problem(title="x"))

class OtherModel(ThingsService):
    async def create_thing(self, *, body: models.Thing) -> models.Problem:  # wrong
        return models.Problem(title="x")
    async def delete_thing(self, *, id: int) -> models.Thing:  # wrong
        return models.Thing(from_date="x")

class AnyStatus(ThingsService):
    async def create_thing(self, *, body: models.Thing) -> Reply:  # wrong
        return Reply(status=418, body=None)
    async def replace_things(self, *, body: list[models.Thing] | None) -> models.Thing | None:  # wrong
        return None

class OtherItems(AskingService):
    async def ask_stream(self, *, body: models.Ask) -> AsyncIterator[models.Problem]:  # wrong
        yield models.Problem(title="x")
    async def ask(self, *, body: models.Ask) -> AsyncIterator[models.Thing]:  # wrong
        raise LookupError

class Returning(ThingsService):
    async def create_thing(self, *, body: models.Thing) -> models.Thing | CreateThing409:
        if body.note:
            return Ask429(body=models.Problem(title="x"))  # wrong
        return models.Problem(title="x")  # wrong

CreateThing409(body=models.Problem(title="x"), status=410)  # wrong
CreateThing409(body=models.Thing(from_date="x"))  # wrong
CreateThing409(body={"title": "x"})  # wrong
CreateThing201(body=models.Thing(from_date="x"), headers=["/x"])  # wrong
DeleteThing4XX(status=404, body="x")  # wrong
"""


def test_only_documented_answers_type_check(package: Generated, tmp_path: Path) -> None:
    (package.folder / "served_wrong.py").write_text(WRONG, encoding="utf-8")
    files, packages = ("served_handlers.py", "served_wrong.py"), package.folder
    wrong = {n for n, line in enumerate(WRONG.splitlines(), 1) if "# wrong" in line}
    for found in (
        mypy(package.folder, *files, packages=packages, cache=tmp_path),
        pyright(package.folder, *files, packages=packages, settings=tmp_path),
    ):
        assert {each.file for each in found} == {"served_wrong.py"}
        assert {each.line for each in found} == wrong, found
