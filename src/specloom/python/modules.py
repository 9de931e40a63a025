"""The imports of one generated module, and the local names they end up with."""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final, TypeAlias

from specloom.code import Code, literal
from specloom.python.expr import Expr, Import, Later, Piece, Quoted
from specloom.python.order import statements
from specloom.values import Value

_BUILTINS: Final = vars(builtins)

ModulePath: TypeAlias = tuple[str, ...]
"""A module from the generated package's root: ("models", "olivaw", "error"); a package ends in "__init__"."""


class ImportsView(Value):
    """Import statements, one a line, in the order isort would give; `typing` goes under TYPE_CHECKING."""

    runtime: Code
    typing: Code


class PlainImports:
    """The imports of any module in which each has its own name: what is printed there is the same in all.

    What is within quotes is not among them.
    """

    def __init__(self) -> None:
        self.found: dict[Import, None] = {}

    def keep(self, wanted: Mapping[Import, None]) -> bool:
        """Add these, which all have their own names."""
        self.found.update(wanted)
        return True

    def render(self, expression: Expr) -> Code:
        """The expression's text, its imports noted."""
        text, imports = expression.plain()
        self.found.update(imports)
        return text


class ModuleImports:
    """Gathers what a module's expressions need and prints the expressions.

    `taken` are the module's own names: its classes, functions, and whatever stands in a class body,
    for an annotation there would find that first. An import that meets one of them, or another import of
    the same name, is given a leading underscore, which no name made from a document has. A module outside
    of the package imports from `root`, which is the package's name.

    What the module has itself is not imported. `evaluated` says that annotations are read as soon as a class
    is made. Then what is imported for type checkers alone must not be there yet, so it may not be called like
    a builtin (`Warning`) either, which would be found: such a class is imported where it stands, too.
    """

    def __init__(
        self,
        module: ModulePath,
        taken: Iterable[str] = (),
        root: str | None = None,
        *,
        evaluated: bool = False,
    ) -> None:
        self._package = module[:-1]
        self._own = "." + ".".join(module) if root is None else None
        self._root = root
        self._evaluated = evaluated
        self._names = set(taken)
        self._runtime: dict[tuple[str, str], Code] = {}
        self._typing: dict[tuple[str, str], Code] = {}
        self._known: dict[Import, Code] = {}

    def add(self, wanted: Import) -> Code:
        """The name under which the module knows it."""
        known = self._known.get(wanted)
        if known is None:
            known = self._known[wanted] = self._called(wanted)
        return known

    def keep(self, wanted: Iterable[Import]) -> bool:
        """Add these; whether all have their own names here."""
        return not [each for each in wanted if self.add(each) != each.name]

    def _called(self, wanted: Import) -> Code:
        module, name, typing_only = wanted
        is_late = self._evaluated and typing_only
        if module == self._own and not (is_late and name in _BUILTINS):
            return Code(name)
        key = module, name
        local = self._runtime.get(key)
        if local is None:
            local = self._typing.pop(key, None) or self._free(key, is_late)
            (self._typing if typing_only else self._runtime)[key] = local
        return local

    def _free(self, key: tuple[str, str], is_late: bool) -> Code:
        name = key[1]
        shadows = name in _BUILTINS and key[0] != "builtins"
        if shadows and (is_late or ("builtins", name) in self._runtime):
            name = f"_{name}"
        number = 1
        while name in self._names:
            # Not two underscores: such a name is another one inside a class.
            name = f"_{key[1]}" if number == 1 else f"_{key[1]}_{number}"
            number += 1
        self._names.add(name)
        return Code(name)

    def render(self, expression: Expr) -> Code:
        """The expression's text, its imports noted."""
        found: list[str] = []
        self._write(expression, found)
        return Code("".join(found))

    def _write(self, expression: Expr, found: list[str]) -> None:
        known = self._known
        for part in expression.parts:
            if isinstance(part, str):
                found.append(part)
            elif isinstance(part, Import):
                found.append(known.get(part) or self.add(part))
            elif isinstance(part, Expr):
                self._write(part, found)
            else:
                found.append(self._piece(part))

    def _piece(self, piece: Piece) -> str:
        match piece:
            case Import():
                return self.add(piece)
            case Later(name=name):
                return self._piece(name)
            case Quoted(parts=parts):
                return literal("".join(map(self._piece, parts)))
        return piece

    def view(self) -> ImportsView:
        if self._typing:
            self.add(Import("typing", "TYPE_CHECKING"))
        return ImportsView(self._statements(self._runtime), self._statements(self._typing))

    def _statements(self, local: Mapping[tuple[str, str], Code]) -> Code:
        return _written(frozenset(local.items()), self._package, self._root)


@cache
def _written(wanted: frozenset[tuple[tuple[str, str], str]], package: ModulePath, root: str | None) -> Code:
    """The statements of modules of one package, many of which import the same."""
    return statements(
        (_spelled(module, package, root), name, local)
        for (module, name), local in wanted
        if module != "builtins" or local != name
    )


def _spelled(module: str, package: ModulePath, root: str | None) -> str:
    if not module.startswith("."):
        return module
    return _relative(module, package) if root is None else f"{root}{module}".rstrip(".")


@cache
def _relative(module: str, package: ModulePath) -> str:
    """The module as those of the package name it, which are many."""
    target = tuple(part for part in module.split(".") if part)
    shared = 0
    while shared < min(len(target), len(package)) and target[shared] == package[shared]:
        shared += 1
    return "." * (len(package) - shared + 1) + ".".join(target[shared:])
