"""What another generator wrote, looked at before it becomes a file of ours.

A document's text may end in it as text only: it has to be a module of definitions, in which nothing is called
but what definitions are made with.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import Final

from specloom.values import Value

_MODULES: Final = frozenset(
    {"__future__", "collections.abc", "dataclasses", "datetime", "msgspec", "typing", "typing_extensions"}
)
_TYPES: Final = frozenset({"bool", "dict", "float", "int", "list", "str", "tuple"})
_CALLED: Final = frozenset({"dataclass", "field", "Meta", "TypedDict"})


class UnexpectedCodeError(Exception):
    """The text holds what no module of definitions does."""


class Written(Value):
    """The names that a module defines, and of its classes the members in Python's spelling.

    `tags` are members that a class says only by its tag (msgspec).
    """

    names: frozenset[str]
    members: Mapping[str, frozenset[str]]
    tags: Mapping[str, frozenset[str]]


def read(text: str) -> Written:
    """Raises :class:`UnexpectedCodeError`."""
    try:
        module = ast.parse(text)
    except SyntaxError as error:
        raise UnexpectedCodeError(f"it is no Python: {error}") from error
    names: set[str] = set()
    members: dict[str, frozenset[str]] = {}
    tags: dict[str, frozenset[str]] = {}
    for statement in module.body:
        match statement:
            case ast.ImportFrom(module=str(source), level=0, names=found) if _is_known(source, found):
                pass
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case ast.ClassDef(name=name):
                names.add(name)
                members[name], tags[name] = _members(statement), _tags(statement)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                names.add(name)
            case _:
                raise UnexpectedCodeError(f"line {statement.lineno} defines nothing")
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in _CALLED):
            raise UnexpectedCodeError(f"line {node.lineno} calls something")
    return Written(frozenset(names), members, tags)


def _is_known(module: str, imported: list[ast.alias]) -> bool:
    if any(each.asname in _CALLED for each in imported):
        return False
    if module == "builtins":
        return all(each.name in _TYPES for each in imported)
    return module in _MODULES


def _members(definition: ast.ClassDef) -> frozenset[str]:
    found: set[str] = set()
    for statement in definition.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name)):
                found.add(name)
            case ast.Pass() | ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                raise UnexpectedCodeError(f"line {statement.lineno} is no member")
    return frozenset(found)


def _tags(definition: ast.ClassDef) -> frozenset[str]:
    return frozenset(
        str(keyword.value.value)
        for keyword in definition.keywords
        if keyword.arg == "tag_field" and isinstance(keyword.value, ast.Constant)
    )
