"""JSON is read quickly where nothing is wrong; what is wrong with it, and where, is told all the same."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specloom.diagnostics import Diagnostic, Diagnostics, Stop
from specloom.document.options import Limits
from specloom.document.source import SourceFile, read_source

_NUMBERS = st.integers(-(10**40), 10**40) | st.floats(allow_nan=False, allow_infinity=False)
_VALUES = st.recursive(
    st.none() | st.booleans() | _NUMBERS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=12,
)


def _read(data: bytes, limits: Limits | None = None) -> tuple[SourceFile | None, list[Diagnostic]]:
    found = Diagnostics()
    try:
        return read_source(data, "a.json", "a.json", limits=limits or Limits(), diagnostics=found), list(
            found
        )
    except Stop:
        return None, list(found)


@given(_VALUES, st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]), st.booleans())
def test_values_are_what_the_standard_library_reads(value: Any, encoding: str, ascii_alone: bool) -> None:
    text = json.dumps(value, ensure_ascii=ascii_alone)
    source, found = _read(text.encode(encoding))
    assert not found
    assert source is not None
    assert repr(source.content) == repr(json.loads(text))


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ('{"é": 1e999}', "json-syntax", (1, 7)),
        ('{"é": NaN}', "json-syntax", (1, 7)),
        ('{"é":\n "\\ud800"}', "json-syntax", (2, 3)),
        ('{"é":\n "\\\\ud83d\\ude00"}', "json-syntax", (2, 10)),
        ('{"é":\n "\\ud83d\\ude00\\ude00"}', "json-syntax", (2, 15)),
        ('["the 1e999 é \\" 1e999", 1e999]', "json-syntax", (1, 26)),
        ('["no NaN", -Infinity]', "json-syntax", (1, 12)),
        (f'["{"9" * 5000}", 1, {"9" * 5000}]', "json-syntax", (1, 5009)),
        ('{"é": 01}', "json-syntax", (1, 8)),
        ('{"é": "\x01"}', "json-syntax", (1, 8)),
        ('{"é": {"ö": 1, "\\u00f6": 2}}', "duplicate-key", (1, 16)),
        ('{"é": [[[[1]]]]}', "limit-exceeded", (1, 10)),
        ('["é", 1, 2, 3, 4, 5, 6]', "limit-exceeded", (1, 1)),
        ("", "file-empty", (1, 1)),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, code: str, place: tuple[int, int]) -> None:
    _, found = _read(text.encode(), Limits(max_depth=4, max_nodes=7))
    assert [each.code for each in found] == [code]
    assert found[0].location is not None
    assert (found[0].location.line, found[0].location.column) == place


def test_places_in_a_file_with_a_key_twice_are_those_of_the_first() -> None:
    source, _ = _read('{"ö": 1, "b": 2, "\\u00f6": {"c": 3}, "d": "é", "e": [4]}'.encode())
    assert source is not None
    assert [source.locate(tokens).column for tokens in (["ö"], ["b"], ["d"], ["e", "0"])] == [7, 15, 43, 54]
