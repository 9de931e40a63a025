"""The models of Ray and of the Rust crate say what was received: a JSON Schema, and serde's decisions."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import Field, ValidationError

from llm_support.filled import DISTRIBUTION
from support.packages import REPOSITORY, load

ray: Any = load(DISTRIBUTION, "llm_apis.models.ray_serve")
interface: Any = load(DISTRIBUTION, "llm_apis.models.openai_interface")
RECEIVED = REPOSITORY / "specs" / "ray-serve-llm.schema.json"
SERDE = [json.loads(line) for line in Path(__file__).with_name("serde.jsonl").read_text("utf-8").splitlines()]


def _comparable(schema: Any) -> Any:
    """Without the titles of properties and the names under `$defs`; each `$ref` becomes what it leads to."""
    definitions = schema.get("$defs", {})

    def follow(value: Any, within: tuple[str, ...] = ()) -> Any:
        if isinstance(value, list):
            return [follow(each, within) for each in value]
        if not isinstance(value, dict):
            return value
        if "$ref" in value:
            name = value["$ref"].rpartition("/")[2]
            assert name not in within
            rest = {key: each for key, each in value.items() if key != "$ref"}
            return {"$ref": follow(definitions[name], (*within, name)), **follow(rest, within)}
        found = {key: follow(each, within) for key, each in value.items() if key != "$defs"}
        for each in found.get("properties", {}).values():
            each.pop("title", None)
        return found

    top = {**schema}
    if "$ref" in top:
        top = {**definitions[top.pop("$ref").rpartition("/")[2]], **top}
    return follow(top)


def test_ray_says_the_received_schema() -> None:
    received = json.loads(RECEIVED.read_text(encoding="utf-8"))
    assert _comparable(ray.CompletionResponse.model_json_schema()) == _comparable(received)


def test_ray_says_it_by_its_fields() -> None:
    class Altered(ray.CompletionResponse):  # type: ignore[misc]
        created: str = Field(description="now a text")

    Altered.__name__ = "CompletionResponse"
    altered = Altered.model_json_schema()["properties"]["created"]
    assert altered["type"] == "string"
    assert altered["description"] == "now a text"


def test_there_are_decisions_of_both_kinds() -> None:
    assert len(SERDE) == 126
    assert {entry["serde"] for entry in SERDE} == {True, False}


@pytest.mark.parametrize("entry", SERDE, ids=[entry["title"] for entry in SERDE])
def test_rust_is_decided_like_serde(entry: dict[str, Any]) -> None:
    text = json.dumps(entry["document"])
    if entry["serde"]:
        parsed = interface.Completion.model_validate_json(text)
        assert json.loads(parsed.model_dump_json(by_alias=True, exclude_unset=True)) == entry["document"]
    else:
        with pytest.raises(ValidationError):
            interface.Completion.model_validate_json(text)
