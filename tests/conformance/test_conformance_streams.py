"""Streams of every kind from the server to both clients."""

from __future__ import annotations

from typing import Any

import pytest

from conformance.exchange import Exchange
from conformance.streams import DOWNLOADS, STREAMS, Event, Stream
from support.wire import taken


def told(item: Any) -> Any:
    if type(item).__name__ == "ServerSentEvent":
        return Event(item.data, item.event, item.id, item.retry)
    return taken(item)


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync_handler", "async_handler"])
@pytest.mark.parametrize("case", STREAMS, ids=lambda case: case.name)
def test_stream(exchange: Exchange, case: Stream, asynchronous: bool) -> None:
    exchange.gives(case.operation, case.gives, asynchronous=asynchronous)
    for items in exchange.streamed("streams", case.operation):
        assert [told(item) for item in items] == case.expected
    assert exchange.recorder.answered == [case.wire, case.wire]


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync_handler", "async_handler"])
@pytest.mark.parametrize("case", DOWNLOADS, ids=lambda case: case.name)
def test_download(exchange: Exchange, case: Stream, asynchronous: bool) -> None:
    exchange.gives(case.operation, case.gives, asynchronous=asynchronous)
    for pieces in exchange.streamed("downloads", case.operation):
        assert b"".join(pieces) == case.wire
    assert exchange.recorder.answered == [case.wire, case.wire]
