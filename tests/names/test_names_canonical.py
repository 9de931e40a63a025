"""The document that a package carries: one text for one document."""

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
        {"texts": ["\x00\b\t\n\f\r\x1f\x7f\x85", '"\\/', "\u2028\ufeff\U0001f600", ",1e5,", ":0.00001}"]},
    ],
)
def test_it_is_what_the_standard_library_writes(document: Any) -> None:
    expected = json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False)

    assert canonical(document).decode() == f"{expected}\n"


def test_members_have_an_order_of_their_own() -> None:
    assert canonical({"b": 1, "a": {"d": 2, "c": 3}}) == canonical({"a": {"c": 3, "d": 2}, "b": 1})


@pytest.mark.parametrize(
    "number", [1e16, 0.00001, -0.0000123, 1.5e300, 2e-7, 1e22, 5e-324, 1.7976931348623157e308]
)
def test_a_number_with_an_exponent_is_read_as_it_was(number: float) -> None:
    (read,) = json.loads(canonical([number]))

    assert read == number
    assert type(read) is float
