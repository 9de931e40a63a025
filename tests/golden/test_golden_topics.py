"""The topics' own documents and instances are right, judged by tools that are not ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator, ValidationError
from jsonschema.validators import extend
from openapi_spec_validator import validate
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

from support.golden import Topic, topics


def _pattern(_: object, pattern: str, instance: object, schema: object) -> Iterator[ValidationError]:
    """By ECMA-262, where `$` is the very end, also before a line feed."""
    if isinstance(instance, str) and not re.search(pattern.replace("$", r"\Z"), instance):
        yield ValidationError(f"{instance!r} does not match {pattern!r}")


Judge = extend(Draft202012Validator, {"pattern": _pattern})
KEYS = {"only", "style", "accepts", "rejects", "defaults", "docs", "auth", "base", "calls"}
# What the judge cannot read: the 3.0 dialect, types of the user's own, ECMA-262 beyond Python's `re`.
UNJUDGED = {"dialect-3-0", "own-types", "patterns"}
EVERY = pytest.mark.parametrize("topic", topics(), ids=lambda topic: topic.name)


def content(topic: Topic) -> Any:
    text = topic.document.read_text(encoding="utf-8")
    return json.loads(text) if topic.document.suffix == ".json" else yaml.safe_load(text)


def test_there_are_enough() -> None:
    assert len(topics()) >= 25


@EVERY
def test_every_topic_is_executed(topic: Topic) -> None:
    assert set(topic.instances) & {"accepts", "calls"}
    assert set(topic.instances) <= KEYS


@EVERY
def test_the_document_is_valid(topic: Topic) -> None:
    if topic.name == "patterns":
        return  # the validator compiles patterns with Python's `re`
    if topic.document.name == "openapi.yaml":
        validate(content(topic), base_uri=topic.document.as_uri())
    else:
        Draft202012Validator.check_schema(content(topic) if topic.document.suffix == ".json" else True)


@EVERY
def test_the_instances_are_judged_right(topic: Topic) -> None:
    if topic.document.name == "specloom.yaml" or topic.name in UNJUDGED:
        return
    document = _exact(content(topic))
    uri = topic.document.as_uri()
    registry: Registry[Any] = Registry(retrieve=_read).with_resource(
        uri, Resource.from_contents(document, default_specification=DRAFT202012)
    )
    for wanted, key in ((True, "accepts"), (False, "rejects")):
        for entry in topic.instances.get(key, ()):
            pointer = _pointer(document, entry["schema"])
            judge = Judge({"$ref": f"{uri}#{pointer}"}, registry=registry)
            assert judge.is_valid(_exact(entry["value"])) is wanted, entry


def _read(uri: str) -> Resource[Any]:
    with open(uri.removeprefix("file://"), encoding="utf-8") as file:
        return Resource.from_contents(yaml.safe_load(file), default_specification=DRAFT202012)


def _pointer(document: Any, schema: str) -> str:
    if "components" in document:
        return f"/components/schemas/{schema}"
    return "" if document["title"] == schema else f"/$defs/{schema}"


def _exact(value: Any) -> Any:
    """Numbers as decimals, so that multipleOf is judged by what is written."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else Decimal(str(value))
    if isinstance(value, list):
        return [_exact(item) for item in value]
    return {key: _exact(item) for key, item in value.items()} if isinstance(value, dict) else value
