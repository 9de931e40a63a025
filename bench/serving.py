"""Requests a second of the generated server, beside a FastAPI application written by hand."""

from __future__ import annotations

import asyncio
import tempfile
import time
from functools import partial
from importlib.metadata import version
from pathlib import Path

import measuring
import service

ROUNDS = 40
REQUESTS = 200  # of one round
CONNECTIONS = 4
INTRODUCTION = """\
## Requests

Requests a second of the generated server, its operations filled in, and of a FastAPI application written
by hand with the same models (a body parameter, `response_model`): both under uvicorn with the same
settings, each in its own process, asked by {connections} connections that stay open. {rounds} rounds of
{requests} requests each, taken in turns. How many times as fast as the other, by round: the median and
the quartiles. The goal is 0.95 or more.
"""
_FIELDS = b"host: localhost\r\naccept: application/json\r\n"
POST = b"POST /orders HTTP/1.1\r\n%scontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (
    _FIELDS,
    len(service.ORDER),
    service.ORDER,
)
GET = b"GET /orders/7?currency=CHF HTTP/1.1\r\n%s\r\n" % _FIELDS


async def ask(port: int, request: bytes) -> float:
    """Seconds that one request takes of the server."""
    start = time.perf_counter()
    async with asyncio.TaskGroup() as tasks:
        for _ in range(CONNECTIONS):
            tasks.create_task(_connection(port, request, REQUESTS // CONNECTIONS))
    return (time.perf_counter() - start) / REQUESTS


async def _connection(port: int, request: bytes, count: int) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for _ in range(count):
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        await reader.readexactly(service.content_length(head))
    writer.close()


def section() -> str:
    with tempfile.TemporaryDirectory() as folder:
        service.generate(Path(folder))
        ours = service.process("serve.py", "generated", folder)
        theirs = service.process("serve.py", "by-hand", folder)
        with ours as our_port, theirs as their_port:
            rows = [
                _row(what, [our_port, their_port], request)
                for what, request in {"POST, body and answer": POST, "GET, two parameters": GET}.items()
            ]
    head = ["request", "generated", f"FastAPI {version('fastapi')}", "× FastAPI"]
    said = INTRODUCTION.format(connections=CONNECTIONS, rounds=ROUNDS, requests=REQUESTS)
    return said + "\n" + measuring.table(head, rows)


def _row(what: str, ports: list[int], request: bytes) -> list[str]:
    measures = [partial(ask, port, request) for port in ports]
    compared = asyncio.run(measuring.compare_async(measures, ROUNDS))
    return [what, *(f"{1 / compared.median(index):,.0f}" for index in range(2)), compared.speed(1)]


if __name__ == "__main__":
    print(section())
