"""Searches by the patterns of a document, which are ECMA-262's, as the engines here spell them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar, Final

from pydantic_core import PydanticCustomError, SchemaValidator, core_schema

TIME_LIMIT: Final = 1.0
"""Seconds that one search may take in the engine that backtracks."""


@lru_cache(maxsize=1024)
def _linear(regex: str) -> Callable[[str], bool]:
    return SchemaValidator(
        core_schema.str_schema(strict=True, pattern=regex)
    ).isinstance_python


@lru_cache(maxsize=1024)
def _backtracking(regex: str) -> Callable[..., Any]:
    engine: Any = import_module("regex")
    search: Callable[..., Any] = engine.compile(regex, engine.VERSION1).search
    return search


class Search:
    """Fits where all of `regexes` are found and none of `absent` is, in time linear in the text."""

    __slots__ = ("absent", "regexes")

    def __init__(self, *regexes: str, absent: tuple[str, ...] = ()) -> None:
        self.regexes = regexes
        self.absent = absent

    @property
    def only(self) -> str | None:
        """The one regex that says all, which pydantic can run by itself."""
        return self.regexes[0] if len(self.regexes) == 1 and not self.absent else None

    def found(self, text: str) -> bool:
        return all(_linear(regex)(text) for regex in self.regexes) and not any(
            _linear(regex)(text) for regex in self.absent
        )


@dataclass(frozen=True, slots=True)
class Backtracking:
    """A search with look-around or back-references, which the library `regex` runs within a limit of time."""

    regex: str
    only: ClassVar[None] = None

    def found(self, text: str) -> bool:
        """Raises PydanticCustomError, which fails the validation, when the time is up."""
        try:
            return _backtracking(self.regex)(text, timeout=TIME_LIMIT) is not None
        except TimeoutError:
            raise PydanticCustomError(
                "pattern_timeout",
                "The pattern took longer than {seconds} seconds",
                {"seconds": TIME_LIMIT},
            ) from None
