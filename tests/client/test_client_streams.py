"""Streams on loopback: typed items while they come, however they end."""

from __future__ import annotations

import asyncio
import gc
import threading
from typing import Any, Literal

import pytest
from pydantic import BaseModel

from client_kit import AsyncClient, Client, codec, events, json_content, operation
from specloom.runtime.client import errors, statuses
from specloom.runtime.client.options import Timeout
from specloom.runtime.operation import Body, Content, Response, Stream
from specloom.runtime.sse import ServerSentEvent


class Tick(BaseModel):
    n: int


TICKS = operation(responses=(events(Tick, sentinel="[DONE]"),))
SSE = "text/event-stream"


async def _collect(stream: Any) -> list[Any]:
    async with stream as items:
        return [item async for item in items]


def read(stub: Any, what: Any, *, asynchronous: bool) -> list[Any]:
    if not asynchronous:
        with Client(stub.url) as client, client.stream(what) as items:
            return list(items)

    async def run() -> list[Any]:
        async with AsyncClient(stub.url) as client:
            return await _collect(client.stream(what))

    return asyncio.run(run())


both = pytest.mark.parametrize("asynchronous", [False, True])


@both
def test_items_are_typed_and_the_sentinel_ends_them(stub: Any, reply: Any, asynchronous: bool) -> None:
    chunks = [b'data: {"n"', b': 1}\n\ndata: {"n": 2}\r\n\r\n', b"data: [DONE]\n\ndata: nonsense\n\n"]
    stub.answers(reply(content_type=SSE, chunks=chunks))
    assert read(stub, TICKS, asynchronous=asynchronous) == [Tick(n=1), Tick(n=2)]
    assert stub.last.headers["accept"] == SSE


@both
def test_text_gives_whole_events(stub: Any, reply: Any, asynchronous: bool) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b"event: add\nid: 7\ndata: x\n\n"]))
    expected = [ServerSentEvent("x", "add", "7")]
    assert read(stub, operation(responses=(events(),)), asynchronous=asynchronous) == expected


@both
def test_json_lines(stub: Any, reply: Any, asynchronous: bool) -> None:
    lines = Content("application/jsonl", stream=Stream("lines", codec(Tick)))
    stub.answers(reply(content_type="application/jsonl", chunks=[b'{"n": 1}\r\n\n{"n"', b": 2}"]))
    what = operation(responses=(Response("200", "", (lines,)),))
    assert read(stub, what, asynchronous=asynchronous) == [Tick(n=1), Tick(n=2)]


@both
def test_an_item_of_another_type(stub: Any, reply: Any, asynchronous: bool) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": "x"}\n\n']))
    with pytest.raises(errors.DecodeError, match="an item of the stream") as caught:
        read(stub, TICKS, asynchronous=asynchronous)
    assert caught.value.raw == b'{"n": "x"}'


@both
def test_an_error_event_ends_the_stream(stub: Any, reply: Any, asynchronous: bool) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'event: error\ndata: {"n": 1, "title": "Late"}\n\n']))
    with pytest.raises(errors.StreamError, match="ended the stream with an error") as caught:
        read(stub, TICKS, asynchronous=asynchronous)
    assert caught.value.raw == b'{"n": 1, "title": "Late"}'


def test_an_error_event_that_the_document_lists_is_an_item(stub: Any, reply: Any) -> None:
    class Envelope(BaseModel):
        event: Literal["tick", "error"]

    stream = Stream("events", codec(Tick), envelope=codec(Envelope))
    stub.answers(reply(content_type=SSE, chunks=[b'event: error\ndata: {"n": 1}\n\n']))
    what = operation(responses=(Response("200", "", (Content(SSE, stream=stream),)),))
    assert read(stub, what, asynchronous=False) == [Tick(n=1)]


@both
def test_a_connection_that_breaks(stub: Any, reply: Any, asynchronous: bool) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n'], cut=True))
    with pytest.raises(errors.StreamError, match="broke off"):
        read(stub, TICKS, asynchronous=asynchronous)
    assert len(stub.asked) == 1


@both
def test_an_error_instead_of_a_stream_is_typed(stub: Any, reply: Any, asynchronous: bool) -> None:
    stub.answers(reply(status=404, body=b'{"n": 5}'))
    what = operation(responses=(events(Tick), Response("404", "", (json_content(Tick),))))
    with pytest.raises(statuses.NotFoundError) as caught:
        read(stub, what, asynchronous=asynchronous)
    assert caught.value.body == Tick(n=5)


@both
def test_another_success_instead_of_a_stream(stub: Any, reply: Any, asynchronous: bool) -> None:
    stub.answers(reply(body=b'{"n": 5}'))
    with pytest.raises(errors.DecodeError, match="application/json is no stream") as caught:
        read(stub, TICKS, asynchronous=asynchronous)
    assert caught.value.raw == b'{"n": 5}'


def test_opening_is_tried_again(stub: Any, reply: Any) -> None:
    stub.answers(reply(status=503), reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n']))
    assert read(stub, TICKS, asynchronous=False) == [Tick(n=1)]


def test_the_first_item_is_given_while_the_answer_is_open(stub: Any, reply: Any) -> None:
    release = threading.Event()
    stub.answers(reply(content_type=SSE, chunks=[b'id: 3\ndata: {"n": 1}\n\n'], wait=release))
    with Client(stub.url) as client, client.stream(TICKS) as ticks:
        assert next(iter(ticks)) == Tick(n=1)
        assert ticks.last_event == ServerSentEvent('{"n": 1}', id="3")
        assert (ticks.status, ticks.headers["content-type"]) == (200, SSE)
    assert stub.left.wait(5)


def test_leaving_the_context_closes_the_connection(stub: Any, reply: Any) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n'], wait=threading.Event()))
    with Client(stub.url) as client:
        with client.stream(TICKS) as ticks:
            assert next(iter(ticks)) == Tick(n=1)
        assert stub.left.wait(5)
        with pytest.raises(errors.StreamError, match="closed"):
            ticks.__enter__()


def test_leaving_a_loop_without_a_context_does_too(stub: Any, reply: Any) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n'], wait=threading.Event()))
    with Client(stub.url) as client:
        for tick in client.stream(TICKS):
            assert tick == Tick(n=1)
            break
        gc.collect()
        assert stub.left.wait(5)


def test_cancelling_closes_the_connection(stub: Any, reply: Any) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n'], wait=threading.Event()))

    async def run() -> None:
        got = asyncio.Event()

        async def consume(client: AsyncClient) -> None:
            async with client.stream(TICKS) as ticks:
                async for _ in ticks:
                    got.set()

        async with AsyncClient(stub.url) as client:
            task = asyncio.create_task(consume(client))
            await got.wait()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert await asyncio.to_thread(stub.left.wait, 5)

    asyncio.run(run())


def test_abandoned_streams_do_not_use_up_the_connections(stub: Any, reply: Any) -> None:
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n'], wait=threading.Event()))

    async def run() -> None:
        async with AsyncClient(stub.url) as client:
            for _ in range(100):
                async with client.stream(TICKS) as ticks:
                    async for _tick in ticks:
                        break
            stub.answers(reply(body=b"1"))
            assert await client.call(operation()) == 1

    asyncio.run(run())


def test_silence_is_borne_unless_a_limit_is_set(stub: Any, reply: Any) -> None:
    release = threading.Event()
    stub.answers(reply(content_type=SSE, chunks=[b'data: {"n": 1}\n\n'], wait=release))
    with Client(stub.url, timeout=Timeout(read=0.05)) as client:
        with client.stream(TICKS) as ticks:
            assert next(iter(ticks)) == Tick(n=1)
            threading.Timer(0.15, release.set).start()
            assert list(ticks) == []
        release.clear()
        limited = client.changed(timeout=Timeout(idle=0.05))
        with limited.stream(TICKS) as ticks, pytest.raises(errors.StreamError) as caught:
            list(ticks)
    assert isinstance(caught.value.__cause__, errors.ApiTimeoutError)


@pytest.mark.parametrize("body", [{"a": 1}, Tick(n=1)])
def test_the_body_asks_for_the_stream(stub: Any, reply: Any, body: Any) -> None:
    stub.answers(reply(content_type=SSE, chunks=[]))
    asking = Body((json_content(),), True, stream_member="stream")
    two = Response("200", "", (json_content(), *events(Tick).contents))
    what = operation(method="POST", body=asking, responses=(two,))
    with Client(stub.url) as client, client.stream(what, body) as ticks:
        assert list(ticks) == []
    assert b'"stream":true' in stub.last.body
    assert body == {"a": 1} or b'"n":1' in stub.last.body


def test_a_stream_that_falls_silent_breaks_off(stub: Any, reply: Any) -> None:
    released = threading.Event()
    stub.answers(reply(content_type="text/event-stream", chunks=[b"data: 1\n\n"], wait=released))
    client = Client(stub.url, timeout=Timeout(read=0.01, idle=0.2))
    with pytest.raises(errors.StreamError) as caught:
        list(client.stream(operation(responses=(events(int),))))
    released.set()
    assert caught.value.items == 1
    assert isinstance(caught.value.__cause__, errors.ApiTimeoutError)
    assert len(stub.asked) == 1
