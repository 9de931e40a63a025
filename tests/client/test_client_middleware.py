"""Middleware: called for each attempt, free to change what is sent and to answer by itself."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import Any

import pytest

from client_kit import AsyncClient, Client, events, operation
from specloom.runtime.client import errors, statuses
from specloom.runtime.client.auth import Auth
from specloom.runtime.client.logs import AsyncLoggingMiddleware, LoggingMiddleware
from specloom.runtime.client.retry import RetryPolicy
from specloom.runtime.client.wire import Request


class Noting:
    """Notes what passes, and adds a header field that says how often."""

    def __init__(self, name: str, notes: list[tuple[Any, ...]]) -> None:
        self.name, self.notes = name, notes

    def __call__(self, request: Request, next: Any) -> Any:
        self.notes.append((self.name, request.operation_id, request.path, request.method, request.attempt))
        answer = next(request.with_headers({"X-Seen": self.name + dict(request.headers).get("x-seen", "")}))
        self.notes.append((self.name, answer.status))
        return answer


def test_it_sees_each_attempt_and_what_comes_back(stub: Any, reply: Any) -> None:
    notes: list[tuple[Any, ...]] = []
    stub.answers(reply(status=503), reply(body=b"1"))
    client = Client(stub.url, middleware=[Noting("a", notes)]).changed(middleware=[Noting("b", notes)])
    assert client.call(operation()) == 1
    assert notes == [
        ("a", "thing", "/things", "GET", 1),
        ("b", "thing", "/things", "GET", 1),
        ("b", 503),
        ("a", 503),
        ("a", "thing", "/things", "GET", 2),
        ("b", "thing", "/things", "GET", 2),
        ("b", 200),
        ("a", 200),
    ]
    assert [asked.headers["x-seen"] for asked in stub.asked] == ["ba", "ba"]


def test_it_can_send_something_else_or_fail(stub: Any, reply: Any) -> None:
    def elsewhere(request: Request, next: Any) -> Any:
        return next(replace(request, url=request.url + "/other"))

    def failing(request: Request, next: Any) -> Any:
        if request.attempt < 3:
            raise errors.ApiConnectionError("not today")
        return next(request)

    stub.answers(reply(body=b"1"))
    assert Client(stub.url, middleware=[elsewhere, failing]).call(operation()) == 1
    assert [asked.path for asked in stub.asked] == ["/things/other"]
    with pytest.raises(errors.ApiConnectionError, match="not today"):
        Client(stub.url, middleware=[failing], retry=RetryPolicy(0)).call(operation())


def test_a_stream_passes_it_too(stub: Any, reply: Any) -> None:
    notes: list[tuple[Any, ...]] = []
    stub.answers(reply(content_type="text/event-stream", chunks=[b"data: 1\n\n"]))
    client = Client(stub.url, middleware=[Noting("a", notes)])
    assert list(client.stream(operation(responses=(events(int),)))) == [1]
    assert notes == [("a", "thing", "/things", "GET", 1), ("a", 200)]


def test_asynchronous_middleware(stub: Any, reply: Any) -> None:
    seen: list[int] = []

    async def noting(request: Request, next: Any) -> Any:
        answer = await next(request.with_headers({"X-A": "1"}))
        seen.append(answer.status)
        return answer

    async def run() -> Any:
        async with AsyncClient(stub.url, middleware=[noting]) as client:
            return await client.call(operation())

    stub.answers(reply(status=500), reply(body=b"2"))
    assert asyncio.run(run()) == 2
    assert seen == [500, 200]
    assert stub.last.headers["x-a"] == "1"


SECRETS = Auth(schemes={"appId": "query+secret", "appKey": "header-secret", "session": "cookie-secret"})
GUARDED = operation(security=(("appId", "appKey", "session"),))


def clock() -> Any:
    ticks = iter(range(100))
    return lambda: float(next(ticks))


def test_the_log_says_what_was_called_but_no_credentials(stub: Any, reply: Any, caplog: Any) -> None:
    caplog.set_level(logging.INFO)
    stub.answers(reply(status=503, headers={"Set-Cookie": "sid=cookie-secret"}), reply(body=b"1"))
    log = LoggingMiddleware(headers=True, clock=clock())
    client = Client(stub.url, auth=SECRETS, middleware=[log])
    client.changed(extra_query={"token": "x-token", "q": "shown"}).call(GUARDED)
    lines = [record.getMessage() for record in caplog.records if record.name == "specloom"]
    url = f"{stub.url}/things?token=***&q=shown&app_id=***"
    assert lines[0] == f"GET {url} (thing, attempt 1): 503 in 1.000 s"
    assert lines[2] == f"GET {url} (thing, attempt 2): 200 in 1.000 s"
    assert "'user-agent'" in lines[1]
    assert [record.levelname for record in caplog.records if record.name == "specloom"][:3] == [
        "WARNING",
        "WARNING",
        "INFO",
    ]
    assert "secret" not in caplog.text
    assert "x-token" not in caplog.text
    assert "secret" in stub.last.target + str(stub.last.headers)


def test_the_log_tells_of_failures(caplog: Any) -> None:
    caplog.set_level(logging.INFO)
    logger = logging.getLogger("mine")

    async def run() -> None:
        middleware = [AsyncLoggingMiddleware(logger, clock=clock())]
        async with AsyncClient("http://127.0.0.1:9", middleware=middleware, retry=RetryPolicy(0)) as client:
            await client.call(operation())

    with pytest.raises(errors.ApiConnectionError):
        asyncio.run(run())
    (record,) = (record for record in caplog.records if record.name == "mine")
    assert (
        record.getMessage()
        == "GET http://127.0.0.1:9/things (thing, attempt 1): ApiConnectionError in 1.000 s"
    )


class TestIdempotencyKeys:
    POST = operation(method="POST", idempotency_key="Idempotency-Key")

    def test_one_is_minted_for_all_attempts_of_a_call(self, stub: Any, reply: Any) -> None:
        keys = iter(("k1", "k2"))
        client = Client(stub.url, idempotency_key=lambda: next(keys))
        stub.answers(reply(status=503), reply(body=b"1"))
        assert client.call(self.POST) == client.call(self.POST) == 1
        assert [asked.headers["idempotency-key"] for asked in stub.asked] == ["k1", "k1", "k2"]

    def test_without_one_a_post_is_not_tried_again(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(status=503), reply(body=b"1"))
        with pytest.raises(statuses.ServiceUnavailableError):
            Client(stub.url).call(operation(method="POST"))
        assert "idempotency-key" not in stub.last.headers

    def test_keys_are_random_uuids_and_the_callers_own_wins(self, stub: Any, reply: Any) -> None:
        stub.answers(reply(body=b"1"))
        client = Client(stub.url)
        client.call(self.POST)
        client.call(self.POST)
        made = [asked.headers["idempotency-key"] for asked in stub.asked]
        assert len(set(made)) == 2
        assert all(key[14] == "4" and len(key) == 36 for key in made)
        client.changed(idempotency_key="mine").call(self.POST)
        assert stub.last.headers["idempotency-key"] == "mine"
        client.changed(headers={"IDEMPOTENCY-KEY": "yours"}).call(self.POST)
        assert stub.last.headers["idempotency-key"] == "yours"


class TestSizes:
    @pytest.mark.parametrize("chunks", [None, [b"[1,", b"2]"]])
    def test_an_answer_that_is_too_large_is_not_read(self, stub: Any, reply: Any, chunks: Any) -> None:
        stub.answers(reply(body=b"[1,2]", chunks=chunks))
        assert Client(stub.url, max_response_size=5).call(operation()) == [1, 2]
        with pytest.raises(errors.ResponseTooLargeError, match="more than 4 bytes") as caught:
            Client(stub.url, max_response_size=4).call(operation())
        assert (caught.value.status, caught.value.raw) == (200, b"")

    def test_the_same_asynchronously(self, stub: Any, reply: Any) -> None:
        async def run() -> None:
            async with AsyncClient(stub.url, max_response_size=4) as client:
                await client.call(operation())

        for chunks in (None, [b"[1,", b"2]"]):
            stub.answers(reply(body=b"[1,2]", chunks=chunks))
            with pytest.raises(errors.ResponseTooLargeError):
                asyncio.run(run())


def test_a_stream_that_breaks_off_says_how_much_came(stub: Any, reply: Any) -> None:
    stub.answers(reply(content_type="text/event-stream", chunks=[b"data: 1\n\ndata: 2\n\n"], cut=True))
    got: list[int] = []
    stream = Client(stub.url).stream(operation(responses=(events(int),)))
    with pytest.raises(errors.StreamError) as caught:
        got.extend(item for item in stream)
    assert caught.value.items == 2
    assert isinstance(caught.value.__cause__, errors.ApiConnectionError)
    assert len(stub.asked) == 1
