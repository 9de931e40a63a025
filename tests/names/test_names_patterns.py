"""ECMA-262 patterns mean the same in the engines that run them."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from specloom.python.patterns import UnsupportedPatternError, translate
from specloom.runtime.texts import String


def finds(pattern: str, text: str) -> bool:
    found = translate(pattern)
    marker = String(pattern=pattern, regex=found.regex, engine=found.engine)
    try:
        TypeAdapter(Annotated[str, marker]).validate_python(text)
    except ValidationError:
        return False
    return True


@pytest.mark.parametrize(
    ("pattern", "fitting", "other"),
    [
        ("b", ["abc"], ["ac"]),
        ("^a$", ["a"], ["a\n", "ab"]),
        (r"^\d$", ["5"], ["٥"]),
        (r"^\w$", ["a", "_"], ["é"]),
        (r"^\W$", ["é"], ["a"]),
        (r"^[^\W]$", ["a"], ["é"]),
        (r"^\s$", ["\ufeff", "\u2028", " "], ["\x1c"]),
        ("^.$", ["a", "😀"], ["\n", "\u2028"]),
        (r"^\u{1F600}\ud83d\ude00$", ["😀😀"], ["😀"]),
        (r"^\x41\u0042\cJ\0$", ["AB\n\0"], ["AB"]),
        (r"^a\/b\-c\#$", ["a/b-c#"], ["abc"]),
        (r"^\<\>$", ["<>"], [""]),
        ("^[]$", [], ["", "a"]),
        ("^[^]$", ["a", "\n"], [""]),
        ("^[a&&b~~c-]$", ["&", "~", "-"], ["d"]),
        (r"^[\d-x]$", ["-", "x", "1"], ["e"]),
        (r"^[\b]$", ["\b"], ["b"]),
        ("^a{,3}$", ["a{,3}"], ["aa"]),
        ("^a{2,3}$", ["aa", "aaa"], ["a"]),
        ("^{}]$", ["{}]"], ["a"]),
        (r"^\p{Lu}$", ["É"], ["é"]),
        (r"^(?=a)\w+$", ["ab"], ["ba"]),
        (r"^(?<q>['\"]).*\k<q>$", ["'a'", '"a"'], ["'a\""]),
        (r"^(a)\1$", ["aa"], ["ab"]),
        (r"^(?!.*é)\w+$", ["abc"], ["é"]),
        (r"\bcat\b", ["a cat", "écat"], ["cats"]),
        ("^é$", ["é"], ["e"]),
    ],
)
def test_a_pattern_finds_what_ecma_says(pattern: str, fitting: list[str], other: list[str]) -> None:
    for text in fitting:
        assert finds(pattern, text), text
    for text in other:
        assert not finds(pattern, text), text


@pytest.mark.parametrize(
    "pattern", [r"\Aa\z", "[b-a]", "[a", "(?P<n>a)", "(?i)a", r"\u{110000}", r"(?=\p{L})"]
)
def test_what_no_engine_reads_is_refused(pattern: str) -> None:
    with pytest.raises(UnsupportedPatternError):
        translate(pattern)


def test_plain_patterns_are_left_as_they_are() -> None:
    for pattern in (r"^[a-z]{3}$", r"^#[0-9a-f]{6}$", r"^a\/b c$", "^[A-Z_]+$"):
        assert translate(pattern).regex == pattern
