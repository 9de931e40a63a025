"""The runtime's types take what JSON Schema takes, and give it back."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from specloom.runtime.containers import Prefix, Unique
from specloom.runtime.equality import canonical
from specloom.runtime.scalars import (
    Const,
    Date,
    DateTime,
    Enum,
    Float,
    Int,
    Integer,
    Nothing,
    Number,
    Search,
    String,
    Time,
    Uuid,
)
from specloom.runtime.unions import OneOf


def takes(type_: Any, text: str) -> bool:
    try:
        TypeAdapter(type_).validate_json(text)
    except ValidationError:
        return False
    return True


DECISIONS: list[tuple[Any, list[str], list[str]]] = [
    (
        Int,
        ["1", "1.0", "-3", "123456789012345678901234567890", "1e3"],
        ["1.5", '"1"', "true", "null", "1e999"],
    ),
    (Float, ["1", "1.5", "1e300"], ['"1"', "true", "NaN", "Infinity", "1e999"]),
    (Annotated[int, Integer(minimum=1, exclusive_maximum=3)], ["1", "2.0"], ["0", "3"]),
    (Annotated[int, Integer(minimum=0.5)], ["1"], ["0"]),
    (Annotated[int, Integer(multiple_of=3)], ["9", "9.0", "0"], ["10"]),
    (Annotated[int, Integer(multiple_of=0.5)], ["1"], ["1.5"]),
    (Annotated[int, Integer(format="int32")], ["2147483647"], ["2147483648"]),
    (Annotated[int, Integer(format="int64")], ["-9223372036854775808"], ["9223372036854775808"]),
    (Annotated[float, Number(multiple_of=0.01)], ["0.07", "4.35", "1.1", "2"], ["0.075"]),
    (Annotated[float, Number(exclusive_minimum=0, maximum=1)], ["1", "0.5"], ["0", "1.0001"]),
    (Annotated[str, String(min_length=1, max_length=2)], ['"😀😀"'], ['""', '"abc"', "1"]),
    (Annotated[str, String(pattern="b")], ['"abc"'], ['"ac"']),
    (DateTime, ['"2020-01-01T00:00:00Z"', '"2020-01-01t00:00:00.5+02:00"'], ['"1577836800"', "1577836800"]),
    (
        DateTime,
        [],
        ['"2020-01-01T00:00:00"', '"2020-01-01 00:00:00Z"', '"2020-13-01T00:00:00Z"', '"2020-01-01"'],
    ),
    (Date, ['"2024-02-29"'], ['"2023-02-29"', '"20240229"', '"1577836800"', '"2024-02-29T00:00:00Z"']),
    (Time, ['"12:30:00Z"', '"12:30:00.25-03:00"'], ['"12:30:00"', '"12:30Z"', "1"]),
    (Uuid, ['"3f2504e0-4f89-41d3-9a0c-0305e82c3301"'], ['"3f2504e04f8941d39a0c0305e82c3301"', '"x"']),
    (Annotated[Literal[1, 2], Enum(1, 2)], ["1", "2.0"], ["true", '"1"', "3"]),
    (
        Annotated[Any, Enum(1.5, True, None, {"a": 1})],
        ["1.5", "true", "null", '{"a":1.0}'],
        ["1", "{}", '"true"'],
    ),
    (Annotated[Literal[0, 1], Enum(0, 1)], ["0", "1.0", "-0.0"], ["true", "false", "2", "null"]),
    (Annotated[Literal[2, 3], Enum(2, 3)], ["2", "3.0"], ["true", '"2"', "[2]", "{}"]),
    (Annotated[Any, Enum(True, 2)], ["true", "2"], ["1", "1.0", "false"]),
    (Annotated[Literal[True], Const(True)], ["true"], ["1", '"true"', "false"]),
    (Annotated[list[Any], Unique()], ['[1, true, "1", null]', "[]"], ["[1, 1.0]", '[{"a":[1]},{"a":[1.0]}]']),
    (
        Annotated[list[Any], Prefix(Int, bool, str)],
        ["[]", "[1]", '[1,true,"a","b"]'],
        ['["a"]', "[1,true,3]", "{}"],
    ),
    (Annotated[list[Any], Prefix(Int, Nothing)], ["[]", "[1]"], ["[1,2]"]),
    (Annotated[Int | Float, OneOf()], ["1.5"], ["1", "1.0", '"a"']),
    (Annotated[DateTime | str, OneOf()], ['"a"', '"2020-01-01"'], ['"2020-01-01T00:00:00Z"', "1"]),
    (Nothing, [], ["null", "1", "{}"]),
]


@pytest.mark.parametrize(("type_", "fitting", "other"), DECISIONS, ids=lambda value: str(value)[:40])
def test_a_type_takes_what_its_schema_takes(type_: Any, fitting: list[str], other: list[str]) -> None:
    for text in fitting:
        assert takes(type_, text), text
    for text in other:
        assert not takes(type_, text), text


@pytest.mark.parametrize(
    ("type_", "text"),
    [
        (Float, "1"),
        (Float, "1.0"),
        (Int, "123456789012345678901234567890"),
        (DateTime, '"2020-01-01T00:00:00Z"'),
        (DateTime, '"2020-01-01T00:00:00.100Z"'),
        (DateTime, '"2020-01-01T00:00:00.123456+02:00"'),
        (Time, '"12:30:00Z"'),
        (Date, '"2024-02-29"'),
        (Uuid, '"3f2504e0-4f89-41d3-9a0c-0305e82c3301"'),
        (Annotated[list[Any], Prefix(DateTime, Int)], '["2020-01-01T00:00:00Z",1,2]'),
        (Annotated[Any, Enum(1.5, {"a": 1})], '{"a":1}'),
    ],
)
def test_what_goes_in_comes_out(type_: Any, text: str) -> None:
    adapter = TypeAdapter(type_)
    assert adapter.dump_json(adapter.validate_json(text)).decode() == text


@pytest.mark.parametrize(
    ("type_", "schema"),
    [
        (Int, {"type": "integer"}),
        (
            Annotated[int, Integer(minimum=1, format="int64")],
            {"type": "integer", "minimum": 1, "format": "int64"},
        ),
        (Annotated[float, Number(exclusive_maximum=2)], {"type": "number", "exclusiveMaximum": 2}),
        (DateTime, {"type": "string", "format": "date-time"}),
        (Annotated[str, String(pattern="^a", search=Search("^(a)"))], {"type": "string", "pattern": "^a"}),
        (Annotated[str, String(format="email")], {"type": "string", "format": "email"}),
        (
            Annotated[str, String(content_type="application/json", content=lambda: list[Int])],
            {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"type": "array", "items": {"type": "integer"}},
            },
        ),
        (Annotated[Literal["a"], Enum("a")], {"enum": ["a"], "type": "string"}),
        (Annotated[Literal[1], Const(1)], {"const": 1, "type": "integer"}),
        (Annotated[list[str], Unique()], {"type": "array", "items": {"type": "string"}, "uniqueItems": True}),
        (
            Annotated[list[Any], Prefix(Int, str)],
            {"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "string"}},
        ),
        (Annotated[Int | str, OneOf()], {"oneOf": [{"type": "integer"}, {"type": "string"}]}),
        (Annotated[Int | str, OneOf(exclusive=True)], {"oneOf": [{"type": "integer"}, {"type": "string"}]}),
        (Nothing, {"not": {}}),
    ],
)
def test_a_type_says_its_json_schema(type_: Any, schema: dict[str, Any]) -> None:
    assert TypeAdapter(type_).json_schema() == schema
    assert TypeAdapter(type_).json_schema(mode="serialization") == schema


def test_a_wrong_integer_is_one_error_where_it_stands() -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(dict[str, list[Int]]).validate_json('{"a": [1, "x"]}')
    assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [(("a", 1), "int_type")]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([1.0, 0.5]) | st.sampled_from(["", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2),
    max_leaves=4,
)


@given(JSON, JSON)
def test_equality_is_that_of_json(one: Any, other: Any) -> None:
    def spelled(value: Any) -> str:
        text = json.dumps(value, sort_keys=True)
        return text.replace("1.0", "1")

    assert (canonical(one) == canonical(other)) == (spelled(one) == spelled(other))
