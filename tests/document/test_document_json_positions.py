"""Where nodes of a JSON file stand, in whatever order they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations

import pytest

from specloom.document.json_positions import JsonPositions, SoundJsonPositions
from specloom.document.json_reader import read_sound_json
from specloom.document.options import Limits

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


def _sound(text: str) -> SoundJsonPositions:
    return SoundJsonPositions(text.encode())


Scan = Callable[[str], JsonPositions | SoundJsonPositions]
SCANS: list[Scan] = [JsonPositions, _sound]


@pytest.mark.parametrize("scan", SCANS)
def test_the_order_of_questions_changes_no_answer(scan: Scan) -> None:
    for number, order in enumerate(permutations(PLACES)):
        if number % 97 == 0:
            positions = scan(TEXT)
            assert {tokens: positions.find(tokens) for tokens in order} == PLACES


@pytest.mark.parametrize("scan", SCANS)
def test_keys_have_places_of_their_own(scan: Scan) -> None:
    positions = scan(TEXT)
    assert positions.find(("f", "1", "g"), key=True) == TEXT.index('"g"')
    assert positions.find(("a", "d"), key=True) == TEXT.index('"d"')
    assert positions.find(("f", "0", "0"), key=True) == TEXT.index("3]")


_SCALARS = [
    "null",
    "true",
    "-0",
    "1e308",
    "0.0e400",
    "1" * 4300,
    "1" * 308 + ".5",
    '"\\ud83d\\ude00\\"}"',
    '""',
    "[ ]",
    "{ }",
]


@pytest.mark.parametrize("scalar", _SCALARS)
@pytest.mark.parametrize(
    "around", ["%s", "[%s, 2]", '{ "x" :\n%s }', '{"x": [{"y\\"": %s}]}', '[{"x": {"y": [%s]}}]']
)
def test_whatever_stands_before_moves_nothing(scalar: str, around: str) -> None:
    before = around % scalar
    text = f' {{"first": {before} , "last" : [{before}, {{"here":1}}]}} '
    assert read_sound_json(text.encode(), Limits())
    for tokens in (("last",), ("last", "0"), ("last", "1", "here"), ("first", "x", "0", 'y"')):
        for key in (False, True):
            assert _sound(text).find(tokens, key=key) == JsonPositions(text).find(tokens, key=key)
    assert text[_sound(text).find(("last", "1", "here")) :] == "1}]} "


@pytest.mark.parametrize("text", [" true", "1e5", '"a"', "[]", " [1, [2]]"])
def test_a_text_may_be_anything(text: str) -> None:
    for tokens in ((), ("a",), ("1", "0")):
        assert _sound(text).find(tokens) == JsonPositions(text).find(tokens)
