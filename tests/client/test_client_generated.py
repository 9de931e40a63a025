"""A client generated from a small document: its shape, its laziness, and what it sends."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.merge import MergeOptions, MergeSource, merge
from specloom.normalise import normalise
from specloom.python import PackageSettings, plan
from specloom.render import render

PACKAGE = "small_generated_client"
DOCUMENT = """
openapi: 3.1.0
info: {title: Small, version: 1.0.0}
servers: [{url: 'http://nowhere.invalid/v1'}]
security: [{token: []}]
paths:
  /close/{id}:
    post:
      operationId: sendThing
      tags: [close]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: list, in: query, schema: {type: array, items: {type: string}}}
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
      responses:
        '200':
          description: Done.
          content:
            application/json: {schema: {$ref: '#/components/schemas/Thing'}}
            text/event-stream: {itemSchema: {$ref: '#/components/schemas/Thing'}}
        '404':
          description: Unknown.
          content: {application/json: {schema: {$ref: '#/components/schemas/Trouble'}}}
  /nothing:
    delete:
      operationId: list
      tags: [close]
      responses: {'204': {description: Gone.}}
components:
  securitySchemes: {token: {type: http, scheme: bearer}}
  schemas:
    Thing:
      type: object
      required: [id]
      properties:
        id: {type: string}
        class: {type: [string, 'null']}
        stream: {type: boolean}
        part: {$ref: '#/components/schemas/Thing'}
    Trouble: {type: object, required: [code], properties: {code: {type: integer}}}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("small")
    (path / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    diagnostics = Diagnostics()
    loaded = load(str(path / "openapi.yaml"), diagnostics=diagnostics)
    options = MergeOptions(title=None, version=None, description=None, problem_responses=False)
    source = MergeSource(id="small", loaded=loaded, namespace=None, stream_sentinel="[DONE]")
    merged, _ = merge([source], options=options, diagnostics=diagnostics)
    api = normalise(merged, skip=frozenset(), diagnostics=diagnostics)
    settings = PackageSettings(package=PACKAGE, distribution="small", only=frozenset(["client"]))
    views = plan(api, settings, diagnostics=diagnostics)
    assert not diagnostics.failed
    for name, data in render(views).items():
        target = path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    return path


@pytest.fixture
def package(folder: Path) -> Iterator[Any]:
    sys.path.insert(0, str(folder))
    yield importlib.import_module(PACKAGE + ".client")
    sys.path.remove(str(folder))


def test_importing_and_making_a_client_loads_nothing_else(folder: Path) -> None:
    code = f"""
import sys
from {PACKAGE} import Auth, Client
Client(auth=Auth(bearer="x")).with_options(timeout=1)
parts = ({PACKAGE + ".models"!r}, {PACKAGE + ".operations"!r})
loaded = [name for name in sys.modules if name.startswith(parts)]
print(loaded + [name for name in ("httpx", "fastapi", "asyncio", "anyio") if name in sys.modules])
import {PACKAGE}.operations.close
print([name for name in sys.modules if name.startswith({PACKAGE + ".models."!r})])
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == ["[]", "[]"]


def test_all_arguments_are_keywords_of_the_operation(package: Any) -> None:
    client = package.Client()
    method = client.close_.send_thing  # `close` is the client's own
    found = inspect.signature(method).parameters
    assert list(found) == ["id", "list", "body_id", "class_", "part", "body_", "extra_"]
    assert all(parameter.kind is inspect.Parameter.KEYWORD_ONLY for parameter in found.values())
    assert list(inspect.signature(client.close_.send_thing_stream).parameters) == list(found)
    assert list(inspect.signature(package.AsyncClient().close_.send_thing).parameters) == list(found)
    assert "Unknown." in inspect.getdoc(method)


def test_a_call_is_typed_on_both_ends(package: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(body=b'{"id":"x","class":null,"more":1}'))
    with package.Client(auth=package.Auth(bearer="t"), base_url=stub.url) as client:
        got = client.close_.send_thing(
            id="a/b", list=["x", "y"], body_id="i", class_=None, part={"id": "p"}, extra_={"more": True}
        )
    sent = stub.last
    assert (sent.method, sent.target) == ("POST", "/close/a%2Fb?list=x&list=y")
    assert json.loads(sent.body) == {"id": "i", "class": None, "part": {"id": "p"}, "more": True}
    assert sent.headers["authorization"] == "Bearer t"
    assert (type(got).__name__, got.id, got.class_) == ("Thing", "x", None)


def test_a_ready_body_and_what_cannot_be_sent(package: Any, stub: Any, reply: Any) -> None:
    thing = importlib.import_module(PACKAGE + ".models").Thing(id="i", class_="c")
    stub.answers(reply(body=b'{"id":"x"}'))
    with package.Client(base_url=stub.url) as client:
        client.close_.send_thing(id="a", body_=thing)
        assert json.loads(stub.last.body) == {"id": "i", "class": "c"}
        with pytest.raises(package.ArgumentError, match="beside it"):
            client.close_.send_thing(id="a", body_=thing, class_="d")
        with pytest.raises(package.ArgumentError, match="does not fit"):
            client.close_.send_thing(id="a", body_id=5)
        with pytest.raises(package.ArgumentError, match="part"):
            client.close_.send_thing(id="a", body_id="i", part=None)
    assert len(stub.asked) == 1


def test_errors_and_empty_answers(package: Any, stub: Any, reply: Any) -> None:
    with package.Client(base_url=stub.url) as client:
        stub.answers(reply(status=404, body=b'{"code":7}'))
        with pytest.raises(package.NotFoundError) as caught:
            client.close_.send_thing(id="a", body_id="i")
        assert (type(caught.value.body).__name__, caught.value.body.code) == ("Trouble", 7)
        stub.answers(reply(status=204, body=b"", content_type=None))
        assert client.close_.list() is None


def test_the_stream_is_asked_for_and_ends_at_the_sentinel(package: Any, stub: Any, reply: Any) -> None:
    chunks = [b'data: {"id":"1"}\n\ndata: {"id"', b':"2"}\n\ndata: [DONE]\n\n']
    stub.answers(reply(content_type="text/event-stream", chunks=chunks))

    async def run() -> list[str]:
        async with (
            package.AsyncClient(base_url=stub.url) as client,
            client.close_.send_thing_stream(id="a", body_id="i") as things,
        ):
            return [thing.id async for thing in things]

    assert asyncio.run(run()) == ["1", "2"]
    assert stub.last.headers["accept"] == "text/event-stream"
    assert json.loads(stub.last.body) == {"id": "i", "stream": True}
