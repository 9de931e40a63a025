"""Keywords for objects (JSON Schema core, 10.2.2.4, 10.3.2 and 11.3; validation, 6.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .tracking import Check, Evaluated, Failure, Rule

Search = Callable[[str], bool]


def required(names: Sequence[str]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for name in names:
            if name not in value:
                return Failure("required").at(name)
        return None

    return check


def dependent_required(asked: Mapping[str, Sequence[str]]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for name, others in asked.items():
            if name in value:
                for other in others:
                    if other not in value:
                        return Failure("dependentRequired").at(other)
        return None

    return check


def dependent_schemas(schemas: Mapping[str, Check]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for name, schema in schemas.items():
            if name in value:
                failure = schema(value, seen)
                if failure is not None:
                    return failure
        return None

    return check


def names(schema: Check) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for name in value:
            if schema(name, None) is not None:
                return Failure("propertyNames").at(name)
        return None

    return check


def members(
    declared: Mapping[str, Check],
    patterns: Sequence[tuple[Search, Check]],
    additional: Check | None,
) -> Rule:
    """`properties`, `patternProperties` and `additionalProperties` of one schema together."""

    def speaking(name: str) -> Iterable[Check]:
        found = [schema for search, schema in patterns if search(name)]
        if name in declared:
            found.append(declared[name])
        if not found and additional is not None:
            return (additional,)
        return found

    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        # Where nothing is said of other members, those that are declared are looked up.
        plain = not patterns and additional is None
        for name in declared if plain else value:
            if name not in value:
                continue
            looked = False
            for schema in speaking(name):
                looked = True
                failure = schema(value[name], None)
                if failure is not None:
                    return failure.at(name)
            if looked and seen is not None:
                seen.names.add(name)
        return None

    return check


def unevaluated(schema: Check) -> Rule:
    """Every member that no other keyword has looked at; comes after all of them."""

    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        assert seen is not None
        for name in value:
            if name in seen.names:
                continue
            if schema(value[name], None) is not None:
                return Failure("unevaluatedProperties").at(name)
        seen.names.update(value)
        return None

    return check
