"""Our models and datamodel-code-generator's, held to the same instances, with jsonschema as the judge.

The instances are documents that the four systems would send, and each of them with one value at a time
left out or replaced. Ours decide like the judge on every one. Where theirs decide otherwise, the kind of
difference is listed below, and a kind that no longer occurs has to go from the list.
"""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from datamodel_code_generator import DataModelType, Formatter, InputFileType, generate
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from pydantic import TypeAdapter, ValidationError

from support import second_opinion
from support.packages import REPOSITORY, load

DISTRIBUTION = REPOSITORY / "generated" / "llm-apis"
DOCUMENT = DISTRIBUTION / "llm_apis" / "openapi.json"
REPLACEMENTS = (None, True, 3, -1, 0.5, 2.0, "text", "7", [], {}, [1], {"a": 1})

CHOICE = {"finish_reason": "stop", "index": 0, "message": {"role": "user", "content": "x"}, "logprobs": None}
DELTA = {
    "role": "assistant",
    "content": "x",
    "tool_calls": [{"index": 0, "id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}],
}
USAGE = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
INSTANCES: dict[tuple[str, str], dict[str, Any]] = {
    ("inference_gateway", "CreateChatCompletionRequest"): {
        "model": "m",
        "messages": [{"role": "user", "content": "x"}],
        "max_tokens": 5,
        "stream": False,
        "stream_options": {"include_usage": True},
        "tools": [{"type": "function", "function": {"name": "f", "parameters": {"type": "object"}}}],
    },
    ("inference_gateway", "CreateChatCompletionResponse"): {
        "id": "c",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [CHOICE],
        "usage": USAGE,
    },
    ("inference_gateway", "CreateChatCompletionStreamResponse"): {
        "id": "c",
        "object": "chat.completion.chunk",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "finish_reason": "stop", "delta": DELTA}],
        "usage": USAGE,
    },
    ("olivaw", "CompletionRequest"): {
        "model": "m",
        "prompt": ["a", 1],
        "suffix": None,
        "echo": True,
        "best_of": 1,
    },
    ("olivaw", "ChatCompletionRequest"): {
        "model": "m",
        "messages": [{"role": "function", "content": "x", "function_call": {"name": "f", "arguments": "{}"}}],
        "functions": [{"name": "f", "parameters": {}}],
        "function_call": {"name": "f"},
    },
    ("olivaw", "SelectionSettings"): {"top_p": 0.5, "top_k": 1, "seed": 5, "stop": ["a"], "stream": None},
    ("ray_serve", "CompletionResponse"): {
        "id": "c",
        "object": "text_completion",
        "created": 1,
        "model": "m",
        "choices": [
            {
                "index": 0,
                "text": "x",
                "stop_reason": 3,
                "prompt_logprobs": [{"a": {"logprob": -0.5, "rank": 1}}, None],
                "logprobs": {"text_offset": [0], "token_logprobs": [None, -0.5], "tokens": ["x"]},
            }
        ],
        "usage": {"prompt_tokens": 1, "prompt_tokens_details": {"cached_tokens": None}},
    },
}

NAMES = {
    type(None): "null",
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    str: "a text",
    list: "an array",
    dict: "an object",
}
THEIR_DIFFERENCES = {
    # They read numbers in pydantic's lax mode, where true is 1 and "7" is 7.
    "take a boolean against type",
    "take a boolean against anyOf",
    "take a text against type",
    "take a text against anyOf",
    # They give optional members the type `T | None`.
    "take null against type",
    "take null against enum",
    "take null against oneOf",
    # They drop a required member that is not declared (`logprobs`).
    "take an object against required",
}


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("second-opinion")
    with pytest.warns(UserWarning, match="uint64"):
        generate(
            DOCUMENT,
            input_file_type=InputFileType.OpenAPI,
            output=folder / "second_opinion",
            output_model_type=DataModelType.PydanticV2BaseModel,
            formatters=[Formatter.BUILTIN],
            strict_nullable=True,
        )
    sys.path.append(str(folder))
    yield "second_opinion"
    sys.path.remove(str(folder))


def variants(value: Any) -> Iterator[Any]:
    """The value, and it with each part of it left out or replaced, one at a time."""
    yield value
    members = (
        enumerate(value) if isinstance(value, list) else value.items() if isinstance(value, dict) else ()
    )
    for key, member in [*members]:
        for changed in (*REPLACEMENTS, *variants(member)):
            copy = list(value) if isinstance(value, list) else dict(value)
            copy[key] = changed
            yield copy
        if isinstance(value, dict):
            yield {name: each for name, each in value.items() if name != key}


def accepts(type_: Any, text: str) -> bool:
    try:
        TypeAdapter(type_).validate_json(text)
    except ValidationError:
        return False
    return True


def difference(judge: Draft202012Validator, instance: Any) -> str:
    """What kind of thing it is that they decide otherwise: the value at fault and the keyword it breaks."""
    fault = best_match(judge.iter_errors(instance))
    if fault is None:
        return "refuse what is right"
    return f"take {NAMES[type(fault.instance)]} against {fault.validator}"


@pytest.mark.parametrize(("source", "component"), INSTANCES)
def test_ours_decide_like_the_judge(source: str, component: str) -> None:
    judge = _judge(source, component)
    ours = load(DISTRIBUTION, "llm_apis.models").SCHEMA_TYPES[source][component]
    for instance in variants(INSTANCES[source, component]):
        text = json.dumps(instance)
        assert accepts(ours, text) is judge.is_valid(instance), text


def test_theirs_differ_in_known_ways(theirs: str) -> None:
    found = set()
    for (source, component), whole in INSTANCES.items():
        judge = _judge(source, component)
        type_ = getattr(importlib.import_module(f"{theirs}.{source}"), component)
        for instance in variants(whole):
            text, right = json.dumps(instance), judge.is_valid(instance)
            if accepts(type_, text) is not right:
                found.add(difference(judge, instance))
    assert found == THEIR_DIFFERENCES


def _judge(source: str, component: str) -> Draft202012Validator:
    document = json.loads(Path(DOCUMENT).read_text(encoding="utf-8"))
    return Draft202012Validator({**document, "$ref": f"#/components/schemas/{source}.{component}"})


def test_the_table_of_differences_is_true() -> None:
    assert second_opinion.TABLE.read_text(encoding="utf-8") == second_opinion.table()
