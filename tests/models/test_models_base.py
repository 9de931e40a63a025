"""What every model does: absence, unknown members, names, dumps, its JSON Schema."""

from __future__ import annotations

import json
import warnings
from typing import Any, Self

import pytest
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError, model_validator

from specloom.runtime.model import Maybe, Model, absent, count_members, default
from specloom.runtime.scalars import Int


class Leaf(Model):
    n: Int


class Tree(Model):
    """A tree."""

    class_: str = Field(validation_alias="class", serialization_alias="class", description="Which.\n")
    size: Maybe[Int] = Field(default_factory=absent)
    note: str | None = Field(default_factory=absent)
    kind: str = "plain"
    from_: Maybe[str] = Field(default_factory=absent, validation_alias="from", serialization_alias="from")
    leaf: Leaf = Field(
        default_factory=default('{"n":1}'), validate_default=True, json_schema_extra={"default": {"n": 1}}
    )


class Closed(Model):
    model_config = ConfigDict(title="Shut", extra="forbid")
    a: Int


class Numbers(Model):
    __pydantic_extra__: dict[str, Int] = Field(init=False)
    a: Maybe[str] = Field(default_factory=absent)


class Few(Model):
    a: Maybe[Int] = Field(default_factory=absent)

    @model_validator(mode="after")
    def _check_members(self) -> Self:
        return count_members(self, minimum=1, maximum=2)


@pytest.mark.parametrize(
    "document",
    [
        {"class": "a"},
        {"class": "a", "note": None},
        {"class": "a", "note": "b", "size": 1, "kind": "plain"},
        {"class": "a", "unknown": {"x": [1, None, 1.5]}, "from_": "unknown too"},
        {"class": "a", "class_": "unknown", "from": "x"},
        {"class": "a", "leaf": {"n": 2, "m": None}},
        {"class": "a", "__init__": 1, "model_config": {}, "self": 1},
    ],
)
def test_a_document_comes_out_the_same(document: dict[str, Any]) -> None:
    for model in (Tree.model_validate_json(json.dumps(document)), Tree.model_validate(document)):
        assert json.loads(model.model_dump_json()) == document
        assert model.model_dump(mode="json") == document
        assert json.loads(TypeAdapter(Tree).dump_json(model, by_alias=True, exclude_unset=True)) == document


@pytest.mark.parametrize(
    "document",
    [{}, {"class_": "a"}, {"class": 1}, {"class": "a", "size": None}, {"class": "a", "leaf": {}}, [], None],
)
def test_what_the_schema_rejects_is_rejected(document: object) -> None:
    with pytest.raises(ValidationError):
        Tree.model_validate_json(json.dumps(document))


def test_absent_reads_as_none_and_defaults_are_filled_in() -> None:
    tree = Tree.model_validate_json('{"class":"a"}')
    assert (tree.size, tree.note, tree.kind, tree.leaf) == (None, None, "plain", Leaf(n=1))
    assert tree.model_dump(exclude_unset=False)["kind"] == "plain"
    assert repr(tree) == "Tree(class_='a')"


def test_a_call_takes_python_names_and_wire_names() -> None:
    assert Tree(class_="a") == Tree(**{"class": "a"})
    assert Tree(class_="a", leaf={"n": 2}).leaf == Leaf(n=2)  # type: ignore[arg-type]
    assert Tree(class_="a", from_="b").model_dump_json() == '{"class":"a","from":"b"}'


def test_a_member_set_later_is_sent() -> None:
    tree = Tree(class_="a")
    tree.size = 3
    assert tree.model_dump() == {"class": "a", "size": 3}


def test_members_that_are_not_declared() -> None:
    with pytest.raises(ValidationError):
        Closed.model_validate({"a": 1, "b": 2})
    assert Numbers.model_validate({"b": 1.0}).model_dump() == {"b": 1}
    with pytest.raises(ValidationError):
        Numbers.model_validate({"b": "x"})


def test_the_number_of_members() -> None:
    assert Few.model_validate({"a": 1, "b": 2}).model_dump() == {"a": 1, "b": 2}
    for document in ({}, {"a": 1, "b": 2, "c": 3}):
        with pytest.raises(ValidationError):
            Few.model_validate(document)


def test_the_json_schema_says_what_was_said_and_no_more() -> None:
    assert Tree.model_json_schema() == {
        "$defs": {"Leaf": {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}},
        "description": "A tree.",
        "type": "object",
        "properties": {
            "class": {"type": "string", "description": "Which.\n"},
            "size": {"type": "integer"},
            "note": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            "kind": {"type": "string", "default": "plain"},
            "from": {"type": "string"},
            "leaf": {"$ref": "#/$defs/Leaf", "default": {"n": 1}},
        },
        "required": ["class"],
    }
    assert Closed.model_json_schema() == {
        "title": "Shut",
        "type": "object",
        "properties": {"a": {"type": "integer"}},
        "required": ["a"],
        "additionalProperties": False,
    }
    assert Numbers.model_json_schema()["additionalProperties"] == {"type": "integer"}


def test_nothing_warns() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Tree.model_validate({"class": "a", "x": 1}).model_dump_json()
