"""How fast server-sent events are decoded, beside httpx-sse's decoder and that of the `openai` SDK."""

from __future__ import annotations

import asyncio
import codecs
import json
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from importlib.metadata import version
from typing import Any

import measuring
from httpx_sse._decoders import SSEDecoder as HttpxDecoder
from httpx_sse._decoders import SSELineDecoder
from openai._streaming import SSEDecoder as OpenaiDecoder
from pydantic import BaseModel

from specloom.runtime.codec import Codec
from specloom.runtime.sse import EventDecoder


class Delta(BaseModel):
    content: str | None = None


class Choice(BaseModel):
    index: int
    delta: Delta
    finish_reason: str | None = None


class Chunk(BaseModel):
    id: str
    object: str
    created: int
    model: str
    choices: list[Choice]


_CHUNK: Codec[Chunk] = Codec(lambda: Chunk)
EVENTS = 1_000_000
ROUNDS = 20  # of a twentieth of the events each
INTRODUCTION = """\
## Server-sent events

Events of a chat completion's stream, decoded from bytes: {events:,} by each decoder for each row, in
{rounds} rounds taken in turns. Millions of events a second of processor time, medians; how many times as
fast as the others, by round: the median and the quartiles. The goal is 2 or more, but for the events that
are read by a model: pydantic takes the same time for all three.
"""


def chunks(end: bytes, name: bytes, size: int | None) -> list[bytes]:
    """The stream of one round, cut to a size or (None) into events."""
    events = [name + b"data: " + _document(number) + end + end for number in range(EVENTS // ROUNDS)]
    if name:
        events = [event.replace(b"\n", end, 1) for event in events]
    if size is None:
        return events
    stream = b"".join(events)
    return [stream[at : at + size] for at in range(0, len(stream), size)]


def _document(number: int) -> bytes:
    choice = {"index": 0, "delta": {"content": f" token{number}"}, "logprobs": None, "finish_reason": None}
    said = {
        "id": "chatcmpl-1",
        "object": "chat.completion.chunk",
        "created": 1_700_000_000,
        "model": "some/model",
    }
    return json.dumps({**said, "choices": [choice]}).encode()


def ours(stream: list[bytes]) -> Iterator[Any]:
    decoder = EventDecoder()
    for chunk in stream:
        yield from decoder.feed(chunk)


def httpx_sse(stream: list[bytes]) -> Iterator[Any]:
    """As its `EventSource.iter_sse` does it, on the text that httpx makes of the bytes."""
    text, lines, decoder = codecs.getincrementaldecoder("utf-8")("replace"), SSELineDecoder(), HttpxDecoder()
    for chunk in stream:
        for line in lines.decode(text.decode(chunk)):
            event = decoder.decode(line.rstrip("\n"))
            if event is not None:
                yield event


def openai(stream: list[bytes]) -> Iterator[Any]:
    return OpenaiDecoder().iter_bytes(iter(stream))


def ours_typed(stream: list[bytes]) -> Iterator[Any]:
    """Each event's data as a model, as the generated client gives it."""
    return (_CHUNK.decode(event.data) for event in ours(stream))


def httpx_sse_typed(stream: list[bytes]) -> Iterator[Any]:
    return (Chunk.model_validate_json(event.data) for event in httpx_sse(stream))


def openai_typed(stream: list[bytes]) -> Iterator[Any]:
    return (Chunk.model_validate_json(event.data) for event in openai(stream))


async def _source(stream: list[bytes]) -> AsyncIterator[bytes]:
    for chunk in stream:
        yield chunk


async def ours_async(stream: list[bytes]) -> AsyncIterator[Any]:
    decoder = EventDecoder()
    async for chunk in _source(stream):
        for event in decoder.feed(chunk):
            yield event


async def httpx_sse_async(stream: list[bytes]) -> AsyncIterator[Any]:
    text, lines, decoder = codecs.getincrementaldecoder("utf-8")("replace"), SSELineDecoder(), HttpxDecoder()
    async for chunk in _source(stream):
        for line in lines.decode(text.decode(chunk)):
            event = decoder.decode(line.rstrip("\n"))
            if event is not None:
                yield event


def openai_async(stream: list[bytes]) -> AsyncIterator[Any]:
    return OpenaiDecoder().aiter_bytes(_source(stream))


def timed(decode: Callable[[list[bytes]], Iterator[Any]], stream: list[bytes]) -> measuring.Taken:
    start = measuring.Taken.now()
    count = sum(1 for _ in decode(stream))
    assert count == EVENTS // ROUNDS
    return measuring.Taken.now().since(start)


async def _count(events: AsyncIterator[Any]) -> int:
    count = 0
    async for _ in events:
        count += 1
    return count


def timed_async(decode: Callable[[list[bytes]], AsyncIterator[Any]], stream: list[bytes]) -> measuring.Taken:
    start = measuring.Taken.now()
    assert asyncio.run(_count(decode(stream))) == EVENTS // ROUNDS
    return measuring.Taken.now().since(start)


STREAMS = {
    "chunks of 64 KiB": (b"\n", b"", 2**16),
    "chunks of 4 KiB": (b"\n", b"", 2**12),
    "chunks of 1,460 bytes": (b"\n", b"", 1460),
    "chunks of 64 bytes": (b"\n", b"", 64),
    "a chunk for each event": (b"\n", b"", None),
    "named events, 4 KiB": (b"\n", b"event: delta\n", 2**12),
    "named events, a chunk for each": (b"\n", b"event: delta\n", None),
    "CRLF, 4 KiB": (b"\r\n", b"", 2**12),
}


def section() -> str:
    rows = []
    for what, how in STREAMS.items():
        stream = chunks(*how)
        measures = [partial(timed, decode, stream) for decode in (ours, httpx_sse, openai)]
        rows.append(_row(what, measuring.compare(measures, ROUNDS)))
        if how[2] == 2**12 and how[:2] == (b"\n", b""):
            measures = [partial(timed_async, d, stream) for d in (ours_async, httpx_sse_async, openai_async)]
            rows.append(_row(f"{what}, async", measuring.compare(measures, ROUNDS)))
            measures = [partial(timed, d, stream) for d in (ours_typed, httpx_sse_typed, openai_typed)]
            rows.append(_row(f"{what}, read by a model", measuring.compare(measures, ROUNDS)))
    versions = [f"{name} {version(name)}" for name in ("httpx-sse", "openai")]
    head = ["stream", "ours", *versions, "× httpx-sse", "× openai"]
    return INTRODUCTION.format(events=EVENTS, rounds=ROUNDS) + "\n" + measuring.table(head, rows)


def _row(what: str, compared: measuring.Compared) -> list[str]:
    speeds = [f"{EVENTS / ROUNDS / compared.processor(index) / 1e6:.2f}" for index in range(3)]
    return [what, *speeds, compared.thrift(1), compared.thrift(2)]


if __name__ == "__main__":
    print(section())
