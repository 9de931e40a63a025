"""The expected packages, used: what the schemas accept goes in and comes out the same."""

from __future__ import annotations

import inspect
import json
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from support.golden import Topic, topics
from support.packages import load

MODELS = [
    topic
    for topic in topics()
    if topic.style is None and topic.instances.keys() & {"accepts", "rejects", "docs"}
]
EVERY = pytest.mark.parametrize("topic", MODELS, ids=lambda topic: topic.name)


def type_of(topic: Topic, entry: dict[str, Any]) -> Any:
    types = load(topic.tree, f"{topic.package}.models").SCHEMA_TYPES
    if "source" in entry:
        types = types[entry["source"]]
    return types[entry["schema"]]


def exact(value: Any) -> Any:
    """A form in which 1, 1.0 and true differ, as they do in JSON text, but not the order of members."""
    return json.dumps(value, sort_keys=True)


@EVERY
def test_accepted_documents_come_out_the_same(topic: Topic) -> None:
    for entry in topic.instances.get("accepts", ()):
        adapter: TypeAdapter[Any] = TypeAdapter(type_of(topic, entry))
        instance = adapter.validate_json(json.dumps(entry["value"]))
        dumped = adapter.dump_json(instance, by_alias=True, exclude_unset=True)
        assert exact(json.loads(dumped)) == exact(entry.get("dumps_to", entry["value"])), entry


@EVERY
def test_rejected_documents_are_rejected(topic: Topic) -> None:
    for entry in topic.instances.get("rejects", ()):
        adapter: TypeAdapter[Any] = TypeAdapter(type_of(topic, entry))
        try:
            instance = adapter.validate_json(json.dumps(entry["value"]))
        except ValidationError:
            continue
        pytest.fail(f"{entry} was taken, as {instance!r}")


@EVERY
def test_defaults_are_there_but_not_sent(topic: Topic) -> None:
    for entry in topic.instances.get("defaults", ()):
        adapter: TypeAdapter[Any] = TypeAdapter(type_of(topic, entry))
        instance = adapter.validate_json(json.dumps(entry["value"]))
        dumped = json.loads(adapter.dump_json(instance, by_alias=True))
        members = entry["members"]
        assert exact({name: dumped[name] for name in members}) == exact(members)


@EVERY
def test_descriptions_are_docstrings(topic: Topic) -> None:
    for schema, text in topic.instances.get("docs", {}).items():
        type_ = type_of(topic, {"schema": schema})
        assert inspect.cleandoc(type_.__doc__ or "") == text
