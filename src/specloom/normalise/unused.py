"""Names to skip that are names of nothing."""

from __future__ import annotations

import difflib

from specloom.normalise.context import Context


def report(context: Context) -> None:
    """Warn of each name to skip that no piece has. Every piece must have been asked for before."""
    for name in sorted(context.skip - context.asked):
        near = difflib.get_close_matches(name, sorted(context.asked), 3)
        context.warning(
            "skip-unused",
            f"nothing is called {name!r}, so nothing is skipped by it",
            "",
            hint=f"did you mean {', '.join(map(repr, near))}?" if near else None,
        )
