"""The `jsonschema` library as the judge of documents, where it is exact.

It counts multiples in binary and searches with Python's patterns; both are replaced here, multiples by
rational numbers and patterns by an engine for ECMA-262.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import extend


@lru_cache(maxsize=1024)
def _searched(pattern: str) -> jsonschema_rs.Validator:
    return jsonschema_rs.Draft202012Validator({"pattern": pattern})


def found(pattern: str, text: str) -> bool:
    """Whether the ECMA-262 pattern is found in the text."""
    return _searched(pattern).is_valid(text)


def _exact(number: float) -> Fraction:
    """The number as JSON writes it."""
    return Fraction(Decimal(repr(number)))


def _multiple_of(judge: Validator, divisor: float, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if judge.is_type(instance, "number") and _exact(instance) % _exact(divisor):
        yield ValidationError(f"{instance!r} is no multiple of {divisor}")


def _pattern(judge: Validator, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    if judge.is_type(instance, "string") and not found(pattern, instance):
        yield ValidationError(f"{instance!r} does not have {pattern!r}")


def _pattern_properties(
    judge: Validator, patterns: dict[str, Any], instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if judge.is_type(instance, "object"):
        for pattern, subschema in patterns.items():
            for name, value in instance.items():
                if found(pattern, name):
                    yield from judge.descend(value, subschema, path=name, schema_path=pattern)


def _additional_properties(
    judge: Validator, rest: Any, instance: Any, schema: Any
) -> Iterator[ValidationError]:
    if judge.is_type(instance, "object"):
        declared, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
        for name, value in instance.items():
            if name not in declared and not any(found(pattern, name) for pattern in patterns):
                yield from judge.descend(value, rest, path=name)


Judge = extend(
    Draft202012Validator,
    {
        "multipleOf": _multiple_of,
        "pattern": _pattern,
        "patternProperties": _pattern_properties,
        "additionalProperties": _additional_properties,
    },
)


def judged(schema: Any, document: Any) -> bool:
    """Whether the document is valid."""
    return bool(Judge(schema).is_valid(document))


def second_opinion(schema: Any, document: Any) -> bool:
    """What another implementation says."""
    return bool(jsonschema_rs.Draft202012Validator(schema).is_valid(json.loads(json.dumps(document))))
