"""`--style`: who may ask for it, what a style cannot say, and that a document's text stays text."""

from __future__ import annotations

from pathlib import Path

import pytest

from specloom.backends.written import UnexpectedCodeError, read
from support.command import specloom

HEAD = "openapi: 3.1.0\ninfo: {title: T, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n"


def document(folder: Path, schemas: str) -> str:
    path = folder / "openapi.yaml"
    path.write_text(HEAD + schemas)
    return str(path)


def definitions(folder: Path) -> str:
    (found,) = (folder / "out").rglob("definitions.py")
    return found.read_text()


@pytest.mark.parametrize("part", ["client", "server"])
def test_styles_are_for_models(tmp_path: Path, part: str) -> None:
    spec = document(tmp_path, "    A: {type: object}\n")
    done = specloom("generate", spec, "--style", "msgspec", "--only", part, cwd=tmp_path)
    assert done.code == 2
    assert f"the style msgspec is for models alone, not for {part}" in done.said


def test_the_project_file_may_ask(tmp_path: Path) -> None:
    document(tmp_path, "    A: {type: object, properties: {n: {type: integer}}}\n")
    project = tmp_path / "specloom.yaml"
    text = (
        "packages:\n- package: p\n  output: out\n  style: dataclass\n"
        "  sources:\n  - {id: a, path: openapi.yaml}\n"
    )
    project.write_text(text)
    assert specloom("generate", "--config", "specloom.yaml", cwd=tmp_path).code == 0
    assert "@dataclass" in definitions(tmp_path)
    assert specloom("check", "--config", "specloom.yaml", cwd=tmp_path).code == 0
    project.write_text(text + "  only: [models, server]\n")
    done = specloom("generate", "--config", "specloom.yaml", cwd=tmp_path)
    assert done.code == 2
    assert "specloom.yaml:7:18: error[config-invalid]" in done.said


def test_a_union_that_msgspec_cannot_tell_apart_becomes_any_value(tmp_path: Path) -> None:
    schemas = (
        "    A: {anyOf: [{type: array, items: {type: string}}, {type: array, items: {type: integer}}]}\n"
    )
    spec = document(tmp_path, schemas)
    done = specloom("generate", spec, "--style", "msgspec", "-o", "out", cwd=tmp_path)
    assert done.code == 0
    assert "warning[style-union]" in done.said
    assert "A: TypeAlias = Any" in definitions(tmp_path)


def test_names_that_a_style_needs_itself(tmp_path: Path) -> None:
    spec = document(
        tmp_path,
        "    Any: {type: object, properties: {a: {}}}\n    Struct: {type: object, properties: {b: {}}}\n",
    )
    done = specloom("generate", spec, "--style", "msgspec", "--package", "p", "-o", "out", cwd=tmp_path)
    assert "warning[style-renamed]: Struct is called StructModel" in done.said
    index = (tmp_path / "out" / "p" / "models" / "__init__.py").read_text()
    assert '"Struct": "StructModel"' in index


def test_a_dataclass_cannot_say_wire_names(tmp_path: Path) -> None:
    spec = document(tmp_path, "    A: {type: object, properties: {class: {type: string}}}\n")
    done = specloom("generate", spec, "--style", "dataclass", "-o", "out", cwd=tmp_path)
    assert "its member `class_` is 'class' in JSON" in done.said


@pytest.mark.parametrize("style", ["dataclass", "typeddict", "msgspec"])
def test_text_stays_text(tmp_path: Path, style: str) -> None:
    evil = '\\"\\"\\"\\nimport os\\nos.system(1)\\n\\"\\"\\"'
    schemas = (
        f'    A: {{type: object, description: "{evil}", properties: {{"{evil}": {{enum: ["{evil}"], '
        f'description: "{evil}", default: "{evil}"}}}}}}\n'
        f'    B: {{type: string, description: "{evil}", enum: ["{evil}"]}}\n'
    )
    spec = document(tmp_path, schemas)
    done = specloom("generate", spec, "--style", style, "-o", "out", cwd=tmp_path)
    assert done.code == 0, done.said
    compiled = compile(definitions(tmp_path), "definitions.py", "exec")
    assert "os" not in compiled.co_names


@pytest.mark.parametrize(
    "text",
    [
        "import os",
        "from os import path",
        "from typing import Any as field",
        "from builtins import eval",
        "print(1)",
        "A = open('x')",
        "class A:\n    def f(self): ...",
        "class A:\n    x: int = __import__('os')",
        "(",
    ],
)
def test_what_is_no_definition_is_refused(text: str) -> None:
    with pytest.raises(UnexpectedCodeError):
        read(text)
