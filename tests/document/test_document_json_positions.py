"""Where nodes of a JSON file stand, in whatever order they are asked for."""

from __future__ import annotations

from itertools import permutations

import pytest

from specloom.document.json_positions import JsonPositions, SoundJsonPositions

TEXT = '{ "a": {"b": [1, {"c": 2}, []], "d": {}},\n "e": "x}]", "f": [[3], {"g": null}] }'
PLACES = {
    (): 0,
    ("a",): TEXT.index('{"b"'),
    ("a", "b", "1", "c"): TEXT.index("2}"),
    ("a", "b", "2"): TEXT.index("[]]"),
    ("a", "b", "2", "0"): TEXT.index("[]]"),
    ("a", "d"): TEXT.index("{}}"),
    ("e",): TEXT.index('"x'),
    ("e", "more"): TEXT.index('"x'),
    ("f", "1", "g"): TEXT.index("null"),
}


@pytest.mark.parametrize("scan", [JsonPositions, SoundJsonPositions])
def test_the_order_of_questions_changes_no_answer(scan: type[JsonPositions]) -> None:
    for number, order in enumerate(permutations(PLACES)):
        if number % 97 == 0:
            positions = scan(TEXT)
            assert {tokens: positions.find(tokens) for tokens in order} == PLACES


@pytest.mark.parametrize("scan", [JsonPositions, SoundJsonPositions])
def test_keys_have_places_of_their_own(scan: type[JsonPositions]) -> None:
    positions = scan(TEXT)
    assert positions.find(("f", "1", "g"), key=True) == TEXT.index('"g"')
    assert positions.find(("a", "d"), key=True) == TEXT.index('"d"')
    assert positions.find(("f", "0", "0"), key=True) == TEXT.index("3]")
