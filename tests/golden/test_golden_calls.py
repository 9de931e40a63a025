"""The expected packages, called: client against server over HTTP, sync and async."""

from __future__ import annotations

import asyncio
import json
from functools import reduce
from typing import Any

import pytest
from pydantic import TypeAdapter

from support.calling import Call, calls, client, running
from support.golden import Topic, topics
from support.packages import load
from support.recording import Sent

EVERY = pytest.mark.parametrize(
    "topic", [topic for topic in topics() if "calls" in topic.instances], ids=lambda topic: topic.name
)


@EVERY
def test_client_calls_server(topic: Topic) -> None:
    with running(topic) as (filled, recorder, origin), client(topic, "Client", origin) as made:
        for call in calls(topic):
            filled.current = call
            got = outcome(topic, call, lambda call=call: once(made, call))
            agree(call, got, recorder.sent.pop())


@EVERY
def test_async_client_calls_server(topic: Topic) -> None:
    async def run() -> None:
        with running(topic) as (filled, recorder, origin):
            async with client(topic, "AsyncClient", origin) as made:
                for call in calls(topic):
                    filled.current = call
                    got = await async_outcome(topic, call, made)
                    agree(call, got, recorder.sent.pop())

    asyncio.run(run())


def method(made: Any, call: Call) -> Any:
    return reduce(getattr, call.names, made)


def once(made: Any, call: Call) -> Any:
    if "items" in call.entry:
        with method(made, call)(**call.entry["arguments"]) as events:
            return list(events)
    return method(made, call)(**call.entry["arguments"])


def outcome(topic: Topic, call: Call, do: Any) -> Any:
    """The result, or the body of the error by which the client tells of the status."""
    if call.entry["status"] < 400:
        return do()
    with pytest.raises(load(topic.expected, topic.package).StatusError) as caught:
        do()
    assert caught.value.status == call.entry["status"]
    return caught.value.body


async def async_outcome(topic: Topic, call: Call, made: Any) -> Any:
    arguments = call.entry["arguments"]
    if "items" in call.entry:
        async with method(made, call)(**arguments) as events:
            return [event async for event in events]
    if call.entry["status"] < 400:
        return await method(made, call)(**arguments)
    with pytest.raises(load(topic.expected, topic.package).StatusError) as caught:
        await method(made, call)(**arguments)
    assert caught.value.status == call.entry["status"]
    return caught.value.body


def agree(call: Call, got: Any, sent: Sent) -> None:
    """What was sent is what `wire` says, and what came back is what the handler gave."""
    wire = call.entry["wire"]
    assert (sent.method, sent.path) == (wire["method"], wire["path"])
    for name, value in wire.get("headers", {}).items():
        if value is None:
            assert name not in sent.headers
        else:
            assert value in sent.headers[name]
    if "body" in wire:
        assert json.loads(sent.body) == wire["body"]
    else:
        assert sent.body == b""
    adapter: TypeAdapter[Any] = TypeAdapter(Any)
    dumped = json.loads(adapter.dump_json(got, by_alias=True, exclude_unset=True))
    assert dumped == call.entry.get("items", call.entry.get("answer"))
