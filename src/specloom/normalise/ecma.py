"""Patterns as JSON Schema means them: unanchored searches by ECMA-262's grammar."""

from __future__ import annotations

import re
from functools import lru_cache


def both(left: str, right: str) -> str:
    """A pattern found where both are found."""
    if left == right:
        return left
    return rf"^(?=[\s\S]*(?:{left}))(?=[\s\S]*(?:{right}))"


def joins(left: str | None, right: str) -> bool:
    """Whether :func:`both` can say that the two are found: references to groups would count anew."""
    return left is None or left == right or not any(re.search(r"\\[1-9]|\(\?<\w", p) for p in (left, right))


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str] | None:
    # In ECMA-262 `$` never matches before a last line end, and \d and \w mean ASCII.
    text = re.sub(r"\\.|\[(?:\\.|[^\]\\])*\]|\$", lambda m: r"\Z" if m[0] == "$" else m[0], pattern)
    try:
        return re.compile(text, re.ASCII)
    except re.error:
        return None


def found(pattern: str, text: str) -> bool | None:
    """Whether the pattern is found in the text; None where Python cannot read the pattern."""
    compiled = _compiled(pattern)
    return None if compiled is None else compiled.search(text) is not None
