"""The JSON that both kinds of models read."""

from __future__ import annotations

import json
from typing import Any


def _text(value: Any) -> bytes:
    return json.dumps(value).encode()


_CALL = {"id": "call_1", "type": "function", "function": {"name": "weather", "arguments": '{"city": "Bern"}'}}
_PARAMETERS = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
_TOOL = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "Tells the weather.",
        "parameters": _PARAMETERS,
        "strict": True,
    },
}

REQUEST = _text(
    {
        "model": "some/model",
        "messages": [
            {"role": "system", "content": "You are terse."},
            {"role": "user", "content": "What is the weather in Bern? " * 10},
            {"role": "assistant", "content": "", "tool_calls": [_CALL]},
            {"role": "tool", "content": '{"sky": "grey"}', "tool_call_id": "call_1"},
        ],
        "max_tokens": 500,
        "stream": True,
        "stream_options": {"include_usage": True},
        "tools": [_TOOL, _TOOL],
    }
)

RESPONSE = _text(
    {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "some/model",
        "choices": [
            {
                "index": index,
                "finish_reason": "stop",
                "logprobs": None,
                "message": {"role": "assistant", "content": "It is grey. " * 20, "tool_calls": [_CALL]},
            }
            for index in range(3)
        ],
        "usage": {"prompt_tokens": 100, "completion_tokens": 50, "total_tokens": 150},
    }
)

RECORDS = _text(
    [
        {
            "id": number,
            "name": f"record {number}",
            "price": number / 4,
            "active": number % 2 == 0,
            "note": None if number % 3 else "a note",
            "tags": ["a", "b", "c"],
            "position": {"x": number, "y": number / 2},
        }
        for number in range(1000)
    ]
)

PAGE = _text(
    {
        "scores": {f"key {number}": number / 8 for number in range(100)},
        "labels": {f"key {number}": f"label {number}" for number in range(100)},
        "parts": [
            {"kind": "text", "text": "some text"}
            if number % 2
            else {"kind": "image", "url": "http://example.com/a.png", "width": 100}
            for number in range(200)
        ],
        "size": "large",
    }
)
