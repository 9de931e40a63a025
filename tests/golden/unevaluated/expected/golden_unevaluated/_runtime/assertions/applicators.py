"""Keywords that apply schemas to the same value (JSON Schema core, 10.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .tracking import Check, Evaluated, Failure, Rule


def _try(schema: Check, value: Any, seen: Evaluated | None) -> Failure | None:
    """Apply a schema that may refuse the value: only if it does not, what it has seen counts."""
    if seen is None:
        return schema(value, None)
    own = Evaluated()
    failure = schema(value, own)
    if failure is None:
        seen.add(own)
    return failure


def all_of(schemas: Sequence[Check]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for schema in schemas:
            failure = schema(value, seen)
            if failure is not None:
                return failure
        return None

    return check


def any_of(schemas: Sequence[Check]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        fits = False
        for schema in schemas:
            if _try(schema, value, seen) is None:
                fits = True
                if seen is None:
                    break  # Nobody asks what the others have seen.
        return None if fits else Failure("anyOf")

    return check


def one_of(schemas: Sequence[Check]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        fitting = 0
        for schema in schemas:
            fitting += _try(schema, value, seen) is None
            if fitting > 1:
                break
        return None if fitting == 1 else Failure("oneOf")

    return check


def negation(schema: Check) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        return Failure("not") if schema(value, None) is None else None

    return check


def condition(test: Check, then: Check | None, otherwise: Check | None) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        branch = then if _try(test, value, seen) is None else otherwise
        return None if branch is None else branch(value, seen)

    return check
