"""Texts for patterns hold what the patterns search for."""

from __future__ import annotations

from random import Random

import pytest

from specloom import ir
from specloom.mock.limits import UnmakeableError
from specloom.mock.patterns import search
from specloom.mock.texts import text


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[0-9]{4} [A-Z]{2}$",
        r"^(a|bc)+d?$",
        r"^(?=.*\d)(?=.*[A-Z])[A-Za-z0-9]{6,8}$",
        r"^(?!x)[xy]z$",
        r"^\p{Lu}\p{Script=Greek}+$",
        r"^(['\"]).+\1$",
        r"^(?<q>[ab])-\k<q>$",
        r"[^a-z]{3}",
        r"\bword\b",
        r"^\u00e9\x41\cA\t$",
        r"^[^\x00-\x7f]$",
        r"^\{\d+\}\.$",
        r"^$",
        r"^\S+@\S+\.\w{2,}$",
    ],
)
def test_a_text_is_found(pattern: str) -> None:
    for seed in range(20):
        assert search(pattern)(text(ir.String(pattern=pattern), Random(seed)))


def test_lengths_count_too() -> None:
    made = text(ir.String(pattern="^[a-f]+$", min_length=30, max_length=31), Random(0))
    assert 30 <= len(made) <= 31
    assert set(made) <= set("abcdef")


def test_a_pattern_may_go_with_a_format() -> None:
    made = text(ir.String(pattern="^https://", format="uri", max_length=30), Random(0))
    assert made.startswith("https://")


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(UnmakeableError, match=r"pattern \^abc\$, maxLength 2"):
        text(ir.String(pattern="^abc$", max_length=2), Random(0))
