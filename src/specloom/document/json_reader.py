"""JSON (RFC 8259) to values: quickly, and once more where something is wrong, to tell what and where."""

from __future__ import annotations

import gc
import json
import math
import re
import sys
from typing import Any, NoReturn

import jiter

from specloom.diagnostics import Diagnostics, Location, Related, Stop
from specloom.document.json_positions import members, whole
from specloom.document.options import Limits
from specloom.document.text import place

_SURROGATE = re.compile(r"\\u[dD]")
_ESCAPE = re.compile(r"\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]..|(u[dD][89a-fA-F]..)|.)", re.DOTALL)
"""An escape or two that are a pair of surrogates; the group is half of one."""
_NESTING = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{}\]]')


class JsonError(Exception):
    """The text is no JSON: why, and at which offset."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message, offset)
        self.message, self.offset = message, offset


class _NumberError(ValueError):
    pass


def _refuse(text: str) -> NoReturn:
    raise _NumberError(text)


def _float(text: str) -> float:
    value = float(text)
    return _refuse(text) if math.isinf(value) else value


class _Pairs:
    """Makes objects and remembers the keys that stood twice."""

    def __init__(self) -> None:
        self.twice = False

    def __call__(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(pairs)
        if len(made) != len(pairs):
            self.twice = True
        return made


def read_sound_json(data: bytes, limits: Limits) -> Any:
    """The value of JSON in UTF-8 in which nothing is wrong.

    Raises `ValueError` for any other, and `RecursionError` where it is too deep.
    """
    value = jiter.from_json(data, allow_inf_nan=False, catch_duplicate_keys=True)
    if _count(value, limits.max_depth) > limits.max_nodes:
        raise ValueError
    return value


def read_json(text: str, uri: str, *, limits: Limits, diagnostics: Diagnostics) -> Any:
    """The value of the JSON in `text`.

    Raises `JsonError` where it is no JSON, and `Stop`, after reporting, where it goes beyond a limit.
    """
    pairs = _Pairs()
    try:
        value = json.loads(text, object_pairs_hook=pairs, parse_constant=_refuse, parse_float=_float)
    except json.JSONDecodeError as problem:
        raise JsonError(_message(problem, text), problem.pos) from None
    except _NumberError as problem:
        raise JsonError(f"{problem} is no JSON number", _offset(re.escape(str(problem)), text)) from None
    except ValueError:
        digits = rf"-?\d{{{sys.get_int_max_str_digits()},}}"
        raise JsonError("a number has too many digits", _offset(digits, text)) from None
    except RecursionError:
        _too_deep(text, uri, limits, diagnostics)
    _check_size(value, text, uri, limits, diagnostics)
    if pairs.twice:
        _report_twice(text, uri, diagnostics)
    if _SURROGATE.search(text):
        lone = next((escape for escape in _ESCAPE.finditer(text) if escape[1]), None)
        if lone is not None:
            raise JsonError("half of a surrogate pair is no character", lone.start())
    return value


def _offset(number: str, text: str) -> int:
    """Where, outside of strings, the first number is that a pattern describes."""
    tokens = re.finditer(rf'"(?:[^"\\]|\\.)*"|(?<![\w.+-])({number})(?![\w.])', text)
    return next((token.start() for token in tokens if token[1]), 0)


def _message(problem: json.JSONDecodeError, text: str) -> str:
    if problem.pos >= len(text):
        return "the JSON ends too early"
    return (problem.msg[0].lower() + problem.msg[1:]).removesuffix(" at")


def _check_size(value: Any, text: str, uri: str, limits: Limits, diagnostics: Diagnostics) -> None:
    try:
        nodes = _count(value, limits.max_depth)
    except RecursionError:
        _too_deep(text, uri, limits, diagnostics)
    if nodes > limits.max_nodes:
        message = f"the file holds more than {limits.max_nodes} values"
        _over(place(uri, text, 0), "max_nodes", message, diagnostics)


def _count(value: Any, levels: int) -> int:
    """How many values there are in a value, itself among them.

    Raises `RecursionError` where containers nest deeper than `levels`, and `ValueError` for infinite numbers.
    """
    count, level = 0, [value]
    while level:
        if levels <= 0 and any(isinstance(item, dict | list) for item in level):
            raise RecursionError
        if any(map(math.isinf, [item for item in level if type(item) is float])):
            raise ValueError
        count, levels = count + len(level), levels - 1
        level = gc.get_referents(*level)  # Members of objects and items of lists: scalars refer to none.
    return count


def _too_deep(text: str, uri: str, limits: Limits, diagnostics: Diagnostics) -> NoReturn:
    depth, where = 0, 0
    for mark in _NESTING.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(mark.group(), 0)
        if depth > limits.max_depth:
            where = mark.start()
            break
    message = f"containers nest deeper than {limits.max_depth}"
    _over(place(uri, text, where), "max_depth", message, diagnostics)


def _over(where: Location, limit: str, message: str, diagnostics: Diagnostics) -> NoReturn:
    hint = f"raise the limit with `limits: {{{limit}: …}}` in the project file"
    diagnostics.error("limit-exceeded", message, where, hint=hint)
    raise Stop


def _report_twice(text: str, uri: str, diagnostics: Diagnostics) -> None:
    waiting = [whole(text).start]
    while waiting:
        seen: dict[str, int] = {}
        inside = list(members(text, waiting.pop()))
        waiting += [below.start for _, below in reversed(inside)]
        for name, below in inside:
            start = below.key_start
            if seen.setdefault(name, start) != start:
                diagnostics.error(
                    "duplicate-key",
                    f"the key {name!r} stands twice in one object",
                    place(uri, text, start),
                    related=(Related("first here", place(uri, text, seen[name])),),
                )
