"""What a call of the generated client costs, beside httpx with pydantic and openapi-python-client's."""

from __future__ import annotations

import asyncio
import importlib
import json
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import httpx_sse
import measuring
import service

ROUNDS = 40
CALLS = 50  # of one round
PEER = service.HERE.parent / "build" / "peers" / "bin" / "openapi-python-client"
INTRODUCTION = """\
## Calls

Calls a second against a stub on loopback, in a process of its own: the generated client; httpx with the
same models, `model_dump_json` and `model_validate_json`; and the client that openapi-python-client makes
of the same document (its models are attrs classes and check little). {rounds} rounds of {calls} calls
each, taken in turns. How many times as fast as the others, by round: the median and the quartiles; first
as time passes, then by the processor's time of the process that calls, in which neither the stub nor what
else the machine does counts. The goal is 0.9 or more of httpx. The stream's rows count items, beside httpx
with httpx-sse and pydantic.
"""


def _peer(folder: Path) -> None:
    options = [
        "--path",
        str(service.DOCUMENT),
        "--meta",
        "none",
        "--output-path",
        str(folder / "peer_client"),
    ]
    subprocess.run([str(PEER), "generate", *options], check=True, capture_output=True)


class Calls:
    """The same calls by each client, as functions without arguments."""

    def __init__(self, url: str) -> None:
        package, self.models = (importlib.import_module(f"bench_service{end}") for end in ("", ".models"))
        peer = importlib.import_module("peer_client")
        post, get = (
            importlib.import_module(f"peer_client.api.orders.{n}") for n in ("create_order", "get_order")
        )
        self.order = self.models.Order.model_validate_json(service.ORDER)
        order = importlib.import_module("peer_client.models").Order.from_dict(json.loads(service.ORDER))
        self.client, self.raw = package.Client(base_url=url), httpx.Client(base_url=url)
        self.async_client, self.async_raw = package.AsyncClient(base_url=url), httpx.AsyncClient(base_url=url)
        theirs = peer.Client(base_url=url)
        self.create = (
            lambda: self.client.orders.create_order(body_=self.order),
            lambda: self._read(self.raw.post("/orders", content=self._written(), headers=_JSON)),
            lambda: post.sync(client=theirs, body=order),
        )
        self.get = (
            lambda: self.client.orders.get_order(id=7, currency="CHF"),
            lambda: self._read(self.raw.get("/orders/7", params={"currency": "CHF"})),
            lambda: get.sync(7, client=theirs, currency="CHF"),
        )
        self.create_async = (
            lambda: self.async_client.orders.create_order(body_=self.order),
            self._create_async,
            lambda: post.asyncio(client=theirs, body=order),
        )

    def _written(self) -> str:
        text: str = self.order.model_dump_json(by_alias=True, exclude_unset=True)
        return text

    def _read(self, response: httpx.Response) -> Any:
        response.raise_for_status()
        return self.models.Order.model_validate_json(response.content)

    async def _create_async(self) -> Any:
        return self._read(await self.async_raw.post("/orders", content=self._written(), headers=_JSON))

    def follow(self) -> None:
        with self.client.orders.follow_order(id=7) as changes:
            for _ in changes:
                pass

    def follow_raw(self) -> None:
        with httpx_sse.connect_sse(self.raw, "GET", "/orders/7/changes") as source:
            for event in source.iter_sse():
                self.models.Change.model_validate_json(event.data)

    async def follow_async(self) -> None:
        async with self.async_client.orders.follow_order(id=7) as changes:
            async for _ in changes:
                pass

    async def follow_raw_async(self) -> None:
        async with httpx_sse.aconnect_sse(self.async_raw, "GET", "/orders/7/changes") as source:
            async for event in source.aiter_sse():
                self.models.Change.model_validate_json(event.data)


_JSON = {"content-type": "application/json"}


def timed(call: Callable[[], Any], count: int) -> measuring.Taken:
    start = measuring.Taken.now()
    for _ in range(count):
        call()
    return measuring.Taken.now().since(start, count)


async def timed_async(call: Callable[[], Awaitable[Any]], count: int) -> measuring.Taken:
    start = measuring.Taken.now()
    for _ in range(count):
        await call()
    return measuring.Taken.now().since(start, count)


async def _asynchronous(calls: Calls) -> tuple[measuring.Compared, measuring.Compared]:
    create = [partial(timed_async, call, CALLS) for call in calls.create_async]
    follow = [partial(timed_async, call, 1) for call in (calls.follow_async, calls.follow_raw_async)]
    return await measuring.compare_async(create, ROUNDS), await measuring.compare_async(follow, ROUNDS)


def section() -> str:
    with tempfile.TemporaryDirectory() as folder, service.process("stub.py") as port:
        service.generate(Path(folder))
        _peer(Path(folder))
        sys.path.insert(0, folder)
        calls = Calls(f"http://127.0.0.1:{port}")
        create = measuring.compare([partial(timed, call, CALLS) for call in calls.create], ROUNDS)
        get = measuring.compare([partial(timed, call, CALLS) for call in calls.get], ROUNDS)
        follow = measuring.compare(
            [partial(timed, each, 1) for each in (calls.follow, calls.follow_raw)], ROUNDS
        )
        create_async, follow_async = asyncio.run(_asynchronous(calls))
    items = len(service.changes())
    rows = [
        _row("POST, body and answer", create, 1),
        _row("POST, async", create_async, 1),
        _row("GET, two parameters", get, 1),
        _row("stream, items", follow, items),
        _row("stream, items, async", follow_async, items),
    ]
    peer = f"openapi-python-client {_peer_version()}"
    head = ["call", "generated", f"httpx {version('httpx')}", peer]
    head += ["× httpx", "× openapi-python-client", "× httpx, processor", "× openapi-python-client, processor"]
    return INTRODUCTION.format(rounds=ROUNDS, calls=CALLS) + "\n" + measuring.table(head, rows)


def _peer_version() -> str:
    said = subprocess.run([str(PEER), "--version"], check=True, capture_output=True, text=True)
    return said.stdout.split()[-1]


def _row(what: str, compared: measuring.Compared, count: int) -> list[str]:
    speeds = [f"{count / compared.passed(index):,.0f}" for index in range(len(compared.rounds))]
    passed, processor = (
        [told(index) for index in range(1, len(compared.rounds))]
        for told in (compared.speed, compared.thrift)
    )
    blank = [""] * (3 - len(speeds))
    return [what, *speeds, *blank, *passed, *blank, *processor, *blank]


if __name__ == "__main__":
    print(section())
