"""ECMA-262 patterns for the runtime's two engines.

JSON Schema's `pattern` is a search by the rules of ECMA-262 with code points as characters. pydantic's
engine is linear in time and can say most of it. Look-around at the very beginning or end of an anchored
pattern is a search of its own there; all other look-around, and back-references, go to an engine that
backtracks, with a limit of time.
"""

from __future__ import annotations

import re
from functools import lru_cache

from specloom.code import literal
from specloom.python import expr as x
from specloom.python.ecma import (
    BacktrackingError,
    Engine,
    Reader,
    UnsupportedPatternError,
    number_references,
)
from specloom.python.expr import Expr, Import
from specloom.values import Value

__all__ = ["BACKTRACKING_LIBRARY", "Pattern", "UnsupportedPatternError", "found", "runtime", "translate"]

_SHORT = 10_000
"""So many characters, each as often as it is repeated, no engine finds too large, but for Unicode properties:
of `[^é]`, which takes it more room for each character than anything else, it takes four times as many."""
_LARGEST = 1_000_000
"""So many, the engine that backtracks takes in a second; a thousand times as many need all the memory."""
_COUNT = re.compile(r"(\)?)\{([0-9]{1,9})(?:,([0-9]{0,9}))?\}")
"""What is repeated between these and those times: a group, or a single character. Where there are more digits
they stand in a character class, and count nothing."""

BACKTRACKING_LIBRARY = "regex"
"""What a package with a backtracking pattern needs."""


class Pattern(Value):
    """The search fits where all of `found` are found and none of `absent` is."""

    found: tuple[str, ...]
    absent: tuple[str, ...] = ()
    engine: Engine = "linear"


@lru_cache(maxsize=4096)
def translate(pattern: str) -> Pattern:
    """The same search for one of the engines. Raises :class:`UnsupportedPatternError`."""
    try:
        linear = _linear(pattern)
    except BacktrackingError:
        linear = None
    if linear is not None and all(map(_compiles, (*linear.found, *linear.absent))):
        return linear
    reader = Reader(pattern, "backtracking")
    found = number_references(reader.all(), reader.groups)
    if _size(found) > _LARGEST:
        raise UnsupportedPatternError("it repeats more than an engine has room for")
    return Pattern((found,), (), "backtracking")


def runtime(pattern: str, libraries: set[str]) -> Expr:
    """The runtime's value for the pattern, in which `found(text)` decides.

    A library that it needs is added to `libraries`. What is no pattern is found in every text.
    """
    try:
        found = translate(pattern)
    except UnsupportedPatternError:
        found = Pattern(())
    if found.engine == "backtracking":
        libraries.add(BACKTRACKING_LIBRARY)
        return x.call(Import("._runtime.scalars", "Backtracking"), *map(literal, found.found))
    absent = {"absent": x.expr("(", *(x.expr(literal(one), ", ") for one in found.absent), ")")}
    search = Import("._runtime.scalars", "Search")
    return x.call(search, *map(literal, found.found), **(absent if found.absent else {}))


def _linear(pattern: str) -> Pattern:
    try:
        return Pattern((Reader(pattern, "linear").all(),))
    except BacktrackingError:
        return _split(pattern)


def _split(pattern: str) -> Pattern:
    """`^(?=a)(?!b)c(?<!d)$`: each look-around stands at an end of the text, and is a search of its own.

    Raises :class:`BacktrackingError` where there is look-around anywhere else.
    """
    reader = Reader(pattern, "linear")
    found: list[str] = []
    absent: list[str] = []
    start = end = ""
    if pattern.startswith("^"):
        start = reader.take()
        while pattern.startswith(("(?=", "(?!"), reader.at):
            into = found if reader.take(3) == "(?=" else absent
            into.append(f"^(?:{reader.within()})")
            if pattern.startswith(("*", "+", "?", "{"), reader.at):
                raise BacktrackingError
    rest = []
    while reader.at < len(pattern) and not pattern.startswith(("(?<=", "(?<!"), reader.at):
        if pattern[reader.at] in "|)":
            raise BacktrackingError
        rest.append(reader.term())
    while pattern.startswith(("(?<=", "(?<!"), reader.at):
        into = found if reader.take(4) == "(?<=" else absent
        into.append(f"(?:{reader.within()})$")
        end = "$"
    if pattern[reader.at :] != end:
        raise BacktrackingError
    reader.check_references()
    main = f"{start}{''.join(rest)}{end}"
    return Pattern(tuple(dict.fromkeys([*([] if main in ("^", "$") else [main]), *found])), tuple(absent))


def found(pattern: str, text: str) -> bool:
    """Whether the search finds something, where the linear engine can tell; True where it cannot."""
    from pydantic_core import SchemaValidator, ValidationError, core_schema

    def finds(regex: str) -> bool:
        try:
            SchemaValidator(core_schema.str_schema(pattern=regex)).validate_python(text)
        except ValidationError:
            return False
        return True

    try:
        search = translate(pattern)
    except UnsupportedPatternError:
        return True
    if search.engine == "backtracking":
        return True
    return all(map(finds, search.found)) and not any(map(finds, search.absent))


def _size(regex: str) -> int:
    """How many characters it has at most, if each counts as often as it is repeated."""
    groups = characters = 1
    for closed, *counts in _COUNT.findall(regex):
        count = max(int(count) for count in counts if count)
        if closed:
            groups *= max(count, 1)
        else:
            characters = max(characters, count)
    return len(regex) * characters * groups


def _compiles(regex: str) -> bool:
    """Whether the linear engine takes it: it refuses what would grow too large.

    Raises :class:`UnsupportedPatternError` for names of scripts that it does not know.
    """
    if _size(regex) <= _SHORT and "\\p" not in regex and "\\P" not in regex:
        return True  # Importing the engine takes as long as reading a small document.
    from pydantic_core import SchemaError, SchemaValidator, core_schema

    try:
        SchemaValidator(core_schema.str_schema(pattern=regex))
    except SchemaError as error:
        if "property" in str(error):
            raise UnsupportedPatternError("it has a Unicode property that the engine does not know") from None
        return False
    return True
