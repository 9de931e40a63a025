"""Decimals in unions: a Decimal does not tell whether it was written as a text or as a number.

Where a union has both, its numbers are floats, so that each value is written as it came.
"""

from __future__ import annotations

from collections.abc import Callable

from specloom import ir

_FORMAT = "decimal"


def mixed(members: tuple[ir.Type, ...], resolve: Callable[[ir.Type], ir.Type]) -> bool:
    """Whether some members are decimal texts and others decimal numbers."""
    kinds = {each.__class__ for each in map(resolve, members) if getattr(each, "format", None) == _FORMAT}
    return {ir.String, ir.Number} <= kinds


def numbers_in_place(
    members: tuple[ir.Type, ...], resolve: Callable[[ir.Type], ir.Type]
) -> tuple[ir.Type, ...]:
    """The members, decimal numbers themselves where a name of one stands, for the name is of a Decimal."""
    return tuple(
        resolve(each) if isinstance(each, ir.Reference) and _is_number(resolve(each)) else each
        for each in members
    )


def _is_number(type: ir.Type) -> bool:
    return isinstance(type, ir.Number) and type.format == _FORMAT
