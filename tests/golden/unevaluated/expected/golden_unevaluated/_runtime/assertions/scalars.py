"""Keywords that speak of one value alone (JSON Schema validation, 6.1 to 6.3)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from ..equality import canonical
from .tracking import Evaluated, Failure, Rule

Predicate = Callable[[Any], bool]


def rule(keyword: str, holds: Predicate) -> Rule:
    """Refuses every value for which the predicate does not hold."""

    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        return None if holds(value) else Failure(keyword)

    return check


def json_type(value: Any) -> str:
    """The JSON type of a value: true is no number."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, str):
        return "string"
    if isinstance(value, Mapping):
        return "object"
    return "array" if isinstance(value, list | tuple) else "number"


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) or value % 1 == 0


def of_type(said: Any) -> Rule:
    names = frozenset((said,) if isinstance(said, str) else said)

    def holds(value: Any) -> bool:
        found = json_type(value)
        if found in names:
            return True
        return found == "number" and "integer" in names and _is_integer(value)

    return rule("type", holds)


def one_of_values(keyword: str, values: Any) -> Rule:
    keys = frozenset(map(canonical, values))
    return rule(keyword, lambda value: canonical(value) in keys)


def exact(value: Any) -> Fraction:
    """The number as it is written: 0.3 is three tenths."""
    return Fraction(value) if isinstance(value, int) else Fraction(repr(value))


def multiple_of(said: Any) -> Rule:
    unit = exact(said)

    def holds(value: Any) -> bool:
        if isinstance(value, float) and not math.isfinite(value):
            return False
        return exact(value) % unit == 0

    return rule("multipleOf", holds)


def limit(keyword: str, said: Any) -> Rule:
    holds: Mapping[str, Predicate] = {
        "minimum": lambda value: value >= said,
        "maximum": lambda value: value <= said,
        "exclusiveMinimum": lambda value: value > said,
        "exclusiveMaximum": lambda value: value < said,
    }
    return rule(keyword, holds[keyword])


def size(keyword: str, said: Any) -> Rule:
    """The length of a text in code points, or the number of entries or members."""
    if keyword.startswith("min"):
        return rule(keyword, lambda value: len(value) >= said)
    return rule(keyword, lambda value: len(value) <= said)
