"""What classes of values are made of: msgspec's structs.

Such a class is made in a twentieth of a dataclass's time, and all are made anew whenever the program starts;
an object of it is made in a third, and nobody can assign to its members. Their metaclass is not Python's own,
so `isinstance` is slow to deny that an object is of such a class: what is asked all the time compares them.
"""

from __future__ import annotations

from typing import dataclass_transform

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

__all__ = ["Struct", "Value", "View", "field", "force_setattr", "replace"]


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value(Struct, frozen=True):
    """Equal and hashed by its members."""


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class View(Struct, frozen=True, eq=False):
    """What a template reads, and nothing compares."""
