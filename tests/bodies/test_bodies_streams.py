"""Bodies that are read and written while they come: downloads, uploads, JSON text sequences."""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx
from hypothesis import given, settings
from hypothesis import strategies as st

from client_kit import AsyncClient, Client
from specloom.runtime.lines import decoder, framed
from specloom.runtime.operation import Body, Content, Stream
from specloom.runtime.server import ByteStream, ItemStream, Settings
from support.descriptors import body, codec, content, operation, reply
from support.services import application
from support.serving import serving

BYTES = Content("application/octet-stream")
GET = operation("get", "/file", reply("200", Content("application/octet-stream")), name="get")
PUT = operation("put", "/file", reply("200", content(int)), name="put", body=body(BYTES))
SEQUENCE = Content("application/json-seq", stream=Stream("sequence", codec(int)))
ADD = operation("post", "/sum", reply("200", content(int)), name="add", body=Body((SEQUENCE,), required=True))
SIZE = 24 * 2**20


def pieces() -> Iterator[bytes]:
    for _ in range(SIZE // 2**16):
        yield b"x" * 2**16


async def length(body: ByteStream) -> int:
    return sum([len(chunk) async for chunk in body])


def test_large_bodies_are_held_by_neither_end(tmp_path: Path) -> None:
    app = application(GET, PUT, get=lambda: pieces(), put=length)
    with serving(app) as base, Client(base) as client:
        tracemalloc.start()
        assert client.call(PUT, pieces()) == SIZE
        with client._caller.download(GET, {}, None) as download:
            assert download.write_to(tmp_path / "file") == SIZE
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert (tmp_path / "file").stat().st_size == SIZE
    assert peak < SIZE / 2


def test_a_file_is_sent_and_answered_with_its_length(tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(b"abc" * 1000)
    app = application(GET, PUT, get=lambda: path, put=lambda body: len(b"".join(body)))
    with serving(app) as base, Client(base) as client, path.open("rb") as file:
        file.read(3)
        assert client.call(PUT, file) == 2997
        download = client._caller.download(GET, {}, None)
        assert (download.length, download.read()) == (3000, b"abc" * 1000)


def test_an_async_client_sends_and_takes_pieces() -> None:
    async def gives() -> AsyncIterator[bytes]:
        for part in (b"a", b"bc"):
            yield part

    async def run(base: str) -> tuple[int, bytes]:
        async with AsyncClient(base) as client:
            return await client.call(PUT, gives()), await client._caller.download(GET, {}, None).read()

    with serving(application(GET, PUT, get=gives, put=length)) as base:
        assert asyncio.run(run(base)) == (3, b"abc")


def test_the_limit_holds_while_reading() -> None:
    app = application(PUT, put=length, settings=Settings(max_body_size=10))
    headers = {"content-type": "application/octet-stream"}
    with serving(app) as base:
        known = httpx.put(f"{base}/file", content=b"x" * 11, headers=headers)
        unknown = httpx.put(f"{base}/file", content=iter([b"x" * 6, b"x" * 6]), headers=headers)
    assert (known.status_code, unknown.status_code) == (413, 413)


def test_items_are_typed_while_they_come() -> None:
    async def add(body: ItemStream[int]) -> int:
        return sum([item async for item in body])

    headers = {"content-type": "application/json-seq"}
    with serving(application(ADD, add=add)) as base, Client(base) as client:
        assert client.call(ADD, range(5)) == 10
        wrong = httpx.post(f"{base}/sum", content=b'\x1e1\n\x1e"a"\n', headers=headers)
        broken = httpx.post(f"{base}/sum", content=b"\x1e1\n\x1e[\n", headers=headers)
    assert (wrong.status_code, wrong.json()["errors"][0]["pointer"]) == (422, "/1")
    assert broken.status_code == 400


@given(st.lists(st.integers() | st.text() | st.lists(st.booleans())), st.integers(1, 9))
@settings(deadline=None, max_examples=80)
def test_a_sequence_in_any_chunks(values: list[Any], size: int) -> None:
    data = b"".join(framed("sequence", json.dumps(value, indent=1).encode()) for value in values)
    reader = decoder("sequence")
    found = [text for at in range(0, len(data), size) for text in reader.feed(data[at : at + size])]
    assert [json.loads(text) for text in (*found, *reader.finish())] == values
