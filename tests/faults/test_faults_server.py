"""What clients do to a server: it answers what can be answered, and goes on serving the others."""

from __future__ import annotations

import contextlib
import json
import socket
import struct
import threading
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from specloom.runtime.server import Settings
from support.descriptors import Model, body, content, events, operation, reply
from support.services import application
from support.serving import serving


class Note(Model):
    text: str


LIMIT = 1000
NOTE = operation(
    "post", "/notes", reply("200", content(Note)), name="note", body=body(content(Note), required=True)
)
TEXT = operation("post", "/texts", reply("204"), name="text", body=body(content(str, "text/plain")))
TAIL = operation("get", "/tail", reply("200", events(None)), name="tail")
FINE = b'{"text": "a"}'


class Handlers:
    """They count what they are given."""

    def __init__(self) -> None:
        self.given: list[Any] = []

    def note(self, body: Note) -> Note:
        self.given.append(body)
        return body

    def text(self, body: str | None) -> None:
        self.given.append(body)


@pytest.fixture(scope="module")
def handlers() -> Handlers:
    return Handlers()


@pytest.fixture(scope="module")
def base(handlers: Handlers) -> Iterator[str]:
    app = application(
        NOTE, TEXT, note=handlers.note, text=handlers.text, settings=Settings(max_body_size=LIMIT)
    )
    with serving(app) as base:
        yield base


@contextlib.contextmanager
def connected(base: str) -> Iterator[socket.socket]:
    parts = urlsplit(base)
    with socket.create_connection((parts.hostname or "", parts.port or 0), timeout=30) as connection:
        yield connection


def head(path: str, *fields: str) -> bytes:
    return "\r\n".join([f"POST {path} HTTP/1.1", "Host: x", *fields, "", ""]).encode("latin-1")


def note(*fields: str) -> bytes:
    return head("/notes", "Content-Type: application/json", *fields)


def answer(connection: socket.socket) -> tuple[int, Any]:
    """Status and problem of the answer, of which the server says how long it is."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    start, _, rest = data.partition(b"\r\n\r\n")
    (length,) = [
        int(line[15:]) for line in start.lower().split(b"\r\n") if line.startswith(b"content-length:")
    ]
    while len(rest) < length:
        rest += connection.recv(65536)
    return int(start[9:12]), json.loads(rest)


def still_serves(base: str, handlers: Handlers) -> None:
    del handlers.given[:]
    assert httpx.post(f"{base}/notes", json={"text": "b"}).json() == {"text": "b"}
    assert handlers.given == [Note(text="b")]


REFUSED: dict[str, tuple[bytes, int, str]] = {
    "no json": (note("Content-Length: 5") + b'{"tex', 400, "not JSON"),
    "json beyond utf-8": (note("Content-Length: 12") + b'{"text":"\xff"}', 400, "not JSON"),
    "deep json": (note("Content-Length: 900") + b"[" * 900, 400, "not JSON"),
    "json of another type": (note("Content-Length: 12") + b'{"text": 15}', 422, ""),
    "nothing": (note("Content-Length: 0"), 422, ""),
    "another type": (head("/notes", "Content-Type: text/html", "Content-Length: 3") + b"<p>", 415, "types"),
    "no type": (head("/notes", "Content-Length: 13") + FINE, 415, "types"),
    "odd type": (head("/notes", "Content-Type: \xff;;=", "Content-Length: 13") + FINE, 415, "types"),
    "text beyond its charset": (
        head("/texts", "Content-Type: text/plain", "Content-Length: 1") + b"\xff",
        400,
        "character set",
    ),
    "a charset that is none": (
        head("/texts", "Content-Type: text/plain; charset=nonsense", "Content-Length: 1") + b"a",
        400,
        "character set",
    ),
    "announced as too large": (note(f"Content-Length: {LIMIT + 1}"), 413, "longer than"),
    "huge": (note("Content-Length: 99999999999999999999"), 413, "longer than"),
    "too large in chunks": (
        note("Transfer-Encoding: chunked")
        + b"200\r\n"
        + b" " * 512
        + b"\r\n"
        + b"200\r\n"
        + b" " * 512
        + b"\r\n",
        413,
        "longer than",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(base: str, handlers: Handlers, name: str) -> None:
    data, status, detail = REFUSED[name]
    del handlers.given[:]
    with connected(base) as connection:
        connection.sendall(data)
        answered, problem = answer(connection)
    assert (answered, problem["status"], handlers.given) == (status, status, [])
    assert detail in problem.get("detail", "")
    still_serves(base, handlers)


@pytest.mark.parametrize("reset", [False, True], ids=["closed", "reset"])
@pytest.mark.parametrize(
    "data",
    [
        b"POST /notes HT",
        note("Content-Length: 100"),
        note("Content-Length: 100") + b'{"text"',
        note("Transfer-Encoding: chunked") + b"5\r\n{",
    ],
    ids=["head", "no body", "half a body", "half a chunk"],
)
def test_a_request_that_does_not_come_whole(
    base: str, handlers: Handlers, data: bytes, reset: bool, caplog: pytest.LogCaptureFixture
) -> None:
    del handlers.given[:]
    with connected(base) as connection:
        connection.sendall(data)
        if reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    still_serves(base, handlers)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


def test_requests_that_come_slowly_hold_nobody_up(base: str, handlers: Handlers) -> None:
    """More of them than there are threads for handlers: a body is read before one is taken."""
    with contextlib.ExitStack() as stack:
        slow = [stack.enter_context(connected(base)) for _ in range(100)]
        for connection in slow:
            connection.sendall(note(f"Content-Length: {len(FINE)}") + FINE[:5])
        still_serves(base, handlers)
        for connection in slow:
            connection.sendall(FINE[5:])
        assert [answer(connection) for connection in slow] == [(200, {"text": "a"})] * 100


def test_an_answer_that_nobody_reads() -> None:
    """A client that stops reading stops the producer, and its leaving ends it."""
    ended, produced = threading.Event(), 0

    async def endless() -> Any:
        nonlocal produced
        try:
            while True:
                produced += 1
                yield "x" * 100_000
        finally:
            ended.set()

    with serving(application(TAIL, tail=endless)) as base:
        with connected(base) as connection:
            connection.sendall(b"GET /tail HTTP/1.1\r\nHost: x\r\n\r\n")
            assert connection.recv(10)
        assert ended.wait(30)
    assert produced < 1000
