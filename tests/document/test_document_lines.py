"""Line and column of any offset, in whatever order they are asked for."""

from __future__ import annotations

import re
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.document.lines import Lines

_BREAK = re.compile(r"\r\n|\r|\n")


def _counted(text: str, offset: int) -> tuple[int, int]:
    starts = [0, *(found.end() for found in _BREAK.finditer(text))]
    start = max(start for start in starts if start <= offset)
    return starts.index(start) + 1, offset - start + 1


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (1, (1, 2)), (3, (2, 1)), (4, (3, 1)), (5, (3, 2)), (6, (4, 1)), (7, (4, 2))],
)
def test_all_three_kinds_of_breaks_end_lines(offset: int, place: tuple[int, int]) -> None:
    assert Lines("a\r\n\rb\nc").at(offset) == place


def test_what_lies_outside_of_the_text_is_its_begin_or_its_end() -> None:
    assert Lines("a\nb").at(99) == (2, 2)
    assert Lines("a\nb").at(-1) == (1, 1)
    assert Lines("").at(0) == (1, 1)


def test_the_order_of_questions_changes_no_answer() -> None:
    text = "one\ntwo\r\n\nthree"
    for offsets in permutations(range(0, len(text) + 1, 3)):
        lines = Lines(text)
        assert [lines.at(offset) for offset in offsets] == [_counted(text, offset) for offset in offsets]


@given(st.text("ab\n\r", max_size=30), st.lists(st.integers(0, 30), max_size=10))
def test_it_counts_as_one_would(text: str, offsets: list[int]) -> None:
    lines = Lines(text)
    for offset in offsets:
        assert lines.at(offset) == _counted(text, min(offset, len(text)))


@given(st.text("aé😀\n\r", max_size=30), st.lists(st.integers(0, 30), max_size=10))
def test_columns_of_bytes_count_characters(text: str, offsets: list[int]) -> None:
    lines = Lines(text.encode())
    for offset in offsets:
        assert lines.at(len(text[:offset].encode())) == _counted(text, min(offset, len(text)))


def test_a_long_text_is_counted_as_a_short_one() -> None:
    text = "aé😀\n" * 3 + "😀é" * 20_000 + "\r\n" + "é" * 20_000
    lines, bytewise = Lines(text), Lines(text.encode())
    for offset in (60_000, 5, 40_013, len(text), 40_014, 39_999, 13):
        assert lines.at(offset) == bytewise.at(len(text[:offset].encode())) == _counted(text, offset)


@pytest.mark.parametrize("asked_before", [(), (0, 9), (20,)])
def test_lines_have_no_ends_and_none_follows_the_last(asked_before: tuple[int, ...]) -> None:
    lines = Lines("öne\r\n\rtwö\n".encode())
    for offset in asked_before:
        lines.at(offset)
    assert [lines.line(number) for number in (3, 1, 2, 4, 5, 3)] == ["twö", "öne", "", "", None, "twö"]
