"""When two JSON values are equal (JSON Schema core, section 4.2.2): 1 is 1.0, true is not 1."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any, TypeGuard

from pydantic import BaseModel
from pydantic_core import to_jsonable_python


def is_array(value: Any) -> TypeGuard[Sequence[Any]]:
    """What stands for a JSON array in Python."""
    return isinstance(value, list | tuple)


def is_object(value: Any) -> TypeGuard[Mapping[Any, Any]]:
    """What stands for a JSON object in Python, models apart."""
    return isinstance(value, dict)


def canonical(value: Any) -> Hashable:
    """Something hashable that is the same for equal JSON values only. Models count as what they dump to."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return ("boolean", value)
    if isinstance(value, int | float):
        return ("number", value)
    if is_array(value):
        return ("array", tuple(map(canonical, value)))
    if is_object(value):
        return (
            "object",
            frozenset((str(name), canonical(member)) for name, member in value.items()),
        )
    if isinstance(value, BaseModel):
        return canonical(
            value.model_dump(mode="json", by_alias=True, exclude_unset=True)
        )
    return canonical(to_jsonable_python(value))
