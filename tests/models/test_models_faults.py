"""What errors say of values that fit no member of a union speaks of the document, not of validators."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter, ValidationError

from specloom.runtime.client.opening import decode_open
from specloom.runtime.codec import Codec
from specloom.runtime.model import Maybe, Model, absent
from specloom.runtime.scalars import Anything, Date, Int, Integer, Number, Uuid
from specloom.runtime.unions import AnyOf, OneOf, Tagged


class Cat(Model):
    kind: Literal["cat"]
    lives: Maybe[Annotated[int, Integer(minimum=1)]] = Field(default_factory=absent)


class Dog(Model):
    kind: Literal["dog"]
    tail: Maybe[Annotated[float | bool, AnyOf(exclusive=True)]] = Field(default_factory=absent)


Pet = Annotated[Cat | Dog, Tagged("kind", {"cat": 0, "dog": 1}), OneOf(exclusive=True)]
Scalar = Annotated[str | Int | bool, AnyOf(exclusive=True)]
Several = Annotated[Date | Uuid | list[Scalar] | dict[str, Scalar] | None, AnyOf()]
Counted = Annotated[
    Annotated[int, Integer(multiple_of=3)] | Annotated[float, Number(minimum=10)] | Cat, OneOf()
]


def faults(type_: Any, text: str) -> list[tuple[Any, ...]]:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(type_).validate_json(text)
    return [each["loc"] for each in caught.value.errors()]


@pytest.mark.parametrize(
    ("type_", "text", "expected"),
    [
        (Scalar, "null", [("string",), ("integer",), ("boolean",)]),
        (list[Scalar], '["a", 1.5]', [(1, "string"), (1, "integer"), (1, "boolean")]),
        (
            Several,
            '["a", []]',
            [
                ("string",),
                ("string",),
                ("array", 1, "string"),
                ("array", 1, "integer"),
                ("array", 1, "boolean"),
                ("object",),
            ],
        ),
        (Counted, "4", [("integer",), ("number",), ("Cat",)]),
        (Annotated[Cat | list[Anything], AnyOf(exclusive=True)], "3", [("Cat",), ("array",)]),
        (Annotated[Pet | None | Int, AnyOf()], "true", [("Cat or Dog",), ("integer",)]),
        (dict[str, Pet], '{"a": {"kind": "cat", "lives": 0}}', [("a", "cat", "lives")]),
    ],
)
def test_places_name_types_of_the_document(type_: Any, text: str, expected: list[tuple[Any, ...]]) -> None:
    assert faults(type_, text) == expected


@pytest.mark.parametrize("text", ['{"kind": "bird"}', "{}", '{"kind": 1}'])
def test_a_tag_that_tells_nothing_is_refused_with_those_that_do(text: str) -> None:
    with pytest.raises(ValidationError, match="Its member 'kind' should be one of 'cat', 'dog'"):
        TypeAdapter(Pet).validate_json(text)


def test_members_of_a_tagged_union_are_still_read_openly() -> None:
    codec: Codec[Any] = Codec(lambda: list[Pet])
    assert decode_open(codec, '[{"kind": "bird"}]') == [{"kind": "bird"}]
    with pytest.raises(ValidationError):
        decode_open(codec, '[{"kind": "cat", "lives": 0}]')


def test_members_that_exclude_each_other_are_read_as_they_are() -> None:
    read = TypeAdapter(list[Scalar]).validate_json('["1", 1, 1.0, true]')
    assert [(type(each), each) for each in read] == [(str, "1"), (int, 1), (int, 1), (bool, True)]
