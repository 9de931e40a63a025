"""Streams over real HTTP: the first item, the end, faults, silence, and clients that leave."""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx
import pytest
from pydantic import Field

from specloom.runtime.operation import Header, Operation
from specloom.runtime.server import AbortError, ProblemError, Reply, Settings
from specloom.runtime.sse import EventDecoder, ServerSentEvent
from support.descriptors import Model, body, codec, content, events, lines, operation, reply
from support.services import application
from support.serving import serving


class Ask(Model):
    stream: bool | None = False
    text: str = ""


class Chunk(Model):
    text: str
    n: int | None = Field(default=None)


class Failure(Model):
    message: str


ASK = operation(
    "post",
    "/ask",
    reply("200", content(Chunk), events(Chunk, sentinel="[DONE]")),
    reply("429", content(Failure)),
    name="ask",
    body=body(content(Ask), stream_member="stream"),
)
TAIL = operation("get", "/tail", reply("200", events(None)), name="tail")
ROWS = operation("get", "/rows", reply("200", content(list[Chunk]), lines(Chunk)), name="rows")


def decoded(data: bytes) -> list[ServerSentEvent]:
    return EventDecoder().feed(data)


def ask(app: Any, **members: Any) -> httpx.Response:
    with serving(app) as base:
        return httpx.post(f"{base}/ask", json={"stream": True, **members})


async def two(body: Ask) -> AsyncIterator[Chunk]:
    yield Chunk(text="a\n b")
    yield Chunk(text="c", n=None)


def two_in_a_thread(body: Ask) -> Iterator[Chunk]:
    yield Chunk(text="a\n b")
    yield Chunk(text="c", n=None)


async def two_later(body: Ask) -> AsyncIterator[Chunk]:
    return two(body)


@pytest.mark.parametrize(
    "handler", [two, two_in_a_thread, two_later, lambda body: list(two_in_a_thread(body))]
)
def test_items_become_events_and_the_sentinel_ends_them(handler: Any) -> None:
    answer = ask(application(ASK, ask_stream=handler))
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream"
    assert [event.data for event in decoded(answer.content)] == [
        '{"text":"a\\n b"}',
        '{"text":"c","n":null}',
        "[DONE]",
    ]


def test_the_body_decides_not_accept() -> None:
    app = application(ASK, ask=lambda body: Chunk(text="once"), ask_stream=two)
    with serving(app) as base:
        once = httpx.post(f"{base}/ask", json={}, headers={"accept": "text/event-stream"})
        null = httpx.post(f"{base}/ask", json={"stream": None})
        streamed = httpx.post(f"{base}/ask", json={"stream": True}, headers={"accept": "application/json"})
    assert (once.json(), null.json()) == ({"text": "once"}, {"text": "once"})
    assert streamed.headers["content-type"] == "text/event-stream"


def test_accept_decides_where_the_body_cannot() -> None:
    def rows() -> list[Chunk]:
        return [Chunk(text="a")]

    app = application(ROWS, rows=rows, rows_stream=lambda: iter([Chunk(text="a"), Chunk(text="é")]))
    with serving(app) as base:
        whole = httpx.get(f"{base}/rows")
        one_by_one = httpx.get(f"{base}/rows", headers={"accept": "application/jsonl"})
    assert whole.json() == [{"text": "a"}]
    assert one_by_one.content.decode() == '{"text":"a"}\n{"text":"é"}\n'


def test_one_of_the_two_handlers_may_be_missing() -> None:
    app = application(ASK, ask=lambda body: Chunk(text="once"))
    assert ask(app).status_code == 501
    assert ask(app, stream=False).status_code == 200


def raising(body: Ask) -> Iterator[Chunk]:
    if body.text:
        yield Chunk(text=body.text)
    raise AbortError(Reply(status=429, body=Failure(message="slow down")))


def replying(body: Ask) -> Reply:
    return Reply(status=429, body=Failure(message="slow down"))


@pytest.mark.parametrize("handler", [raising, replying])
def test_a_documented_error_before_the_first_item(handler: Any) -> None:
    answer = ask(application(ASK, ask_stream=handler))
    assert (answer.status_code, answer.json()) == (429, {"message": "slow down"})


def broken(body: Ask) -> Iterator[Any]:
    yield Chunk(text="a")
    if body.text == "raise":
        raise RuntimeError("hunter2")
    yield Chunk.model_construct(text=5)


@pytest.mark.parametrize(
    ("handler", "text", "error"),
    [
        (broken, "raise", {"title": "Internal Server Error", "status": 500}),
        (broken, "invalid", {"title": "Internal Server Error", "status": 500}),
        (raising, "a", {"message": "slow down"}),
    ],
)
def test_a_fault_in_the_middle_is_the_last_event(handler: Any, text: str, error: Any) -> None:
    answer = ask(application(ASK, ask_stream=handler), text=text)
    found = decoded(answer.content)
    assert answer.status_code == 200
    assert [event.event for event in found] == ["message", "error"]
    assert json.loads(found[-1].data) == error


class Delta(Model):
    text: str


class Ended(Model):
    error: Failure


def test_a_fault_is_told_in_the_type_of_the_stream_where_one_says_such_things() -> None:
    def told() -> Iterator[Any]:
        yield Delta(text="a")
        raise ProblemError(503, "The model went away.")

    either = operation("get", "/either", reply("200", events(Delta | Ended)), name="either")
    with serving(application(either, either=told)) as base:
        found = decoded(httpx.get(f"{base}/either").content)
    assert [event.event for event in found] == ["message", "error"]
    assert json.loads(found[-1].data) == {"error": {"message": "The model went away."}}


def test_an_invalid_first_item_is_no_success() -> None:
    assert ask(application(ASK, ask_stream=lambda body: iter([5]))).status_code == 500


def test_an_empty_stream_and_one_of_text() -> None:
    assert decoded(ask(application(ASK, ask_stream=lambda body: iter(()))).content)[0].data == "[DONE]"
    app = application(TAIL, tail=lambda: iter(["a\nb", ServerSentEvent("c", event="x", id="1")]))
    with serving(app) as base:
        found = decoded(httpx.get(f"{base}/tail").content)
    assert [(event.data, event.event, event.id) for event in found] == [
        ("a\nb", "message", None),
        ("c", "x", "1"),
    ]


def test_silence_is_broken_by_comments() -> None:
    release = threading.Event()

    def slow() -> Iterator[str]:
        yield "a"
        release.wait(20)
        yield "b"

    app = application(TAIL, tail=slow, settings=Settings(ping_interval=0.05))
    with serving(app) as base, httpx.stream("GET", f"{base}/tail") as answer:
        read = b""
        for chunk in answer.iter_bytes():
            read += chunk
            if b": ping" in read:
                release.set()
    assert [event.data for event in decoded(read)] == ["a", "b"]


class Watched:
    """A producer that tells when it began and that it was stopped."""

    def __init__(self, operation: Operation) -> None:
        self.operation = operation
        self.began = threading.Event()
        self.stopped = threading.Event()

    async def forever(self, before: float = 0, **arguments: Any) -> AsyncIterator[Any]:
        try:
            self.began.set()
            await asyncio.sleep(before)
            while True:
                yield Chunk(text="x" * 1000)
                await asyncio.sleep(0.001)
        finally:
            self.stopped.set()

    def in_a_thread(self, **arguments: Any) -> Iterator[Any]:
        try:
            while True:
                yield Chunk(text="x" * 1000)
                time.sleep(0.001)
        finally:
            self.stopped.set()


@pytest.mark.parametrize("kind", ["forever", "in_a_thread"])
def test_the_producer_stops_when_the_client_leaves(kind: str) -> None:
    watched = Watched(ASK)
    with serving(application(ASK, ask_stream=getattr(watched, kind))) as base:
        with httpx.stream("POST", f"{base}/ask", json={"stream": True}) as answer:
            next(answer.iter_bytes())
        assert watched.stopped.wait(20)


def test_the_producer_stops_also_before_its_first_item() -> None:
    watched = Watched(ASK)
    app = application(ASK, ask_stream=lambda body: watched.forever(before=3600))
    with serving(app) as base:
        with pytest.raises(httpx.ReadTimeout):
            httpx.post(f"{base}/ask", json={"stream": True}, timeout=0.5)
        assert watched.began.is_set()
        assert watched.stopped.wait(20)


def test_a_stream_of_lines_that_fails_is_cut() -> None:
    def rows() -> Iterator[Chunk]:
        yield Chunk(text="a")
        raise RuntimeError

    app = application(ROWS, rows_stream=rows)
    with serving(app) as base, pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"{base}/rows", headers={"accept": "application/jsonl"})


COUNTED = operation(
    "get",
    "/counted",
    reply("200", events(Chunk), headers=(Header("X-Count", codec(int), required=True),)),
    name="counted",
)


def test_a_stream_has_the_header_fields_of_its_reply() -> None:
    def counted() -> Reply:
        more = {"Cache-Control": "private"}
        return Reply(status=200, body=iter([Chunk(text="a")]), headers={"X-Count": 1}, extra_headers=more)

    with serving(application(COUNTED, counted=counted)) as base:
        answer = httpx.get(f"{base}/counted")
    assert [event.data for event in decoded(answer.content)] == ['{"text":"a"}']
    assert (answer.headers["x-count"], answer.headers["cache-control"]) == ("1", "private")


def test_a_stream_without_a_required_header_field_is_refused() -> None:
    with serving(application(COUNTED, counted=lambda: iter([Chunk(text="a")]))) as base:
        assert httpx.get(f"{base}/counted").status_code == 500
