"""Decimals in unions: a Decimal does not tell whether it was written as a text or as a number.

Where a union has both, its numbers are floats, so that each value is written as it came.
"""

from __future__ import annotations

from collections.abc import Callable

from specloom import ir

_FORMAT = "decimal"


def mixed(members: tuple[ir.Type, ...], resolve: Callable[[ir.Type], ir.Type]) -> bool:
    """Whether some members are decimal texts and others decimal numbers."""
    found = list(map(resolve, members))
    return any(map(_is_text, found)) and any(map(_is_number, found))


def numbers_in_place(
    members: tuple[ir.Type, ...], resolve: Callable[[ir.Type], ir.Type]
) -> tuple[ir.Type, ...]:
    """The members, decimal numbers themselves where a name of one stands, for the name is of a Decimal."""
    return tuple(
        resolve(each) if isinstance(each, ir.Reference) and _is_number(resolve(each)) else each
        for each in members
    )


def _is_text(type: ir.Type) -> bool:
    return type.__class__ is ir.String and type.format == _FORMAT


def _is_number(type: ir.Type) -> bool:
    return type.__class__ is ir.Number and type.format == _FORMAT
