"""Names to skip that are names of nothing."""

from __future__ import annotations

import difflib

from specloom.normalise.context import Context


def names(context: Context) -> frozenset[str]:
    """The names to skip that no piece has. Every piece must have been asked for before."""
    return context.skip - context.asked


def report(context: Context, elsewhere: frozenset[str]) -> None:
    """Warn of each of those, but for names of what may be `elsewhere`."""
    for name in sorted(names(context) - elsewhere):
        near = difflib.get_close_matches(name, sorted(context.asked), 3)
        context.warning(
            "skip-unused",
            f"nothing is called {name!r}, so nothing is skipped by it",
            "",
            hint=f"did you mean {', '.join(map(repr, near))}?" if near else None,
        )
