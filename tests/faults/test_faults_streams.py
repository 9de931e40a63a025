"""Ten thousand streams opened and abandoned: nothing of them is left, on neither side."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from support.generated import Generated
from support.serving import serving

STREAMS = 10_000
WAIT = 60

TICKS = {
    "openapi": "3.2.0",
    "info": {"title": "Ticks", "version": "1"},
    "paths": {
        "/ticks": {
            "get": {
                "operationId": "watch",
                "tags": ["ticks"],
                "responses": {
                    "200": {
                        "description": "ticks",
                        "content": {"text/event-stream": {"schema": {"$ref": "#/components/schemas/Tick"}}},
                    }
                },
            }
        }
    },
    "components": {
        "schemas": {"Tick": {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}}
    },
}


class Producers:
    """Counts producers that began and that ended; each gives one item, and then waits for ever."""

    def __init__(self, tick: Any) -> None:
        self._tick = tick
        self._changed = threading.Condition()
        self.began = 0
        self.ended = 0

    async def watch(self) -> AsyncIterator[Any]:
        with self._changed:
            self.began += 1
        try:
            yield self._tick
            await asyncio.Event().wait()
        finally:
            with self._changed:
                self.ended += 1
                self._changed.notify_all()

    def all_ended(self) -> bool:
        with self._changed:
            return self._changed.wait_for(lambda: self.ended == self.began, WAIT)


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder: Path = tmp_path_factory.mktemp("ticks")
    (folder / "openapi.yaml").write_text(yaml.safe_dump(TICKS), encoding="utf-8")
    made = Generated(folder / "openapi.yaml", folder / "out", "ticking", only=("client", "server"))
    yield made
    made.close()


def together(most: int) -> int:
    """How many streams the limit of open files allows at once: each takes a socket on either side."""
    free = resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200
    return min(most, free // 2)


def files() -> int:
    return len(os.listdir("/proc/self/fd"))


def memory() -> int:
    """The resident size, in bytes."""
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * resource.getpagesize()


def remains() -> list[Any]:
    """Objects that streams are made of, on either side."""
    gc.collect()
    kinds = {"AsyncEventStream", "StreamResponse", "Request"}
    return [each for each in gc.get_objects() if type(each).__name__ in kinds]


async def abandon(client: Any, number: int, opened: asyncio.Semaphore, enough: asyncio.Event) -> None:
    """Open a stream and leave it after its first item, in one of three ways."""
    if number % 3 == 0:
        async with client.ticks.watch() as ticks:
            assert (await anext(aiter(ticks))).n == 1
            opened.release()
            await enough.wait()
        return
    stream = client.ticks.watch()
    async for tick in stream:
        assert tick.n == 1
        opened.release()
        if number % 3 == 1:  # The others are cancelled while they wait for their next item.
            await enough.wait()
            break
    await stream.aclose()


async def batch(client: Any, size: int) -> None:
    opened, enough = asyncio.Semaphore(0), asyncio.Event()
    tasks = [asyncio.create_task(abandon(client, number, opened, enough)) for number in range(size)]
    for _ in range(size):
        await opened.acquire()
    enough.set()
    for task in tasks[2::3]:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert all(result is None or isinstance(result, asyncio.CancelledError) for result in results)


async def alone() -> None:
    """No task is left but this one, once the loop has closed the generators that nobody reads any more."""
    async with asyncio.timeout(WAIT):
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)


def test_ten_thousand_streams_leave_nothing_behind(generated: Generated) -> None:
    package, server = generated.load(), generated.load("server")
    producers = Producers(generated.load("models").Tick(n=1))
    service = type("Ticks", (server.TicksService,), {"watch": lambda self: producers.watch()})()
    sizes: list[int] = []
    before = files()

    async def run(base: str) -> None:
        async with package.AsyncClient(base_url=base, max_retries=0, timeout=WAIT) as client:
            while producers.began < STREAMS:
                size = together(250 if sizes else 1000)  # Once very many, then many, again and again.
                await batch(client, min(size, STREAMS - producers.began))
                assert await asyncio.to_thread(producers.all_ended)
                await alone()
                sizes.append(memory())

    gc.collect()
    gc.freeze()  # What was there before is not looked at again and again.
    try:
        with serving(server.create_app(ticks=service)) as base:
            asyncio.run(run(base))
        assert remains() == []
    finally:
        gc.unfreeze()
    assert producers.began == producers.ended == STREAMS
    assert files() <= before
    # What the first batches take is kept for the later ones: those take no more.
    assert sizes[-1] - sizes[1] < 32 * 2**20, sizes
