"""Types that hold themselves, and are held to schemas, are evaluated once at each depth."""

from __future__ import annotations

import pytest
from pydantic import Field, ValidationError

from specloom.runtime.assertions.schemas import Schemas
from specloom.runtime.model import Maybe, Model, absent
from specloom.runtime.patterns import Search


class Counting(Search):
    """A search that counts how often it is asked."""

    __slots__ = ("count",)

    def found(self, text: str) -> bool:
        self.count += 1
        return super().found(text)


NAME = Counting("^n")
SCHEMAS = Schemas(
    __name__,
    schemas={
        "#/Node": {
            "type": "object",
            "properties": {
                "name": {"type": "string", "pattern": "^n"},
                "next": {"$ref": "#/Node"},
                "twin": {"$ref": "#/Node"},
            },
            "not": {"required": ["next", "leaf"]},
            "unevaluatedProperties": False,
        }
    },
    types={},
    patterns={"^n": NAME},
)


class Node(Model):
    __assertion__ = SCHEMAS["#/Node"]

    name: str
    next: Maybe[Node] = Field(default_factory=absent)
    twin: Maybe[Node] = Field(default_factory=absent)


def nested(depth: int, inmost: str = '{"name": "n"}') -> str:
    return '{"name": "n", "next": ' * depth + inmost + "}" * depth


@pytest.mark.parametrize("depth", [0, 1, 10, 100])
def test_each_depth_is_evaluated_once(depth: int) -> None:
    for _ in range(2):  # Nothing is remembered from one validation to the next.
        NAME.count = 0
        assert Node.model_validate_json(nested(depth)).name == "n"
        assert NAME.count == depth + 1


def test_equal_values_are_evaluated_each() -> None:
    NAME.count = 0
    Node.model_validate_json('{"name": "n", "next": {"name": "n"}, "twin": {"name": "n"}}')
    assert NAME.count == 3


@pytest.mark.parametrize(
    "inmost", ['{"name": "other"}', '{"name": "n", "more": 1}', '{"name": "n", "next": {"name": "x"}}']
)
def test_what_does_not_fit_is_refused_at_every_depth(inmost: str) -> None:
    for depth in (0, 1, 30):
        with pytest.raises(ValidationError):
            Node.model_validate_json(nested(depth, inmost))
    assert Node.model_validate_json(nested(30)).name == "n"
