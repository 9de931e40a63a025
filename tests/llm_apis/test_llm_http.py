"""Every operation of `llm_apis`, from its generated clients to a server on its generated interfaces."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from llm_support.filled import llm_apis, olivaw, server
from support.serving import serving

GATEWAY = {"role": "user", "content": "hello there"}
PROVIDER_REQUEST = {"model": "m", "messages": [{"role": "user", "content": "hi"}], "temperature": 0.5}


class Sync:
    """Calls the sync client."""

    def __init__(self, base: str, **auth: Any) -> None:
        self.client = llm_apis.Client(**_arguments(base), **auth)

    def call(self, group: str, operation: str, **arguments: Any) -> Any:
        return getattr(_group(self.client, group), operation)(**arguments)

    def stream(self, group: str, operation: str, **arguments: Any) -> list[Any]:
        with self.call(group, operation, **arguments) as events:
            return list(events)

    def close(self) -> None:
        self.client.close()


class Async:
    """Calls the async client, as if it were not."""

    def __init__(self, base: str, **auth: Any) -> None:
        self.loop = asyncio.new_event_loop()
        self.client = llm_apis.AsyncClient(**_arguments(base), **auth)

    def call(self, group: str, operation: str, **arguments: Any) -> Any:
        return self.loop.run_until_complete(getattr(_group(self.client, group), operation)(**arguments))

    def stream(self, group: str, operation: str, **arguments: Any) -> list[Any]:
        async def collect() -> list[Any]:
            async with getattr(_group(self.client, group), operation)(**arguments) as events:
                return [event async for event in events]

        return self.loop.run_until_complete(collect())

    def close(self) -> None:
        self.loop.run_until_complete(self.client.aclose())
        self.loop.close()


def _arguments(base: str) -> dict[str, Any]:
    return {"servers": {"inference_gateway": base, "olivaw": f"{base}/api/v1"}, "max_retries": 0}


def _group(client: Any, path: str) -> Any:
    source, group = path.split(".")
    return getattr(getattr(client, source), group)


def credentials() -> dict[str, Any]:
    return {
        "inference_gateway": llm_apis.Auth(bearer="sesame"),
        "olivaw": llm_apis.Auth(api_key="open"),
    }


@pytest.fixture(params=[Sync, Async], ids=["sync", "async"])
def caller(request: pytest.FixtureRequest, base: str) -> Iterator[Any]:
    made = request.param(base, **credentials())
    yield made
    made.close()


CALLS: dict[str, Callable[[Any], None]] = {}


def call(name: str) -> Callable[[Callable[[Any], None]], Callable[[Any], None]]:
    def keep(function: Callable[[Any], None]) -> Callable[[Any], None]:
        CALLS[name] = function
        return function

    return keep


@call("inference_gateway.models.list_models")
def _list_models(caller: Any) -> None:
    reply = caller.call("inference_gateway.models", "list_models", provider="openai")
    assert (reply.object, reply.data[0].owned_by) == ("list", "openai")
    assert caller.call("inference_gateway.models", "list_models").data[0].owned_by == "nobody"
    with pytest.raises(llm_apis.StatusError) as refused:
        caller.call("inference_gateway.models", "list_models", provider="groq")
    assert (refused.value.status, refused.value.body.error) == (401, "not yours")


@call("inference_gateway.completions.create_chat_completion")
def _gateway_chat(caller: Any) -> None:
    arguments = {"model": "m", "messages": [GATEWAY], "provider": "openai"}
    reply = caller.call("inference_gateway.completions", "create_chat_completion", **arguments)
    assert reply.choices[0].message.content == "openai: hello there"
    assert reply.usage.total_tokens == 3
    with pytest.raises(llm_apis.StatusError) as refused:
        caller.call(
            "inference_gateway.completions", "create_chat_completion", **arguments | {"model": "unknown"}
        )
    assert (refused.value.status, refused.value.body.error) == (400, "no such model")


@call("inference_gateway.completions.create_chat_completion_stream")
def _gateway_stream(caller: Any) -> None:
    group, operation = "inference_gateway.completions", "create_chat_completion_stream"
    chunks = caller.stream(group, operation, model="m", messages=[GATEWAY])
    assert [chunk.choices[0].delta.content for chunk in chunks] == ["hello", "there"]
    with pytest.raises(llm_apis.StatusError) as refused:
        caller.stream(group, operation, model="unknown", messages=[GATEWAY])
    assert (refused.value.status, refused.value.body.error) == (400, "no such model")


@call("inference_gateway.health.health_check")
def _health(caller: Any) -> None:
    assert caller.call("inference_gateway.health", "health_check") is None


@call("inference_gateway.proxy.proxy_get")
def _proxy_get(caller: Any) -> None:
    _proxied(caller, "GET", None)


@call("inference_gateway.proxy.proxy_post")
def _proxy_post(caller: Any) -> None:
    _proxied(caller, "POST", PROVIDER_REQUEST)


@call("inference_gateway.proxy.proxy_put")
def _proxy_put(caller: Any) -> None:
    _proxied(caller, "PUT", PROVIDER_REQUEST)


@call("inference_gateway.proxy.proxy_delete")
def _proxy_delete(caller: Any) -> None:
    _proxied(caller, "DELETE", None)


@call("inference_gateway.proxy.proxy_patch")
def _proxy_patch(caller: Any) -> None:
    _proxied(caller, "PATCH", {"model": "m", "extra_": {"unlisted": [1, None]}})


def _proxied(caller: Any, method: str, body: dict[str, Any] | None) -> None:
    path = "v1/models/a b?c#d%2F"
    reply = caller.call(
        "inference_gateway.proxy", f"proxy_{method.lower()}", provider="ollama", path=path, **body or {}
    )
    sent = None if body is None else {k: v for k, v in body.items() if k != "extra_"} | body.get("extra_", {})
    assert reply == {"method": method, "provider": "ollama", "path": path, "sent": sent}


@call("olivaw.completion.create_chat_completion")
def _olivaw_chat(caller: Any) -> None:
    messages = [olivaw.ChatMessage(role="user", content="hello")]
    reply = caller.call("olivaw.completion", "create_chat_completion", model="m", messages=messages)
    assert reply.choices[0].message.content == "hello"
    with pytest.raises(llm_apis.StatusError) as refused:
        caller.call("olivaw.completion", "create_chat_completion", model="busy", messages=messages)
    assert (refused.value.status, refused.value.body.type) == (429, "client")


@call("olivaw.completion.create_chat_completion_stream")
def _olivaw_stream(caller: Any) -> None:
    chunks = caller.stream(
        "olivaw.completion", "create_chat_completion_stream", model="m", messages=[GATEWAY]
    )
    assert [type(chunk) for chunk in chunks] == [olivaw.ChatCompletionChunk] * 2
    assert [chunk.choices[0].delta.content for chunk in chunks] == ["hello", "there"]


@call("olivaw.completion.create_completion")
def _olivaw_completion(caller: Any) -> None:
    body = olivaw.CreateCompletionRequest(model="m", prompt="once upon")
    assert caller.call("olivaw.completion", "create_completion", body_=body).choices[0].text == "once upon"


@call("olivaw.completion.create_completion_stream")
def _olivaw_completion_stream(caller: Any) -> None:
    chunks = caller.stream("olivaw.completion", "create_completion_stream", model="m", prompt="once upon")
    assert [chunk.choices[0].text for chunk in chunks] == ["once", "upon"]


@pytest.mark.parametrize("name", CALLS)
def test_what_is_sent_arrives(caller: Any, name: str) -> None:
    CALLS[name](caller)


def test_every_operation_is_called(base: str) -> None:
    client = llm_apis.Client(**_arguments(base))
    groups = {f"{source}.{group}" for source, group in (name.split(".")[:2] for name in CALLS)}
    found = {
        f"{group}.{name}"
        for group in groups
        for name in vars(type(_group(client, group)))
        if not name.startswith("_")
    }
    assert found == set(CALLS)
    client.close()


def test_credentials_are_asked_for(base: str) -> None:
    with llm_apis.Client(**_arguments(base), inference_gateway=llm_apis.Auth(bearer="wrong")) as client:
        with pytest.raises(llm_apis.StatusError) as refused:
            client.inference_gateway.models.list_models()
        assert refused.value.status == 401


def test_what_is_left_out_answers_501_without_asking_who_it_is() -> None:
    with serving(server.create_app()) as url, httpx.Client(base_url=url) as client:
        paths = {
            "/v1/models": "get",
            "/v1/chat/completions": "post",
            "/proxy/openai/v1/x": "delete",
            "/health": "get",
            "/api/v1/chat/completions": "post",
            "/api/v1/completions": "post",
        }
        for path, method in paths.items():
            reply = client.request(method, path)
            assert reply.status_code == 501
            assert reply.headers["content-type"] == "application/problem+json"
            assert reply.json()["status"] == 501


def test_a_filled_in_operation_needs_its_hook() -> None:
    from llm_support.filled import Completion

    with pytest.raises(ValueError, match=r"createChatCompletion.*apiKey"):
        server.create_app(olivaw=server.OlivawServices(completion=Completion()))


def test_the_document_and_its_page_are_served(base: str) -> None:
    assert httpx.get(f"{base}/openapi.json").json()["openapi"].startswith("3.")
    assert "swagger" in httpx.get(f"{base}/docs").text.lower()
