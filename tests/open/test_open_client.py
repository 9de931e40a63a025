"""`strict_responses`, through the generated client: bodies, errors' bodies and items of streams."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from support.generated import Generated

DOCUMENT = """
openapi: 3.2.0
info: {title: T, version: '1'}
servers: [{url: 'http://nowhere.invalid'}]
paths:
  /colour:
    get:
      operationId: getColour
      tags: [paint]
      responses:
        '200': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Paint'}}}}
        '400': {description: d, content: {application/json: {schema: {$ref: '#/components/schemas/Paint'}}}}
  /colours:
    get:
      operationId: listColours
      tags: [paint]
      responses:
        '200':
          description: d
          content: {application/jsonl: {itemSchema: {$ref: '#/components/schemas/Paint'}}}
components:
  schemas:
    Paint:
      type: object
      required: [colour]
      properties: {colour: {enum: [red, green], type: string}}
"""


class Canned:
    """One answer, to whatever is asked, sync and async."""

    def __init__(self, made: Generated, body: bytes, media_type: str, status: int = 200) -> None:
        headers = made.load("_runtime.client.headers").Headers
        self.status = status
        self.headers = headers([("content-type", media_type)])
        self.body = body

    def send(self, request: Any) -> Any:
        return self

    def read(self) -> bytes:
        return self.body

    def chunks(self) -> Iterator[bytes]:
        yield self.body

    def close(self) -> None:
        self.body = b""


class AsyncCanned(Canned):
    async def send(self, request: Any) -> Any:
        return self

    async def read(self) -> bytes:  # type: ignore[override]
        return self.body

    async def chunks(self) -> AsyncIterator[bytes]:  # type: ignore[override]
        yield self.body

    async def close(self) -> None:  # type: ignore[override]
        self.body = b""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("open-client")
    (folder / "openapi.yaml").write_text(DOCUMENT)
    found = Generated(folder / "openapi.yaml", Path(folder / "out"), "opened_client", only=("client",))
    yield found
    found.close()


BLUE = b'{"colour": "blue"}'


def client(made: Generated, name: str, canned: Canned, **options: Any) -> Any:
    return getattr(made.load(), name)(transport=canned, **options)


def test_body(made: Generated) -> None:
    canned = Canned(made, BLUE, "application/json")
    open_ = client(made, "Client", canned)
    assert open_.paint.get_colour().colour == "blue"
    strict = client(made, "Client", canned, strict_responses=True)
    for exact in (strict, open_.with_options(strict_responses=True), strict.with_options(timeout=1)):
        with pytest.raises(made.load().DecodeError, match="colour"):
            exact.paint.get_colour()
    assert strict.with_options(strict_responses=False).paint.get_colour().colour == "blue"


def test_body_of_an_error(made: Generated) -> None:
    canned = Canned(made, BLUE, "application/json", 400)
    with pytest.raises(made.load().StatusError) as caught:
        client(made, "Client", canned).paint.get_colour()
    assert caught.value.body.colour == "blue"
    with pytest.raises(made.load().StatusError) as caught:
        client(made, "Client", canned, strict_responses=True).paint.get_colour()
    assert caught.value.body == {"colour": "blue"}


def test_items(made: Generated) -> None:
    lines = b'{"colour": "red"}\n{"colour": "blue"}\n'
    with client(made, "Client", Canned(made, lines, "application/jsonl")).paint.list_colours() as items:
        assert [item.colour for item in items] == ["red", "blue"]
    canned = Canned(made, lines, "application/jsonl")
    strict = client(made, "Client", canned, strict_responses=True).paint.list_colours()
    items = iter(strict)
    assert next(items).colour == "red"
    with pytest.raises(made.load().DecodeError):
        next(items)


def test_async(made: Generated) -> None:
    async def run(canned: Canned, **options: Any) -> Any:
        async with client(made, "AsyncClient", canned, **options) as opened:
            if canned.body.count(b"\n"):
                async with opened.paint.list_colours() as items:
                    return [item.colour async for item in items]
            return (await opened.paint.get_colour()).colour

    body = AsyncCanned(made, BLUE, "application/json")
    assert asyncio.run(run(body)) == "blue"
    with pytest.raises(made.load().DecodeError):
        asyncio.run(run(body, strict_responses=True))
    assert asyncio.run(run(AsyncCanned(made, BLUE + b"\n", "application/jsonl"))) == ["blue"]
    with pytest.raises(made.load().DecodeError):
        asyncio.run(run(AsyncCanned(made, BLUE + b"\n", "application/jsonl"), strict_responses=True))
