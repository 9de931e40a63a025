"""The expected packages of other styles, used: by msgspec, and by pydantic for what has no decoder."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from pydantic import TypeAdapter, ValidationError

from support.golden import Topic, topics
from support.packages import load

EVERY = pytest.mark.parametrize(
    "topic", [topic for topic in topics() if topic.style is not None], ids=lambda topic: topic.name
)


def decoder(topic: Topic, schema: str) -> Callable[[str], Any]:
    type_ = load(topic.tree, f"{topic.package}.models").SCHEMA_TYPES[schema]
    if topic.style == "msgspec":
        return msgspec.json.Decoder(type_).decode
    adapter: TypeAdapter[Any] = TypeAdapter(type_)
    return adapter.validate_json


def encoded(topic: Topic, value: Any) -> Any:
    text = msgspec.json.encode(value)
    return without_null(json.loads(text)) if topic.style == "dataclass" else json.loads(text)


def without_null(value: Any) -> Any:
    """A dataclass has None for what is absent."""
    if isinstance(value, dict):
        return {name: without_null(each) for name, each in value.items() if each is not None}
    return [without_null(each) for each in value] if isinstance(value, list) else value


@EVERY
def test_accepted_documents_come_out_the_same(topic: Topic) -> None:
    for entry in topic.instances["accepts"]:
        found = decoder(topic, entry["schema"])(json.dumps(entry["value"]))
        assert encoded(topic, found) == entry["value"], entry


@EVERY
def test_rejected_documents_are_rejected(topic: Topic) -> None:
    for entry in topic.instances["rejects"]:
        with pytest.raises((msgspec.ValidationError, ValidationError)):
            decoder(topic, entry["schema"])(json.dumps(entry["value"]))


@EVERY
def test_classes_are_called_as_ever(topic: Topic) -> None:
    models = load(topic.tree, f"{topic.package}.models")
    assert {*models.SCHEMA_TYPES} == {"Cat", "Colour", "Counts", "Dog", "Json", "Keeper", "Names", "Pet"}
    assert models.Dog.__name__ == "Dog"
    assert models.DogCollar.__name__ == "DogCollar"
    assert "pydantic" not in (topic.tree / "pyproject.toml").read_text(encoding="utf-8")


@EVERY
def test_descriptions_are_docstrings(topic: Topic) -> None:
    for schema, text in topic.instances["docs"].items():
        type_ = load(topic.tree, f"{topic.package}.models").SCHEMA_TYPES[schema]
        assert inspect.cleandoc(type_.__doc__) == text
