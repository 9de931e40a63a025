"""What an evaluation leaves behind: why it failed, and what it has looked at (JSON Schema core, 7.7)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias


class Failure:
    """A keyword that refuses a value, and the way to that value, last step first."""

    __slots__ = ("keyword", "steps")

    def __init__(self, keyword: str) -> None:
        self.keyword = keyword
        self.steps: list[str | int] = []

    def at(self, step: str | int) -> Failure:
        """The same failure, seen from the value that holds the one refused."""
        self.steps.append(step)
        return self

    @property
    def pointer(self) -> str:
        """A JSON Pointer (RFC 6901) from where the evaluation began; "" is the value itself."""
        return "".join(
            "/" + str(step).replace("~", "~0").replace("/", "~1")
            for step in reversed(self.steps)
        )


class Evaluated:
    """Members and entries of one value that some keyword has applied a schema to."""

    __slots__ = ("first", "indexes", "names")

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.indexes: set[int] = set()
        self.first = 0

    def add(self, other: Evaluated) -> None:
        """Take over what a subschema, which has accepted the value, has looked at."""
        self.names |= other.names
        self.indexes |= other.indexes
        self.first = max(self.first, other.first)


Check: TypeAlias = Callable[[Any, Evaluated | None], Failure | None]
"""Decides a value; tells what it looks at to whom it is given, if anybody."""

Rule: TypeAlias = Check
"""The same for one keyword, for values of the JSON type that it speaks of."""
