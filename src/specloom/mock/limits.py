"""What bounds the making of values, and what is said where there is none."""

from __future__ import annotations

from typing import Final

ATTEMPTS: Final = 40
"""How many whole values are tried before one is said to be impossible to make."""

DRAWS: Final = 200
"""How many texts are drawn for a pattern, and values for a schema that no plain type can say."""

NODES: Final = 20_000
"""How many values may be made inside one, tried ones included."""

DEEPEST: Final = 5
"""Below this many levels, what may be left out is."""

RECURSIONS: Final = 8
"""How often a type may stand inside itself where it has to."""


class UnmakeableError(Exception):
    """No value is known to fit; the message is the reason."""
