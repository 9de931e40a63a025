"""Values of any type: what JSON can say, and so no number that JSON has no text for.

`1e999` reads as infinity, which would be written as `null`. RFC 8259, section 6, lets a reader limit the
numbers that it takes: these are refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .equality import is_array, is_object


@dataclass(frozen=True, slots=True)
class _Finite:
    """Every number in the value is finite."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        # Null, which untyped members often are, is read without a call of Python.
        return core_schema.nullable_schema(
            core_schema.no_info_after_validator_function(_check, handler(source))
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {}


def _check(value: Any) -> Any:
    kind = value.__class__
    if kind is dict:
        # Most objects hold nothing else: told here, where a call of a function would double the cost.
        for entry in value.values():
            if type(entry) not in _PLAIN:
                break
        else:
            return value
    elif kind in _PLAIN:
        return value
    try:
        is_finite = _is_finite(value)
    except RecursionError:
        raise PydanticCustomError(
            "nested_too_deeply", "Input is nested too deeply"
        ) from None
    if not is_finite:
        raise PydanticCustomError(
            "finite_number",
            "Input should have finite numbers only, and none too large for a double",
        )
    return value


def _is_finite(value: Any) -> bool:
    if is_object(value):
        entries: Iterable[Any] = value.values()
    elif is_array(value):
        entries = value
    else:
        # The difference is 0 for all but infinities and NaN.
        return not isinstance(value, float) or value - value == 0
    return all(map(_is_finite, [e for e in entries if type(e) not in _PLAIN]))


_PLAIN: Final = frozenset((str, int, bool, type(None)))
"""The types of values that are no number with a limit and hold none."""


Anything: TypeAlias = Annotated[Any, _Finite()]
"""The schema `true`: every JSON value."""
