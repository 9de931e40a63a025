"""Operations by hand, and every way to read their answers: whole, as items, as bytes; sync and async."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Final

from pydantic import BaseModel

from client_kit import AsyncClient, Client, codec, events, json_content, operation
from specloom.runtime.client.options import Timeout
from specloom.runtime.client.retry import RetryPolicy
from specloom.runtime.operation import Content, Operation, Response, Stream

Reading = Callable[[Operation, str, list[Any], Any], None]
"""Calls an operation at a URL and puts what comes into the list, with settings of the client."""


class Tick(BaseModel):
    n: int


def streamed(media_type: str, stream: Stream) -> Operation:
    return operation(responses=(Response("200", "", (Content(media_type, stream=stream),)),))


ONCE: Final = operation(responses=(Response("200", "", (json_content(Tick),)), Response("204", "none")))
TEXT: Final = operation(responses=(Response("200", "", (Content("text/plain", codec(str)),)),))
EVENTS: Final = operation(responses=(events(Tick),))
LINES: Final = streamed("application/jsonl", Stream("lines", codec(Tick)))
SEQUENCE: Final = streamed("application/json-seq", Stream("sequence", codec(Tick)))
BINARY: Final = operation(responses=(Response("200", "", (Content("application/octet-stream"),)),))


def _settings(given: dict[str, Any]) -> dict[str, Any]:
    said = {"timeout": Timeout(connect=20, read=20, write=20), "retry": RetryPolicy(max_retries=0)}
    return {**said, **given}


def whole(what: Operation, url: str, found: list[Any], settings: dict[str, Any]) -> None:
    with Client(url, **_settings(settings)) as client:
        found.append(client.call(what))


def items(what: Operation, url: str, found: list[Any], settings: dict[str, Any]) -> None:
    with Client(url, **_settings(settings)) as client, client.stream(what) as stream:
        for item in stream:
            found.append(item)


def pieces(what: Operation, url: str, found: list[Any], settings: dict[str, Any]) -> None:
    with Client(url, **_settings(settings)) as client, client.download(what) as download:
        for piece in download:
            found.append(piece)


async def _whole(client: AsyncClient, what: Operation, found: list[Any]) -> None:
    found.append(await client.call(what))


async def _items(client: AsyncClient, what: Operation, found: list[Any]) -> None:
    async with client.stream(what) as stream:
        async for item in stream:
            found.append(item)


async def _pieces(client: AsyncClient, what: Operation, found: list[Any]) -> None:
    async with client.download(what) as download:
        async for piece in download:
            found.append(piece)


def awaited(read: Callable[[AsyncClient, Operation, list[Any]], Awaitable[None]]) -> Reading:
    def reading(what: Operation, url: str, found: list[Any], settings: dict[str, Any]) -> None:
        async def run() -> None:
            try:
                async with AsyncClient(url, **_settings(settings)) as client:
                    await read(client, what, found)
            finally:
                assert asyncio.all_tasks() == {asyncio.current_task()}

        asyncio.run(run())

    return reading


WHOLE: Final = {"sync": whole, "async": awaited(_whole)}
ITEMS: Final = {"sync": items, "async": awaited(_items)}
PIECES: Final = {"sync": pieces, "async": awaited(_pieces)}
