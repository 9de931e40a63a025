"""The raw view: an answer as it came, typed like the method that it stands for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from support.generated import Generated

PACKAGE = "client_raw_package"
DOCUMENT = """
openapi: 3.2.0
info: {title: Raw, version: 1.0.0}
servers: [{url: 'http://nowhere.invalid'}]
paths:
  /things/{id}:
    post:
      operationId: sendThing
      tags: [things]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
      responses:
        '200':
          description: The thing.
          content:
            application/json: {schema: {$ref: '#/components/schemas/Thing'}}
            text/event-stream: {itemSchema: {$ref: '#/components/schemas/Thing'}}
        '404':
          description: There is none.
          content: {application/json: {schema: {$ref: '#/components/schemas/Thing'}}}
    delete:
      operationId: dropThing
      tags: [things]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'204': {description: Gone.}}
components:
  schemas:
    Thing: {type: object, required: [name], properties: {name: {type: string}}}
"""
STREAM = {
    "content_type": "text/event-stream",
    "chunks": [b'data: {"name":"a"}\n\n', b'data: {"name":"b"}\n\n'],
}


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("raw")
    (folder / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    made = Generated(folder / "openapi.yaml", folder, PACKAGE, only=("client",))
    yield made
    made.close()


@pytest.fixture
def client(generated: Generated) -> Any:
    return generated.load("client")


def test_an_answer_as_it_came(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(body=b'{"name": "a"}', headers={"X-Request-Id": "r1"}))
    with client.Client(base_url=stub.url) as made:
        raw = made.with_raw_response(made.things.send_thing)(id=1, name="n")
    assert (raw.status, raw.raw, raw.request_id, raw.attempts) == (200, b'{"name": "a"}', "r1", 1)
    assert raw.headers["content-type"] == "application/json"
    assert raw.elapsed >= 0
    assert raw.parse().name == "a"
    assert stub.last.body == b'{"name":"n"}'


def test_no_status_raises_before_it_is_parsed(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(status=404, body=b'{"name":"x"}'))
    with client.Client(base_url=stub.url) as made:
        for method in (made.things.send_thing, made.things.send_thing_stream):
            raw = made.with_raw_response(method)(id=1, name="n")
            assert (raw.status, raw.raw) == (404, b'{"name":"x"}')
            with pytest.raises(client.SendThingNotFoundError):
                raw.parse()


def test_a_method_that_gives_nothing_and_one_that_was_tried_again(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(
        reply(status=503, headers={"Retry-After": "0"}), reply(status=204, body=b"", content_type=None)
    )
    with client.Client(base_url=stub.url) as made:
        raw = made.with_raw_response(made.with_options(headers={"X-A": "1"}).things.drop_thing)(id=1)
    assert (raw.status, raw.attempts, raw.parse()) == (204, 2, None)
    assert stub.last.headers["x-a"] == "1"


def test_a_stream(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(**STREAM))
    with client.Client(base_url=stub.url) as made:
        raw = made.with_raw_response(made.things.send_thing_stream)(id=1, name="n")
        assert (raw.status, raw.raw) == (200, b"")
        with raw.parse() as things:
            assert [thing.name for thing in things] == ["a", "b"]
    assert len(stub.asked) == 1


def test_the_same_awaited(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(body=b'{"name":"a"}'), reply(**STREAM), reply(status=204, body=b"", content_type=None))

    async def run() -> None:
        async with client.AsyncClient(base_url=stub.url) as made:
            raw = await made.with_raw_response(made.things.send_thing)(id=1, name="n")
            assert (raw.status, raw.parse().name) == (200, "a")
            raw = await made.with_raw_response(made.things.send_thing_stream)(id=1, name="n")
            assert raw.status == 200
            async with raw.parse() as things:
                assert [thing.name async for thing in things] == ["a", "b"]
            raw = await made.with_raw_response(made.things.drop_thing)(id=1)
            assert (raw.status, raw.parse()) == (204, None)

    asyncio.run(run())


def test_what_is_no_method_of_a_client(client: Any, stub: Any) -> None:
    with client.Client(base_url=stub.url) as made, pytest.raises(TypeError, match="is no method"):
        made.with_raw_response(print)("x")
    assert stub.asked == []


TYPED = f"""
from {PACKAGE} import AsyncClient, Client

with Client() as client:
    raw = client.with_raw_response(client.things.send_thing)(id=1, name="n")
    reveal_type(raw)
    reveal_type(raw.parse())
    reveal_type(client.with_raw_response(client.things.send_thing_stream)(id=1, name="n"))
    reveal_type(client.with_raw_response(client.things.drop_thing)(id=1))
    reveal_type(client.with_raw_response(client.things.send_thing)(id=1, body_={{"name": "n"}}))


async def run(client: AsyncClient) -> None:
    reveal_type(await client.with_raw_response(client.things.send_thing)(id=1, body_={{"name": "n"}}))
    reveal_type(await client.with_raw_response(client.things.send_thing_stream)(id=1, name="n"))
    reveal_type(await client.with_raw_response(client.things.drop_thing)(id=1))
"""


def test_checkers_know_the_types(generated: Generated, reveal: Any) -> None:
    assert reveal(generated.folder, TYPED) == [
        "RawResponse[Thing]",
        "Thing",
        "RawResponse[EventStream[Thing]]",
        "RawResponse[None]",
        "RawResponse[Thing]",
        "RawResponse[Thing]",
        "RawResponse[AsyncEventStream[Thing]]",
        "RawResponse[None]",
    ]


@pytest.mark.parametrize(
    "call", ["send_thing)(id='x', name='n'", "send_thing)(id=1, body_={'nome': 'n'}", "drop_thing)("]
)
def test_checkers_refuse_wrong_arguments(generated: Generated, reveal: Any, call: str) -> None:
    code = f"from {PACKAGE} import Client\nc = Client()\nc.with_raw_response(c.things.{call})\n"
    with pytest.raises(AssertionError):
        reveal(generated.folder, code)
