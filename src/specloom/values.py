"""Classes of values. Type checkers hold them frozen, and nothing but type checkers has to.

`dataclass(frozen=True)` sees to it at run time as well: an object takes three times as long to be made, and a
class, which is made anew whenever the program starts, twice as long.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform, overload

T = TypeVar("T")


@overload
def frozen(kind: type[T], /) -> type[T]: ...
@overload
def frozen(*, kw_only: bool = False) -> Callable[[type[T]], type[T]]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(
    kind: type[T] | None = None, /, *, kw_only: bool = False
) -> type[T] | Callable[[type[T]], type[T]]:
    """A dataclass with slots, equal and hashed by its members."""
    made = dataclass(slots=True, kw_only=kw_only, unsafe_hash=True)
    return made if kind is None else made(kind)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def view(kind: type[T]) -> type[T]:
    """What a template reads, and nothing compares or prints: a dataclass with slots, made by name."""
    return dataclass(slots=True, kw_only=True, eq=False, repr=False, match_args=False)(kind)
