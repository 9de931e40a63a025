"""Reading what stands beside schemas once: what several operations refer to is the same for all."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, TypeVarTuple

from specloom.normalise.types import Types

Place = TypeVarTuple("Place")
T = TypeVar("T")


def once(read: Callable[[Types, *Place], T]) -> Callable[[Types, *Place], T]:
    """The function, done once for the same place. A finding is reported once however often it is found."""

    @wraps(read)
    def known(types: Types, /, *place: *Place) -> T:
        key = (read, place)
        if key not in types.once:
            types.once[key] = read(types, *place)
        found: T = types.once[key]
        return found

    return known
