"""What httpx sends for our requests: a client of ours builds them faster than a user's, and the same."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import pytest

from client_kit import AsyncClient, Client, operation
from specloom.runtime.client.options import Timeout
from specloom.runtime.client.transport import AsyncHttpxTransport, HttpxTransport
from specloom.runtime.client.wire import Request


def request(url: str, method: str = "GET", content: bytes | None = None, **fields: str) -> Request:
    headers = tuple((name.replace("_", "-"), value) for name, value in fields.items())
    return Request(
        method=method,
        url=url + "/things?a=%20b",
        headers=headers,
        content=content,
        timeout=Timeout(5, 5, 5),
        stream=False,
        operation="GET /things",
    )


SENT: dict[str, dict[str, Any]] = {
    "nothing of its own": {},
    "fields in place of httpx's": {
        "user_agent": "mine",
        "accept": "text/plain",
        "accept_encoding": "identity",
        "connection": "close",
    },
    "a host": {"host": "elsewhere.example"},
    "Latin-1": {"x_name": "ä\xff"},
    "a body": {"method": "POST", "content": b"{}", "content_type": "application/json"},
    "a body with its length": {"method": "PUT", "content": b"{}", "content_length": "2"},
    "an empty body": {"method": "POST", "content": b"", "content_type": "text/plain"},
    "no body": {"method": "POST"},
    "PATCH without a body": {"method": "PATCH"},
    "DELETE without a body": {"method": "DELETE"},
    "GET with a body": {"content": b"{}"},
}


@pytest.mark.parametrize("what", SENT)
def test_requests_are_those_of_a_ready_client(stub: Any, what: str) -> None:
    wanted = request(stub.url, **SENT[what])
    for client in (None, httpx.Client()):
        transport = HttpxTransport(client=client)
        assert transport.send(wanted).read() == b"{}"
        transport.close()
    ours, theirs = stub.asked
    assert ours == theirs
    assert next(iter(ours.headers)) == "host"  # as RFC 9110, section 7.2, would have it


@pytest.mark.parametrize("what", SENT)
def test_asynchronous_requests_are_the_same(stub: Any, what: str) -> None:
    async def both() -> None:
        wanted = request(stub.url, **SENT[what])
        for client in (None, httpx.AsyncClient()):
            transport = AsyncHttpxTransport(client=client)
            assert await (await transport.send(wanted)).read() == b"{}"
            await transport.close()

    asyncio.run(both())
    ours, theirs = stub.asked
    assert ours == theirs
    assert next(iter(ours.headers)) == "host"  # as RFC 9110, section 7.2, would have it


def test_cookies_that_a_server_sets_are_sent_to_it(stub: Any, reply: Any) -> None:
    stub.answers(reply(headers={"Set-Cookie": "sid=7; Path=/"}), reply())
    with Client(stub.url) as client:
        client.call(operation())
        client.call(operation())
    assert [asked.headers.get("cookie") for asked in stub.asked] == [None, "sid=7"]


def test_asynchronous_clients_keep_cookies_too(stub: Any, reply: Any) -> None:
    async def twice() -> None:
        async with AsyncClient(stub.url) as client:
            await client.call(operation())
            await client.call(operation())

    stub.answers(reply(headers={"Set-Cookie": "sid=7; Path=/"}), reply())
    asyncio.run(twice())
    assert [asked.headers.get("cookie") for asked in stub.asked] == [None, "sid=7"]


def test_a_ready_client_adds_what_is_its_own(stub: Any) -> None:
    given = httpx.Client(headers={"X-Team": "7"}, cookies={"sid": "8"}, params={"v": "9"})
    with Client(stub.url, transport=HttpxTransport(client=given)) as client:
        client.call(operation())
    sent = stub.last
    assert (sent.headers["x-team"], sent.headers["cookie"], sent.query) == ("7", "sid=8", "v=9")
