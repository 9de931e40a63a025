"""What packages offer whose names are loaded on first use."""

from __future__ import annotations

from collections.abc import Iterable

from specloom.code import Code, identifier, literal
from specloom.python.order import Statement, of_public, ordered
from specloom.python.views import ExportsView, ExportView


def exports(
    names: Iterable[tuple[str, str]], *, further: Iterable[Statement] = (), also: Iterable[str] = ()
) -> ExportsView:
    """Names, and the submodules that have them ("" where the name is the submodule).

    `further` is what type checkers see besides; `also` are names that the package has itself.
    """
    listed = list(names)
    modules = {module: literal(module) for _, module in listed}
    # To type checkers, what is imported by its own name is offered.
    own = [Statement(f".{module}", name, f"{identifier(name)} as {name}") for name, module in listed]
    return ExportsView(
        entries=tuple(ExportView(text=literal(name), module_text=modules[module]) for name, module in listed),
        statements=ordered((*own, *further)),
        public=public((*(name for name, _ in listed), *also)),
    )


def public(names: Iterable[str]) -> tuple[Code, ...]:
    """The literals of `__all__`."""
    return tuple(map(literal, sorted(names, key=of_public)))
