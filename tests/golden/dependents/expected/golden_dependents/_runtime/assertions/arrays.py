"""Keywords for arrays (JSON Schema core, 10.3.1 and 11.2; validation, 6.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..equality import canonical
from .tracking import Check, Evaluated, Failure, Rule


def unique() -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        keys = set(map(canonical, value))
        return None if len(keys) == len(value) else Failure("uniqueItems")

    return check


def prefix(entries: Sequence[Check]) -> Rule:
    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for index, (accepts, entry) in enumerate(zip(entries, value, strict=False)):
            failure = accepts(entry, None)
            if failure is not None:
                return failure.at(index)
        if seen is not None:
            seen.first = max(seen.first, len(entries))
        return None

    return check


def items(entry: Check, start: int) -> Rule:
    """Every entry from `start` on."""

    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        for index in range(start, len(value)):
            failure = entry(value[index], None)
            if failure is not None:
                return failure.at(index)
        if seen is not None:
            seen.first = max(seen.first, len(value))
        return None

    return check


def contains(entry: Check, least: float, most: float | None) -> Rule:
    """At least and at most so many entries fit."""

    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        fitting = [i for i, e in enumerate(value) if entry(e, None) is None]
        if len(fitting) < least:
            return Failure("contains" if least == 1 else "minContains")
        if most is not None and len(fitting) > most:
            return Failure("maxContains")
        if seen is not None:
            seen.indexes.update(fitting)
        return None

    return check


def unevaluated(entry: Check) -> Rule:
    """Every entry that no other keyword has looked at; comes after all of them."""

    def check(value: Any, seen: Evaluated | None) -> Failure | None:
        assert seen is not None
        for index in range(seen.first, len(value)):
            if index in seen.indexes:
                continue
            failure = entry(value[index], None)
            if failure is not None:
                return Failure("unevaluatedItems").at(index)
        seen.first = max(seen.first, len(value))
        return None

    return check
