"""JSON text taken apart without reading its values: what is sent is what was checked, digit for digit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final

_AT: Final = json.JSONDecoder()


def members(text: str) -> Iterator[tuple[str, str]]:
    """The members of an object that is written without spaces: names, and the texts of their values."""
    at = 1
    while text[at] != "}":
        name, at = _AT.raw_decode(text, at)
        start = at + 1
        _, at = _AT.raw_decode(text, start)
        yield name, text[start:at]
        at += text[at] == ","


def entries(text: str) -> Iterator[str]:
    """The same for the entries of an array."""
    at = 1
    while text[at] != "]":
        start = at
        _, at = _AT.raw_decode(text, start)
        yield text[start:at]
        at += text[at] == ","
