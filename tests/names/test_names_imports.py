"""What a generated module imports, and what it has itself."""

from __future__ import annotations

from specloom.python import expr as x
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports

_PET = Import(".models.pet", "Pet", typing_only=True)
_WARNING = Import(".models.pet", "Warning", typing_only=True)


def test_a_module_does_not_import_what_it_has_itself() -> None:
    imports = ModuleImports(("models", "pet"), taken={"Pet"}, evaluated=True)

    assert imports.render(x.subscript(x.builtin("list"), _PET)) == "list[Pet]"
    assert imports.view().typing == ""


def test_another_module_imports_it() -> None:
    imports = ModuleImports(("models", "owner"), taken={"Pet"}, evaluated=True)

    assert imports.render(x.expr(_PET)) == "_Pet"
    assert imports.view().typing == "from .pet import Pet as _Pet"


def test_a_class_that_is_called_like_a_builtin_is_imported_where_it_stands_too() -> None:
    imports = ModuleImports(("models", "pet"), taken={"Warning"}, evaluated=True)

    assert imports.render(x.expr(_WARNING)) == "_Warning"
    assert imports.view().typing == "from .pet import Warning as _Warning"


def test_names_are_kept_until_something_else_has_them() -> None:
    imports = ModuleImports(("models", "owner"), taken={"Maybe"})
    maybe, field = Import("._runtime.model", "Maybe"), Import("pydantic", "Field")

    assert imports.keep([field])
    assert not imports.keep([field, maybe])
    assert [imports.add(maybe), imports.add(field)] == ["_Maybe", "Field"]
    assert imports.keep([field])


def test_a_union_says_each_member_once_and_none_last() -> None:
    text = x.expr("str")
    nullable = x.union([x.NONE, text])

    assert nullable.plain()[0] == "str | None"
    assert x.union([nullable, x.builtin("int"), text]).plain()[0] == "str | int | None"
    assert x.union([x.expr("dict[str, ", nullable, "]"), text]).plain()[0] == "dict[str, str | None] | str"
