"""The order in which imports and `__all__` are printed is the one that ruff sorts them into."""

from __future__ import annotations

import keyword

from hypothesis import given, settings
from hypothesis import strategies as st

from specloom.python.exports import exports
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports
from specloom.render.formatting import format_tree, sort_tree

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
