"""Plain schema files decide like the table, generated in process and by the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from support.command import specloom
from support.judging import Types, file_types
from support.judging_table import FILES, groups
from support.packages import load

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def written(schema: Any) -> Any:
    """The schema as a file has it."""
    return {"$schema": DIALECT, **schema} if isinstance(schema, dict) else schema


@pytest.mark.parametrize("file", FILES)
def test_a_plain_file_decides_like_the_table(file: str, tmp_path: Path) -> None:
    """The first schema and the last one of each keyword."""
    table = groups(file)
    for number, group in enumerate([table[0], table[-1]]):
        with file_types(written(group.schema), tmp_path / str(number)) as types:
            assert not list(group.faults(types, "schema"))


@pytest.mark.parametrize("file", ["type", "recursion", "dynamicRef", "unevaluatedProperties", "meta-schema"])
def test_the_command_line_makes_the_same_types(file: str, tmp_path: Path) -> None:
    group = groups(file)[-1]
    package = f"judged_by_command_{file.replace('-', '_').lower()}"
    (tmp_path / "thing.json").write_text(json.dumps(written(group.schema)), encoding="utf-8")
    done = specloom("generate", "thing.json", "--package", package, "--output", "out", cwd=tmp_path)
    assert done.code == 0, done.said
    type_ = load(tmp_path / "out", f"{package}.models").SCHEMA_TYPES["thing"]
    assert not list(group.faults(Types({"thing": TypeAdapter(type_)}), "thing"))
