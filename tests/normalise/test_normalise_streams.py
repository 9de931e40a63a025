"""Every way in which documents describe a stream."""

from __future__ import annotations

from typing import Any

import pytest

from specloom import ir
from support.normalising import Outcome, ref, run

CHUNK = {"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}
JSON_TEXT = {"type": "string", "contentMediaType": "application/json", "contentSchema": ref("Chunk")}


def stream(
    media: dict[str, Any], *, media_type: str = "text/event-stream", **more: Any
) -> tuple[ir.Stream, Outcome]:
    response = {"description": "", "content": {media_type: media}}
    components = {
        "schemas": {
            "Chunk": CHUNK,
            "Text": JSON_TEXT,
            "Event": {"type": "object", "properties": {"data": JSON_TEXT}},
        }
    }
    found = run({"paths": {"/": {"get": {"responses": {"200": response}}}}, "components": components}, **more)
    (content,) = found.operation("GET /").responses[0].contents
    assert content.type is None
    assert content.stream is not None
    return content.stream, found


def envelope(data: Any) -> dict[str, Any]:
    return {"type": "object", "required": ["data"], "properties": {"event": {"type": "string"}, "data": data}}


@pytest.mark.parametrize(
    ("media", "has_envelope"),
    [
        ({"itemSchema": ref("Event")}, True),
        ({"itemSchema": envelope(JSON_TEXT)}, True),
        ({"itemSchema": envelope(ref("Text"))}, True),
        ({"schema": envelope(ref("Chunk"))}, True),
        ({"schema": {"type": "array", "items": envelope(ref("Chunk"))}}, True),
        ({"itemSchema": envelope(ref("Chunk"))}, True),
        ({"itemSchema": {"oneOf": [envelope(ref("Chunk")), envelope(ref("Text"))]}}, True),
        ({"schema": {"type": "array", "format": "event-stream", "items": ref("Text")}}, False),
        ({"schema": {"type": "array", "items": ref("Chunk")}}, False),
        ({"schema": ref("Text")}, False),
        ({"schema": ref("Chunk")}, False),
        ({"itemSchema": ref("Chunk")}, False),
    ],
)
def test_the_item_is_what_an_events_data_holds(media: dict[str, Any], has_envelope: bool) -> None:
    found, outcome = stream(media)
    assert found.framing is ir.StreamFraming.EVENTS
    assert found.payload is ir.StreamPayload.JSON
    assert isinstance(found.item, ir.Reference)
    assert outcome.at(found.item.target).component == "Chunk"
    assert (found.envelope is not None) is has_envelope
    assert not outcome.codes


@pytest.mark.parametrize(
    "media",
    [
        {},
        {"schema": {"type": "string"}},
        {"schema": {"type": "string", "format": "binary"}},
        {"schema": {"type": "array", "items": {"type": "string"}}},
        {"itemSchema": envelope({"type": "string"})},
        {"itemSchema": envelope({"const": "[DONE]"})},
    ],
)
def test_a_text_that_says_nothing_of_its_content_stays_one(media: dict[str, Any]) -> None:
    found, outcome = stream(media)
    assert found.payload is ir.StreamPayload.TEXT
    assert not outcome.codes


def test_json_without_a_schema_holds_anything() -> None:
    found, _ = stream({"schema": {"type": "string", "contentMediaType": "application/json"}})
    assert (found.payload, found.item) == (ir.StreamPayload.JSON, ir.Anything())


def mixed(text_event: Any) -> dict[str, Any]:
    return {
        "itemSchema": {
            "type": "object",
            "required": ["data"],
            "properties": {"event": {"type": "string"}, "data": {"type": "string"}},
            "oneOf": [
                {"properties": {"event": text_event}},
                {"properties": {"event": {"const": "line"}, "data": JSON_TEXT}},
            ],
        }
    }


@pytest.mark.parametrize(
    ("text_event", "texts"),
    [
        ({"const": "text"}, ("text",)),
        ({"enum": ["a", "b"]}, ("a", "b")),
        ({"type": "string"}, ()),
        ({"enum": ["a", "line"]}, ()),
    ],
)
def test_events_of_json_and_of_text_are_told_apart_by_name(text_event: Any, texts: tuple[str, ...]) -> None:
    found, outcome = stream(mixed(text_event))
    assert found.payload is ir.StreamPayload.JSON
    assert isinstance(found.item, ir.Reference)
    assert found.texts == texts
    assert found.envelope is not None
    assert outcome.codes == []


def test_an_object_with_other_members_is_the_data_itself() -> None:
    data = {"type": "object", "properties": {"data": {"type": "string"}, "choices": {"type": "array"}}}
    found, _ = stream({"schema": data})
    assert found.envelope is None
    assert found.payload is ir.StreamPayload.JSON


def test_the_sentinel_is_the_sources_or_the_media_types_own() -> None:
    found, _ = stream({"schema": ref("Chunk")}, sentinel="[DONE]")
    assert found.sentinel == "[DONE]"
    found, _ = stream({"schema": ref("Chunk"), "x-specloom-stream-sentinel": "end"}, sentinel="[DONE]")
    assert found.sentinel == "end"


@pytest.mark.parametrize("media_type", ["application/jsonl", "application/x-ndjson"])
def test_json_lines_are_lines(media_type: str) -> None:
    found, outcome = stream({"itemSchema": ref("Chunk")}, media_type=media_type)
    assert (found.framing, found.payload) == (ir.StreamFraming.LINES, ir.StreamPayload.JSON)
    assert isinstance(found.item, ir.Reference)
    assert not outcome.codes


def test_json_sequences_are_sequences() -> None:
    found, outcome = stream({"itemSchema": ref("Chunk")}, media_type="application/json-seq")
    assert (found.framing, found.payload) == (ir.StreamFraming.SEQUENCE, ir.StreamPayload.JSON)
    assert not outcome.codes
