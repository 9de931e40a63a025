"""Numbers within limits (JSON Schema 2020-12 validation, 6.2)."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random
from typing import Final

from specloom import ir
from specloom.mock.limits import UnmakeableError

_WINDOW: Final = 100
_FORMATS: Final = {
    "int8": (-(2**7), 2**7 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
    "uint8": (0, 2**8 - 1),
    "uint16": (0, 2**16 - 1),
    "uint32": (0, 2**32 - 1),
    "uint64": (0, 2**64 - 1),
}


def number(type: ir.Integer | ir.Number, rng: Random) -> int | float:
    """A number of the type, not far from zero where it may be. Raises :class:`UnmakeableError`."""
    low, above = _low(type)
    high, below = _high(type)
    if low is None:
        low = Fraction(0) if high is None or high >= 1 else high - _WINDOW
    wide = low + _WINDOW
    if type.multiple_of is not None:
        wide = max(wide, low + 2 * abs(_exact(type.multiple_of)))
    if high is None or wide < high:
        high, below = wide, False
    step = _step(type)
    first, last = math.ceil(low / step), math.floor(high / step)
    first += above and first * step == low
    last -= below and last * step == high
    if first <= last:
        return _plain(rng.randint(first, last) * step)
    if isinstance(type, ir.Number) and type.multiple_of is None and low <= high:
        if low < high:
            return float((low + high) / 2)
        if not (above or below):
            return _plain(low)
    raise UnmakeableError("no number is within its limits")


def _low(type: ir.Integer | ir.Number) -> tuple[Fraction | None, bool]:
    """The greatest lower limit, and whether it is outside itself."""
    limits = [(_exact(type.minimum), False)] if type.minimum is not None else []
    if type.exclusive_minimum is not None:
        limits.append((_exact(type.exclusive_minimum), True))
    if type.format in _FORMATS and _FORMATS[type.format][0] == 0:
        limits.append((Fraction(0), False))
    return max(limits, default=(None, False))


def _high(type: ir.Integer | ir.Number) -> tuple[Fraction | None, bool]:
    limits = [(_exact(type.maximum), True)] if type.maximum is not None else []
    if type.exclusive_maximum is not None:
        limits.append((_exact(type.exclusive_maximum), False))
    if type.format in _FORMATS:
        limits.append((Fraction(_FORMATS[type.format][1]), True))
    if not limits:
        return None, False
    # Of two equal limits the one counts that is outside itself.
    value, inside = min(limits)
    return value, not inside


def _step(type: ir.Integer | ir.Number) -> Fraction:
    if type.multiple_of is None:
        return Fraction(1) if isinstance(type, ir.Integer) else Fraction(1, 100)
    step = abs(_exact(type.multiple_of))
    # The multiples of p/q that are integers are those of p.
    return Fraction(step.numerator) if isinstance(type, ir.Integer) else step


def _exact(value: object) -> Fraction:
    return Fraction(str(value))


def _plain(value: Fraction) -> int | float:
    return int(value) if value.denominator == 1 else float(value)
