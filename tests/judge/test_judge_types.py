"""Generated types decide like the table, and give back what they accept."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.judging import component_types
from support.judging_table import FILES, groups


@pytest.mark.parametrize("file", FILES)
def test_types_decide_like_the_table(file: str, tmp_path: Path) -> None:
    table = {f"S{number}": group for number, group in enumerate(groups(file))}
    schemas = {name: group.resource(name) for name, group in table.items()}
    with component_types(schemas, tmp_path) as types:
        wrong = [found for name, group in table.items() for found in group.faults(types, name)]
    assert not wrong
