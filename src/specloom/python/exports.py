"""What packages offer whose names are loaded on first use."""

from __future__ import annotations

from collections.abc import Iterable

from specloom.code import Code, identifier, literal
from specloom.python.order import Statement, of_public, of_statement
from specloom.python.views import ExportsView, ExportView


def exports(
    names: Iterable[tuple[str, str]], *, further: Iterable[Statement] = (), also: Iterable[str] = ()
) -> ExportsView:
    """Names, and the submodules that have them ("" where the name is the submodule).

    `further` is what type checkers see besides; `also` are names that the package has itself.
    """
    entries = tuple(_export(name, module) for name, module in names)
    # To type checkers, what is imported by its own name is offered.
    own = (Statement(entry.holder, entry.name, f"{entry.name} as {entry.name}") for entry in entries)
    return ExportsView(
        entries=entries,
        statements=tuple(statement.text for statement in sorted((*own, *further), key=of_statement)),
        public=public((*(entry.name for entry in entries), *also)),
    )


def public(names: Iterable[str]) -> tuple[Code, ...]:
    """The literals of `__all__`."""
    return tuple(map(literal, sorted(names, key=of_public)))


def _export(name: str, module: str) -> ExportView:
    return ExportView(
        name=identifier(name), text=literal(name), module=Code(module or name), module_text=literal(module)
    )
