"""The project's own documents, merged."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV32SpecValidator

from specloom.config.load import load_config
from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.document.model import Merged
from specloom.merge import MergeOptions, MergeReport, MergeSource, merge

ROOT = Path(__file__).parents[2]


@cache
def four() -> tuple[Merged, MergeReport]:
    diagnostics = Diagnostics()
    package = load_config(str(ROOT / "specs/specloom.yaml"), diagnostics).packages[0]
    sources = [
        MergeSource(
            id=source.id,
            loaded=load(source.path, diagnostics=diagnostics, overlays=source.overlays),
            namespace=source.namespace,
            stream_sentinel=source.stream_sentinel,
        )
        for source in package.sources
    ]
    options = MergeOptions(
        title=package.title, version=package.version, problem_responses=package.problem_responses
    )
    result = merge(sources, options=options, diagnostics=diagnostics)
    assert not list(diagnostics)
    return result


def schema(name: str) -> dict[str, Any]:
    content = four()[0].document.content
    return {"$ref": f"#/components/schemas/{name}", "components": content["components"]}


def test_the_merged_document_is_valid() -> None:
    content = four()[0].document.content
    assert not list(OpenAPIV32SpecValidator(content).iter_errors())
    assert content["openapi"] == "3.2.0"
    assert content["info"] == {"title": "llm-apis", "version": "1.0.0"}


def test_both_chat_completions_have_their_place() -> None:
    paths = four()[0].document.content["paths"]
    assert list(paths) == [
        "/v1/models",
        "/v1/chat/completions",
        "/proxy/{provider}/{path}",
        "/health",
        "/api/v1/chat/completions",
        "/api/v1/completions",
    ]
    assert paths["/api/v1/chat/completions"]["servers"][0]["url"] == "{host}"
    assert paths["/proxy/{provider}/{path}"]["get"]["parameters"][1]["x-specloom-rest-of-path"] is True


def test_the_report_has_every_name_that_stood_twice() -> None:
    report = four()[1]
    assert [(n.kind, n.name) for n in report.names] == [
        ("operations", "createChatCompletion"),
        ("paths", "POST /chat/completions"),
        ("schemas", "ChatCompletionChoice"),
        ("schemas", "Completion"),
        ("schemas", "CompletionChoice"),
        ("schemas", "CompletionUsage"),
        ("schemas", "Error"),
    ]
    assert [p.operation for p in report.problem_responses] == ["GET /health"]


def test_the_schema_file_is_as_received_but_for_its_references() -> None:
    received = json.loads((ROOT / "specs/ray-serve-llm.schema.json").read_text())
    schemas = four()[0].document.content["components"]["schemas"]
    renamed = json.loads(json.dumps(received).replace("#/$defs/", "#/components/schemas/ray_serve."))
    definitions = renamed.pop("$defs")
    assert schemas["ray_serve.CompletionResponse"] == renamed
    assert {name: schemas[f"ray_serve.{name}"] for name in definitions} == definitions


@pytest.mark.parametrize(
    ("name", "value", "fits"),
    [
        ("olivaw.CompletionUsage", {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}, True),
        ("olivaw.CompletionUsage", {"prompt_tokens": "1"}, False),
        ("olivaw.ChatCompletionDelta", {"function_call": None}, True),
        ("olivaw.ChatCompletionDelta", {"function_call": {"name": "f", "arguments": "{}"}}, True),
        (
            "olivaw.ChatCompletionChoice",
            {"index": 0, "message": {"role": "assistant", "content": "hi"}},
            True,
        ),
        (
            "olivaw.ChatCompletionRequest",
            {"model": "m", "messages": [], "function_call": {"name": "f"}},
            True,
        ),
        ("olivaw.ChatCompletionRequest", {"model": "m", "messages": [], "function_call": {"name": 1}}, False),
        (
            "inference_gateway.CreateChatCompletionStreamResponse",
            {
                "id": "1",
                "created": 1,
                "model": "m",
                "object": "chat.completion.chunk",
                "choices": [{"index": 0, "delta": {"content": "hi"}, "finish_reason": "stop"}],
                "usage": None,
            },
            True,
        ),
        ("openai_interface.usize", 2**64 - 1, True),
        ("openai_interface.usize", 2**64, False),
        ("openai_interface.usize", -1, False),
    ],
)
def test_what_the_overlays_and_our_documents_say(name: str, value: Any, fits: bool) -> None:
    assert Draft202012Validator(schema(name)).is_valid(value) is fits


def test_the_streams_event_carries_the_chunk() -> None:
    content = four()[0].document.content
    answer = content["paths"]["/v1/chat/completions"]["post"]["responses"]["200"]["content"]
    event = answer["text/event-stream"]["itemSchema"]
    assert event == {"$ref": "#/components/schemas/inference_gateway.SSEvent"}
    data = content["components"]["schemas"]["inference_gateway.SSEvent"]["properties"]["data"]
    assert data == {
        "type": "string",
        "contentMediaType": "application/json",
        "contentSchema": {
            "$ref": "#/components/schemas/inference_gateway.CreateChatCompletionStreamResponse"
        },
    }
