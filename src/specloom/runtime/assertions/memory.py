"""What fits is evaluated once in a validation.

The types inside an asserted one may be asserted themselves, and its schema refers to theirs. Each is judged
after what it holds, so that the outer evaluation would go through all of that again, and so would every one
around it.
"""

from __future__ import annotations

from threading import local
from typing import Any, Final

from ..equality import is_array, is_object
from .tracking import Check, Failure


class _Held(local):
    # The values are kept as long as their identities are.
    fitting: dict[tuple[Check, int], Any] | None = None


_HELD: Final = _Held()


class Validation:
    """While it is entered, values that fit are remembered; inside another one, as long as that is."""

    __slots__ = ("_outermost",)

    def __enter__(self) -> None:
        self._outermost = _HELD.fitting is None
        if self._outermost:
            _HELD.fitting = {}

    def __exit__(self, *raised: object) -> None:
        if self._outermost:
            _HELD.fitting = None


def evaluate(check: Check, value: Any) -> Failure | None:
    """Decide a value, unless it is known to fit."""
    fitting = _HELD.fitting
    if fitting is None or not (is_array(value) or is_object(value)):
        return check(value, None)
    key = (check, id(value))
    if key in fitting:
        return None
    failure = check(value, None)
    if failure is None:
        fitting[key] = value
    return failure
