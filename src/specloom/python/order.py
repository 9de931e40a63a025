"""The order in which linters want imports and `__all__`: that of isort, and of ruff's rule RUF022."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from specloom.code import Code

_NUMBER = re.compile(r"[0-9]+")


def natural(text: str) -> str:
    """What stands for a name where texts are compared: `v2` before `v10`, and what has leading zeros before
    both.
    """
    return text if text.isalpha() else _NUMBER.sub(_by_value, text)


def _by_value(number: re.Match[str]) -> str:
    """First how many digits there are, told by as many ones, then the digits. Next to a leading zero it is
    the digits that count, up to their end.
    """
    digits = number[0]
    return f"{digits}\0" if digits[0] == "0" else f"{'1' * len(digits)}0{digits}"


@cache
def of_module(module: str) -> tuple[int, str, str]:
    """Modules further up come first."""
    name = module.lstrip(".")
    key = natural(name)
    return len(name) - len(module), key.lower(), key


@cache
def of_member(name: str) -> tuple[int, str, str]:
    """Constants, then classes, then the rest."""
    key = natural(name)
    return _kind(name), key.lower(), key


def of_public(name: str) -> tuple[int, str]:
    """In `__all__`: constants, then classes, then the rest."""
    kind, _, key = of_member(name)
    return kind, key


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


def ordered(found: Iterable[Statement]) -> tuple[Code, ...]:
    """Statements of one block: by modules, then by what is imported."""
    keyed = [
        (*of_module(module), *of_member(first), names, f"from {module} import {names}")
        for module, first, names in found
    ]
    keyed.sort()
    return tuple([Code(text) for *_, text in keyed])


def statements(wanted: Iterable[tuple[str, str, str]]) -> Code:
    """What imports of a module a name, as what it is called here: blocks of statements.

    What keeps its name shares a statement with the others of its module.
    """
    shared: dict[str, list[str]] = {}
    blocks: tuple[list[Statement], ...] = ([], [], [])
    for module, name, local in wanted:
        if local == name:
            shared.setdefault(module, []).append(name)
        else:
            blocks[_section(module)].append(Statement(module, name, f"{name} as {local}"))
    for module, names in shared.items():
        names.sort(key=of_member)
        blocks[_section(module)].append(Statement(module, names[0], ", ".join(names)))
    return Code("\n\n".join(["\n".join(ordered(block)) for block in blocks if block]))


def _kind(name: str) -> int:
    if name.isupper() and len(name.encode()) > 1:  # One letter is no constant, if it is one byte.
        return 0
    return 1 if name[:1].isupper() else 2
