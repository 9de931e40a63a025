"""The table of decisions is right: the `jsonschema` library says the same."""

from __future__ import annotations

import pytest

from support.judging_library import judged
from support.judging_table import FILES, groups


@pytest.mark.parametrize("file", FILES)
def test_the_judge_decides_like_the_table(file: str) -> None:
    wrong = [
        (group.about, document, expected)
        for group in groups(file)
        if not group.unjudged
        for document, expected in group.decisions
        if judged(group.schema, document) is not expected
    ]
    assert not wrong


def test_every_group_names_its_section() -> None:
    assert all(group.section for file in FILES for group in groups(file))


def test_there_are_enough_decisions() -> None:
    assert sum(len(list(group.decisions)) for file in FILES for group in groups(file)) >= 600
