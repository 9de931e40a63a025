"""Untyped values hold what JSON can say, and are never written as anything else than what was read."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from pydantic import ConfigDict, Field, TypeAdapter, ValidationError

from specloom.runtime.client.opening import decode_open
from specloom.runtime.codec import Codec
from specloom.runtime.model import Model, absent
from specloom.runtime.scalars import Anything


class Open(Model):
    any: Anything = Field(default_factory=absent)


class Extended(Open):
    model_config = ConfigDict(title="More")
    name: str = ""


HUGE = ["1e999", "-1e999", f"{'9' * 400}.5"]
SHAPES = [
    (Anything, "{}"),
    (list[Anything], "[1, {}]"),
    (dict[str, Anything], '{{"a": {{"b": [{}]}}}}'),
    (Open, '{{"any": {}}}'),
    (Open, '{{"more": {}}}'),
    (Extended, '{{"more": [[{}]]}}'),
]


@pytest.mark.parametrize("number", HUGE)
@pytest.mark.parametrize(("type_", "shape"), SHAPES)
def test_numbers_that_no_double_holds_are_refused(type_: Any, shape: str, number: str) -> None:
    with pytest.raises(ValidationError, match="Input should have finite numbers only"):
        TypeAdapter(type_).validate_json(shape.format(number))
    with pytest.raises(ValidationError, match="Input should have finite numbers only"):
        decode_open(Codec(lambda: type_), shape.format(number))


@pytest.mark.parametrize("number", [math.inf, -math.inf, math.nan])
def test_values_of_python_are_held_to_the_same(number: float) -> None:
    for make in (
        lambda: Open(any=number),
        lambda: Open.model_validate({"any": {"a": (number,)}}),
        lambda: Open.model_validate({"more": [number]}),
    ):
        with pytest.raises(ValidationError, match="finite"):
            make()


@pytest.mark.parametrize(
    "text", ["null", "true", "1", '"1e999"', "1.5", "1e308", "-0.0", "9" * 400, '[1, {"a": [null, "NaN"]}]']
)
def test_all_else_is_written_as_it_was_read(text: str) -> None:
    for type_, shape in SHAPES:
        written = TypeAdapter(type_).dump_json(
            TypeAdapter(type_).validate_json(shape.format(text)), exclude_unset=True
        )
        assert json.loads(written) == json.loads(shape.format(text))


def test_what_holds_itself_is_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValidationError, match="nested too deeply"):
        Open(any=endless)


def test_the_json_schema_says_nothing_of_it() -> None:
    assert TypeAdapter(list[Anything]).json_schema() == {"type": "array", "items": {}}
    said = Extended.model_json_schema()
    assert "additionalProperties" not in said
    assert said["properties"]["any"] == {}
