"""The document that a package carries: the same text whichever way it is written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from specloom.python.canonical import canonical


@pytest.mark.parametrize(
    "document",
    [
        {"b": [], "a": {}, "\u00e4": [[], {"x": None, "w": True}], "A": "1"},
        {"numbers": [0, -1, 2**70, 0.1, -2.5, 1e15, 0.0001]},
        {"numbers": [1e16, 0.00001, -0.0000123, 1.5e300, 2e-7], "first": 1e22},
        {"a": 1e22},
        {"a": [1e22]},
        {"a": [-2e-7, {}]},
        {"a": [{}, 1.5e-300]},
        {"a": [1, 1e16, 1]},
        {"a": {"b": -1e22}, "c": 1},
        {"texts": ["\x00\b\t\n\f\r\x1f\x7f\x85", '"\\/', "\u2028\ufeff\U0001f600", ",1e5,", ":0.00001}"]},
    ],
)
def test_it_is_what_the_standard_library_writes(document: Any) -> None:
    expected = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)

    assert canonical(document).decode() == f"{expected}\n"


def test_half_of_a_pair_is_written_as_an_escape() -> None:
    assert canonical({"a": "\ud800x"}) == b'{\n  "a": "\\ud800x"\n}\n'
