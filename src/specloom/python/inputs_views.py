"""Views of the package `inputs`: what may be given to a client, for type checkers."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.modules import ImportsView
from specloom.python.views import ExportsView
from specloom.values import View


class MemberView(View, kw_only=True):
    """A key of a TypedDict: `key` is a string literal, `name` the same where a class body can say it."""

    key: Code
    name: Code
    annotation: Code


class DictView(View, kw_only=True):
    """A TypedDict. `is_call`: a class body cannot say all of its keys."""

    name: Code
    text: Code
    members: tuple[MemberView, ...]
    is_call: bool

    @property
    def is_dict(self) -> bool:
        return True


class AliasView(View, kw_only=True):
    """What may be given for a type that is no object; `value` is a string literal."""

    name: Code
    text: Code
    value: Code

    @property
    def is_dict(self) -> bool:
        return False


class InputsModuleView(View, kw_only=True):
    imports: ImportsView
    typed_dict: Code | None
    alias_type: Code | None
    definitions: tuple[DictView | AliasView, ...]


class InputsIndexView(View, kw_only=True):
    """`__init__` of a package of inputs: its exports are classes and aliases, or namespaces."""

    doc: Code
    imports: ImportsView
    type_checking: Code
    lazy: Code
    exports: ExportsView
