"""The expected packages, called: client against server over HTTP, sync and async."""

from __future__ import annotations

import asyncio
import importlib
import json
from functools import reduce
from typing import Any

import pytest
from pydantic import TypeAdapter

from support.calling import Call, Filled, calls, client, running
from support.golden import Topic, topics
from support.packages import load
from support.recording import Sent
from support.wire import given, parts, shown

EVERY = pytest.mark.parametrize(
    "topic", [topic for topic in topics() if "calls" in topic.instances], ids=lambda topic: topic.name
)


@EVERY
def test_client_calls_server(topic: Topic) -> None:
    with running(topic) as (filled, recorder, origin), client(topic, "Client", origin) as made:
        for call in calls(topic):
            filled.current = call
            got = outcome(topic, call, lambda call=call: once(made, call, origin))
            agree(call, got, recorder.sent.pop(), filled)


@EVERY
def test_async_client_calls_server(topic: Topic) -> None:
    async def run() -> None:
        with running(topic) as (filled, recorder, origin):
            async with client(topic, "AsyncClient", origin) as made:
                for call in calls(topic):
                    filled.current = call
                    got = await async_outcome(topic, call, made, origin)
                    agree(call, got, recorder.sent.pop(), filled)

    asyncio.run(run())


def method(made: Any, call: Call, origin: str) -> Any:
    if call.received_at is None:
        return reduce(getattr, call.names, made)
    module = importlib.import_module(f"{type(made).__module__}.{call.group[0]}")
    kind = call.group[0].title() if type(made).__name__ == "Client" else f"Async{call.group[0].title()}"
    return getattr(made.send_to(origin + call.received_at, getattr(module, kind)), call.names[-1])


def arguments(call: Call, made: Any) -> dict[str, Any]:
    package = importlib.import_module(type(made).__module__)
    found: dict[str, Any] = given(package, call.entry["arguments"])
    return found


def once(made: Any, call: Call, origin: str) -> Any:
    found = method(made, call, origin)(**arguments(call, made))
    if "items" in call.entry:
        with found as events:
            return [shown(event) for event in events]
    return found.read() if hasattr(found, "read") else found


def outcome(topic: Topic, call: Call, do: Any) -> Any:
    """The result, or the body of the error by which the client tells of the status."""
    if call.entry["status"] < 400:
        return do()
    with pytest.raises(load(topic.tree, topic.package).StatusError) as caught:
        do()
    assert caught.value.status == call.entry["status"]
    assert dumped(caught.value.typed_headers) == call.entry.get("fields", {})
    return caught.value.body


async def async_outcome(topic: Topic, call: Call, made: Any, origin: str) -> Any:
    found = method(made, call, origin)(**arguments(call, made))
    if "items" in call.entry:
        async with found as events:
            return [shown(event) async for event in events]
    coming = found.read() if hasattr(found, "read") else found
    if call.entry["status"] < 400:
        return await coming
    with pytest.raises(load(topic.tree, topic.package).StatusError) as caught:
        await coming
    assert caught.value.status == call.entry["status"]
    assert dumped(caught.value.typed_headers) == call.entry.get("fields", {})
    return caught.value.body


def agree(call: Call, got: Any, sent: Sent, filled: Filled) -> None:
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
    elif "parts" in wire:
        wanted = [{**part, "text": raw(part["text"])} for part in wire["parts"]]
        assert parts(sent.headers["content-type"], sent.body) == wanted
    else:
        assert sent.body == raw(wire.get("text", ""))
    if "takes" in call.entry:
        assert filled.arguments == call.entry["takes"]
    if isinstance(got, bytes):
        assert got == call.entry["answer"]
        return
    assert dumped(got) == call.entry.get("gets", call.entry.get("items", call.entry.get("answer")))


def dumped(value: Any) -> Any:
    adapter: TypeAdapter[Any] = TypeAdapter(Any)
    return json.loads(adapter.dump_json(value, by_alias=True, exclude_unset=True))


def raw(text: str | bytes) -> bytes:
    return text.encode() if isinstance(text, str) else text
