"""The order in which linters want imports and `__all__`: that of isort, and of ruff's rule RUF022."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, TypeAlias

from specloom.code import Code

Natural: TypeAlias = tuple[str | tuple[str, bool, int, str], ...]
"""A text, taken apart where a number is compared by its value, or a dot comes before any of them."""

_PIECE = re.compile(r"([0-9]+|\.)")


def natural(text: str) -> Natural:
    """`v2` before `v10`, and what has leading zeros before both."""
    if not _PIECE.search(text):
        return (text,)
    pieces: list[str | tuple[str, bool, int, str]] = list(_PIECE.split(text))
    for at in range(1, len(pieces), 2):
        piece = str(pieces[at])
        if piece == ".":
            pieces[at] = (piece, False, 0, "")
        else:  # Next to a leading zero it is the digits that count, not how many they are.
            pieces[at] = ("0", piece[0] != "0", 0 if piece[0] == "0" else len(piece), piece)
    return tuple(pieces)


@cache
def of_module(module: str) -> tuple[int, Natural, Natural]:
    """Modules further up come first."""
    name = module.lstrip(".")
    return len(name) - len(module), natural(name.lower()) if name else (), natural(name)


@cache
def of_member(name: str) -> tuple[int, Natural, Natural]:
    """Constants, then classes, then the rest."""
    return _kind(name), natural(name.lower()), natural(name)


@cache
def of_public(name: str) -> tuple[int, Natural]:
    """In `__all__`: constants, then classes, then the rest."""
    return _kind(name), natural(name)


@cache
def _section(module: str) -> int:
    """Which of the blocks of imports it is in: the standard library's, that of other packages, our own."""
    if module.startswith("."):
        return 2
    return 0 if module.split(".")[0] in sys.stdlib_module_names else 1


class Statement(NamedTuple):
    """`from module import names`, of which `first` is the first, as the module calls it."""

    module: str
    first: str
    names: str

    @property
    def text(self) -> Code:
        return Code(f"from {self.module} import {self.names}")


def of_statement(statement: Statement) -> tuple[object, ...]:
    """Blocks, then modules, then what is imported."""
    module, first, names = statement
    return _section(module), *of_module(module), *of_member(first), names


def ordered(found: Iterable[Statement]) -> tuple[Code, ...]:
    """Statements of one block."""
    return tuple(statement.text for statement in sorted(found, key=of_statement))


def statements(wanted: Iterable[tuple[str, str, str]]) -> Code:
    """What imports of a module a name, as what it is called here: blocks of statements.

    What keeps its name shares a statement with the others of its module.
    """
    shared: dict[str, list[str]] = {}
    found: list[Statement] = []
    for module, name, local in wanted:
        if local == name:
            shared.setdefault(module, []).append(name)
        else:
            found.append(Statement(module, name, f"{name} as {local}"))
    for module, names in shared.items():
        names.sort(key=of_member)
        found.append(Statement(module, names[0], ", ".join(names)))
    blocks: tuple[list[str], ...] = ([], [], [])
    for statement in sorted(found, key=of_statement):
        blocks[_section(statement.module)].append(statement.text)
    return Code("\n\n".join("\n".join(block) for block in blocks if block))


def _kind(name: str) -> int:
    if name.isupper() and len(name.encode()) > 1:  # One letter is no constant, if it is one byte.
        return 0
    return 1 if name[:1].isupper() else 2
