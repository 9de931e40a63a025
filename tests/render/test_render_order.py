"""The order in which imports and `__all__` are printed is the one that ruff sorts them into."""

from __future__ import annotations

import json
import keyword
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruff import find_ruff_bin  # type: ignore[import-untyped]

from specloom.python.exports import exports
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports
from support.command import specloom
from support.formatted import format_tree, sort_tree

MULTIPLE = {"v2": "a-b", "v10": "a.b", "V": "c", "list": "d", "é": "e"}

PARTS = ("a", "A", "b", "B", "_", "1", "01", "10", "2", "x1", "Foo", "FOO", "HTTP", "é", "É", "ß", "日", "0")
NAMES = (
    st.lists(st.sampled_from(PARTS), min_size=1, max_size=4)
    .map("".join)
    .filter(lambda name: name.isidentifier() and not keyword.iskeyword(name))
)
MODULES = st.one_of(
    st.builds("{}{}".format, st.sampled_from((".", ".a.", ".models.", ".models.a.")), NAMES),
    st.sampled_from(("", ".", "typing", "datetime", "pydantic", "typing_extensions", "builtins")),
)


def is_kept(text: str) -> bool:
    tree = format_tree({"a.py": text})
    return format_tree(sort_tree(tree)) == tree


@settings(max_examples=40, deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=40, unique=True))
def test_a_lazy_package(names: list[str]) -> None:
    found = exports((name, f"m{len(name)}" if name[0] < "a" else "") for name in names)
    lines = "".join(f"    {statement}\n" for statement in found.statements)
    public = "".join(f"    {name},\n" for name in found.public)
    assert is_kept(
        f"from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n{lines}\n__all__ = [\n{public}]\n"
    )


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(MODULES, NAMES), min_size=1, max_size=40), st.sets(NAMES, max_size=8))
def test_the_imports_of_a_module(wanted: list[tuple[str, str]], taken: set[str]) -> None:
    imports = ModuleImports(("models", "a", "own"), taken)
    for module, name in wanted:
        imports.add(Import(module or ".", name))
    assert is_kept(f"{imports.view().runtime}\n")


@pytest.mark.parametrize("namespaces", [False, True], ids=["one source", "two sources"])
def test_all_that_templates_print_is_sorted(namespaces: bool, tmp_path: Path) -> None:
    answer = {"description": "", "headers": {"X-A": {"schema": {"type": "integer"}}}}
    said = {"responses": {"200": answer, "404": answer}}

    def calls(ending: str) -> dict[str, object]:
        named = ((tag, {"tags": [tag], "operationId": f"{name}{ending}"}) for tag, name in MULTIPLE.items())
        return {f"/{tag}": {"get": {**called, **said}} for tag, called in named}

    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": calls(""),
        "webhooks": calls("-back"),
    }
    for name in ("one", "two"):
        (tmp_path / f"{name}.json").write_text(json.dumps({**document, "servers": [{"url": f"/{name}"}]}))
    sources = [{"id": name, "path": f"{name}.json", "namespace": name} for name in ("one", "two")]
    if not namespaces:
        sources = [{"id": "one", "path": "one.json"}]
    package = {"package": "ours", "output": "out", "sources": sources}
    (tmp_path / "specloom.yaml").write_text(json.dumps({"packages": [package]}))
    done = specloom("generate", cwd=tmp_path)
    assert done.code == 0, done.err
    made = {str(path): path.read_text() for path in (tmp_path / "out").rglob("*.py")}
    assert format_tree(sort_tree(made)) == made
    assert not subprocess.run(
        [find_ruff_bin(), "check", "--isolated", tmp_path / "out"], check=False
    ).returncode
