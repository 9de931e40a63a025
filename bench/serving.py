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
by hand with the same models (a body parameter, `response_model`): both under {server} with
the same settings, each in its own process, asked by {connections} connections that stay open. {rounds} rounds
of {requests} requests each, taken in turns. How many times as fast as the other, by round: the median and
the quartiles; first as time passes, then by the processor's time of the server, in which neither who asks
nor what else the machine does counts. The goal is 0.95 or more. Both have their routes in the application
itself and, in the rows that say so, in a router that it includes.
"""

_FIELDS = b"host: localhost\r\naccept: application/json\r\n"
POST = b"POST /orders HTTP/1.1\r\n%scontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s" % (
    _FIELDS,
    len(service.ORDER),
    service.ORDER,
)
GET = b"GET /orders/7?currency=CHF HTTP/1.1\r\n%s\r\n" % _FIELDS


TIME = b"GET %s HTTP/1.1\r\n%s\r\n" % (service.PROCESSOR_TIME.encode(), _FIELDS)


async def ask(port: int, request: bytes) -> measuring.Taken:
    """What one request takes of the server."""
    start = await _now(port)
    async with asyncio.TaskGroup() as tasks:
        for _ in range(CONNECTIONS):
            tasks.create_task(_connection(port, request, REQUESTS // CONNECTIONS))
    return (await _now(port)).since(start, REQUESTS)


async def _now(port: int) -> measuring.Taken:
    return measuring.Taken(time.perf_counter(), float(await _connection(port, TIME, 1)))


async def _connection(port: int, request: bytes, count: int) -> bytes:
    """Ask so many times, and give the last answer's body."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    body = b""
    for _ in range(count):
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 "), head
        body = await reader.readexactly(service.content_length(head))
    writer.close()
    return body


def section() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        service.generate(Path(folder))
        for where, note in {"directly": "", "included": ", in a router"}.items():
            ours = service.process("serve.py", "generated", where, folder)
            theirs = service.process("serve.py", "by-hand", where, folder)
            with ours as our_port, theirs as their_port:
                rows += [
                    _row(what + note, [our_port, their_port], request)
                    for what, request in {"POST, body and answer": POST, "GET, two parameters": GET}.items()
                ]
    server = f"uvicorn {version('uvicorn')} with h11 {version('h11')}"
    head = ["request", "generated", f"FastAPI {version('fastapi')}", "× FastAPI", "× FastAPI, processor"]
    said = INTRODUCTION.format(connections=CONNECTIONS, rounds=ROUNDS, requests=REQUESTS, server=server)
    return said + "\n" + measuring.table(head, rows)


def _row(what: str, ports: list[int], request: bytes) -> list[str]:
    measures = [partial(ask, port, request) for port in ports]
    compared = asyncio.run(measuring.compare_async(measures, ROUNDS))
    speeds = (f"{1 / compared.passed(index):,.0f}" for index in range(2))
    return [what, *speeds, compared.speed(1), compared.thrift(1)]


if __name__ == "__main__":
    print(section())
