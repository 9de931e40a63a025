"""When two JSON values are equal (JSON Schema core, section 4.2.2): 1 is 1.0, true is not 1."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from pydantic import BaseModel
from pydantic_core import to_jsonable_python


def canonical(value: Any) -> Hashable:
    """Something hashable that is the same for equal JSON values only. Models count as what they dump to."""
    match value:
        case None | str():
            return value
        case bool():
            return ("boolean", value)
        case int() | float():
            return ("number", value)
        case list() | tuple():
            return ("array", tuple(map(canonical, value)))
        case dict():
            return ("object", frozenset((str(name), canonical(member)) for name, member in value.items()))
        case BaseModel():
            return canonical(value.model_dump(mode="json", by_alias=True, exclude_unset=True))
    return canonical(to_jsonable_python(value))
