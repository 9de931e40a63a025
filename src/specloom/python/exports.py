"""What packages offer whose names are loaded on first use."""

from __future__ import annotations

from collections.abc import Iterable

from specloom.code import identifier, literal
from specloom.python.order import Statement, of_public, ordered
from specloom.python.views import ExportsView, ExportView


def exports(
    names: Iterable[tuple[str, str]], *, further: Iterable[Statement] = (), also: Iterable[str] = ()
) -> ExportsView:
    """Names, and the submodules that have them ("" where the name is the submodule).

    `further` is what type checkers see besides; `also` are names that the package has itself.
    """
    listed = list(names)
    modules = {module: (literal(module), f".{module}") for _, module in listed}
    texts = {name: literal(name) for name in (*[name for name, _ in listed], *also)}
    # To type checkers, what is imported by its own name is offered.
    own = [Statement(modules[module][1], name, f"{identifier(name)} as {name}") for name, module in listed]
    return ExportsView(
        entries=tuple([ExportView(text=texts[n], module_text=modules[module][0]) for n, module in listed]),
        statements=ordered((*own, *further)),
        public=tuple([texts[name] for name in sorted(texts, key=of_public)]),
    )
