"""ECMA-262 patterns mean the same in the engines that run them."""

from __future__ import annotations

from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from specloom.python.patterns import UnsupportedPatternError, translate
from specloom.runtime import patterns
from specloom.runtime.scalars import Backtracking, Search, String


def finds(pattern: str, text: str) -> bool:
    found = translate(pattern)
    search = (
        Backtracking(*found.found)
        if found.engine == "backtracking"
        else Search(*found.found, absent=found.absent)
    )
    adapter = TypeAdapter(Annotated[str, String(pattern=pattern, search=search)])
    try:
        adapter.validate_python(text)
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
        (r"^(?<a>x)\k<a>$", ["xx"], ["x"]),
        (r"^(?:(a)|b)\1$", ["aa", "b"], ["ba", "a"]),
        (r"^\1(a)$", ["a"], ["aa"]),
        (r"^(?<year>\d{4})-(?:\d\d)$", ["2020-01"], ["20-01"]),
        (r"^(?=.*[A-Z])(?=.*\d)(?!.*\s).{4,}$", ["Abc1"], ["abc1", "Abcd", "Ab 1", "A1"]),
        (r"^(?!-)[a-z-]+(?<!-)$", ["a-b"], ["-a", "a-", ""]),
        (r"(?<![a-z])cat(?!s)", ["a cat", "cat."], ["cats", "scat"]),
        (r"(?<=\p{L})a", ["éa"], ["1a"]),
        (r"^\p{Script=Greek}+$", ["αβ"], ["ab"]),
        (r"^\p{sc=Grek}\P{Nd}$", ["αβ"], ["α1"]),
        (r"^[\p{L}\d]+$", ["é1"], ["é-"]),
        (r"^[^\p{L}]+$", ["1-"], ["é"]),
        (r"^(?=a)[\S]\W$", ["a-", "aé"], ["ab"]),
        (r"^(?!x)[^\W\d]$", ["a", "_"], ["1", "é", "x"]),
        (r"a\Bb", ["ab"], ["a b"]),
        (r"^(?!z).\bé", ["aé"], ["éé"]),
        (r"^[^\ud800-\udfff]*$", ["a😀"], []),
        (r"^[\ud800-\udfff]$", [], ["a"]),
        (r"^a{0}b{2,}?c{1}$", ["bbc"], ["abbc", "bc"]),
        (r"^a|b$", ["ax", "xb"], ["xa"]),
        (r"^(?:a|(?!c)b)$", ["a", "b"], ["c"]),
        ("^a{1000}$", ["a" * 1000], ["a" * 999]),
        ("^a{\u0663}$", ["a{\u0663}"], ["aaa"]),
        (f"^[{{{'9' * 5000}}}]$", ["9", "{"], ["8"]),
        (r"^[\w\W]{1,2000}$", ["é"], [""]),
        (r"^\p{L}{1,2000}$", ["é"], ["1"]),
    ],
)
def test_a_pattern_finds_what_ecma_says(pattern: str, fitting: list[str], other: list[str]) -> None:
    for text in fitting:
        assert finds(pattern, text), text
    for text in other:
        assert not finds(pattern, text), text


@pytest.mark.parametrize(
    "pattern",
    [
        r"\Aa\z",
        "[b-a]",
        "[a",
        "(?P<n>a)",
        "(?i)a",
        r"\u{110000}",
        "(a",
        "a)",
        "a++",
        "a**",
        "*a",
        "(?=a)*",
        "a{2,1}",
        r"(a)\2",
        r"\k<n>",
        r"\01",
        r"\p{Klingon}",
        r"\p{Script=Klingon}",
        r"\p{lu}",
        r"\pL",
        "(?<n>a)(?<n>b)",
        "(?:" * 101 + ")" * 101,
        "a{1000000000}",
        f"a{{{'9' * 5000}}}",
        f"(a)\\{'1' * 5000}",
        "(?:a{2000}){2000}",
    ],
)
def test_what_no_engine_reads_is_refused(pattern: str) -> None:
    with pytest.raises(UnsupportedPatternError):
        translate(pattern)


def test_plain_patterns_are_left_as_they_are() -> None:
    for pattern in (r"^[a-z]{3}$", r"^#[0-9a-f]{6}$", r"^a\/b c$", "^[A-Z_]+$"):
        assert translate(pattern).found == (pattern,)


@pytest.mark.parametrize(
    ("pattern", "engine"),
    [
        (r"^(?=.*[A-Z])(?!.*\s).+$", "linear"),
        (r"^[a-z-]+(?<!-)$", "linear"),
        (r"^(?!a$|b$).+$", "linear"),
        (r"^(?:(?!end).)*$", "backtracking"),
        (r"(?=a)b", "backtracking"),
        (r"^(?=a)b|c$", "backtracking"),
        (r"^(a)\1$", "backtracking"),
        (r"^(?=(a))\1$", "backtracking"),
    ],
)
def test_the_linear_engine_runs_what_it_can(pattern: str, engine: str) -> None:
    assert translate(pattern).engine == engine


@pytest.mark.parametrize(
    "atom",
    ["[^a]", ".", r"\s", r"[^\S]", r"\b", "(a|[^b]*)+", "[\u4e00-\u9fa5]?", "(?:^[^x]|.$)*", "[^\u00e9]"],
)
def test_the_linear_engine_takes_the_largest_of_what_it_is_not_asked_about(atom: str) -> None:
    room = 10_000
    as_written = atom * (room // len(translate(atom).found[0]))
    counted = f"(?:{atom}){{1,{room // len(translate(f'(?:{atom}){{1,9999}}').found[0])}}}"
    twice = f"(?:(?:{atom}){{9}}){{{room // len(translate(f'(?:(?:{atom}){{9}}){{999}}').found[0]) // 9}}}"
    for pattern in (as_written, counted, twice):
        (regex,) = translate(pattern).found
        TypeAdapter(Annotated[str, String(pattern=pattern, search=Search(regex))])  # or it is refused here


def test_a_search_that_takes_too_long_refuses_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "TIME_LIMIT", 0.05)
    found = translate(r"^(?:(?:a|a)*)*(b)\1$")
    adapter = TypeAdapter(Annotated[str, String(search=Backtracking(*found.found))])
    assert adapter.validate_python("aabb") == "aabb"
    with pytest.raises(ValidationError) as caught:
        adapter.validate_python("a" * 60 + "!bb")
    assert [error["type"] for error in caught.value.errors()] == ["pattern_timeout"]
