"""The official `openai` SDK takes the generated server for a server of its own kind."""

from __future__ import annotations

from collections.abc import Iterator

import openai
import pytest

MESSAGES: list[openai.types.chat.ChatCompletionMessageParam] = [{"role": "user", "content": "hello there"}]


@pytest.fixture
def gateway(base: str) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(base_url=f"{base}/v1", api_key="sesame", max_retries=0) as client:
        yield client


@pytest.fixture
def olivaw(base: str) -> Iterator[openai.OpenAI]:
    """Olivaw's key is the whole `authorization` header, in which the SDK writes "Bearer …"."""
    with openai.OpenAI(base_url=f"{base}/api/v1", api_key="open", max_retries=0) as client:
        yield client


def test_gateway_lists_models(gateway: openai.OpenAI) -> None:
    assert [model.id for model in gateway.models.list()] == ["m-1"]


def test_gateway_chat(gateway: openai.OpenAI) -> None:
    reply = gateway.chat.completions.create(model="m", messages=MESSAGES)
    assert reply.choices[0].message.content == "None: hello there"
    assert reply.usage is not None
    assert reply.usage.total_tokens == 3


def test_gateway_streamed_chat(gateway: openai.OpenAI) -> None:
    with gateway.chat.completions.create(model="m", messages=MESSAGES, stream=True) as chunks:
        assert [chunk.choices[0].delta.content for chunk in chunks] == ["hello", "there"]


def test_gateway_says_what_is_wrong(gateway: openai.OpenAI) -> None:
    with pytest.raises(openai.BadRequestError):
        gateway.chat.completions.create(model="unknown", messages=MESSAGES)
    with pytest.raises(openai.BadRequestError):
        gateway.chat.completions.create(model="unknown", messages=MESSAGES, stream=True)


def test_olivaw_chat(olivaw: openai.OpenAI) -> None:
    reply = olivaw.chat.completions.create(model="m", messages=MESSAGES)
    assert reply.choices[0].message.content == "hello there"


def test_olivaw_streamed_chat(olivaw: openai.OpenAI) -> None:
    with olivaw.chat.completions.create(model="m", messages=MESSAGES, stream=True) as chunks:
        assert [chunk.choices[0].delta.content for chunk in chunks] == ["hello", "there"]


def test_olivaw_completion(olivaw: openai.OpenAI) -> None:
    reply = olivaw.completions.create(model="m", prompt="once upon")
    assert reply.choices[0].text == "once upon"


def test_olivaw_streamed_completion(olivaw: openai.OpenAI) -> None:
    with olivaw.completions.create(model="m", prompt="once upon", stream=True) as chunks:
        assert [chunk.choices[0].text for chunk in chunks] == ["once", "upon"]
