"""Plain scalars by the core schema of YAML 1.2 (section 10.3.2).

`no`, `on`, `12:30`, `2024-01-01`, `1_000` and `012` are not what YAML 1.1 made of them: the first five
are strings, the last is the number 12.
"""

from __future__ import annotations

import math
import re

Scalar = str | int | float | bool | None

_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_MAY_BE_NUMBER = frozenset("-+.0123456789")
_PREFIX = "tag:yaml.org,2002:"


class ScalarError(ValueError):
    """The text is no value of its tag, or a value that JSON does not have."""


def plain(text: str) -> Scalar:
    """The value of an unquoted scalar without a tag.

    Raises `ScalarError` for a number that JSON cannot say (`.nan`, `.inf`, one out of range).
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _MAY_BE_NUMBER:
        return _number(text)
    return text


def tagged(text: str, tag: str) -> Scalar:
    """The value of a scalar with an explicit tag of the core schema.

    Raises `ScalarError` for text that is no value of the tag, or another tag.
    """
    kind = tag.removeprefix(_PREFIX) if tag.startswith(_PREFIX) else tag
    if kind in ("str", "!"):
        return text
    value = plain(text)
    if kind == "null" and value is None:
        return None
    if kind == "bool" and isinstance(value, bool):
        return value
    if kind == "int" and isinstance(value, int) and not isinstance(value, bool):
        return value
    if kind == "float" and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if kind in ("null", "bool", "int", "float"):
        raise ScalarError(f"{text!r} is no value of the tag !!{kind}")
    raise ScalarError(f"the tag {tag!r} is none of the YAML core schema")


def _number(text: str) -> Scalar:
    if _INT.fullmatch(text):
        if text.startswith(("0o", "0x")):
            return int(text[2:], 8 if text[1] == "o" else 16)
        if len(text) > 4000:
            raise ScalarError("a number with more than 4000 digits")
        return int(text)
    if _FLOAT.fullmatch(text):
        value = float(text)
        if math.isinf(value):
            raise ScalarError(f"the number {text} is out of range")
        return value
    if _NOT_FINITE.fullmatch(text):
        raise ScalarError(f"{text} is no JSON value; a string needs quotes")
    return text
