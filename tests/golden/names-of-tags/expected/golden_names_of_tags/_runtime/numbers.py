"""Integers and numbers as JSON Schema has them: `1.0` is an integer, `true` and `"1"` are not."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

_RANGES = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}


@dataclass(frozen=True, slots=True)
class _Limits:
    """The numeric keywords of JSON Schema (validation, section 6.2) and `format`."""

    minimum: float | None = None
    maximum: float | None = None
    exclusive_minimum: float | None = None
    exclusive_maximum: float | None = None
    multiple_of: float | None = None
    format: str | None = None

    def _keywords(self) -> dict[str, Any]:
        said = {
            "minimum": self.minimum,
            "maximum": self.maximum,
            "exclusiveMinimum": self.exclusive_minimum,
            "exclusiveMaximum": self.exclusive_maximum,
            "multipleOf": self.multiple_of,
            "format": self.format,
        }
        return {keyword: value for keyword, value in said.items() if value is not None}

    def _check_multiple(self, value: float) -> float:
        # As decimals, for 0.3 is three times 0.1 to whoever wrote the schema.
        if self.multiple_of is not None and Fraction(repr(value)) % Fraction(
            repr(self.multiple_of)
        ):
            raise PydanticKnownError("multiple_of", {"multiple_of": self.multiple_of})
        return value


# Built anew each time: pydantic writes into the schemas that it is given.
def _any_integer() -> CoreSchema:
    whole = core_schema.chain_schema(
        [
            core_schema.float_schema(strict=True, allow_inf_nan=False, multiple_of=1),
            core_schema.no_info_plain_validator_function(int),
        ]
    )
    return core_schema.union_schema(
        [core_schema.int_schema(strict=True), whole],
        mode="left_to_right",
        custom_error_type="int_type",
        serialization=core_schema.simple_ser_schema("int"),
    )


def _any_number() -> CoreSchema:
    return core_schema.union_schema(
        [
            core_schema.int_schema(strict=True),
            core_schema.float_schema(strict=True, allow_inf_nan=False),
        ],
        mode="left_to_right",
        custom_error_type="float_type",
    )


@dataclass(frozen=True, slots=True)
class Integer(_Limits):
    """An integer within limits; the formats int32 and int64 limit it too."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        lowest, highest = self._range()
        whole = isinstance(self.multiple_of, int)
        if lowest is None and highest is None and self.multiple_of is None:
            return _any_integer()
        limited: CoreSchema = core_schema.int_schema(
            strict=True,
            ge=lowest,
            le=highest,
            multiple_of=int(self.multiple_of or 1) if whole else None,
        )
        if self.multiple_of is not None and not whole:
            limited = core_schema.no_info_after_validator_function(
                self._check_multiple, limited
            )
        return core_schema.chain_schema([_any_integer(), limited])

    def _range(self) -> tuple[int | None, int | None]:
        lowest, highest = _RANGES.get(self.format or "", (None, None))
        lows = [lowest] if lowest is not None else []
        highs = [highest] if highest is not None else []
        if self.minimum is not None:
            lows.append(math.ceil(self.minimum))
        if self.exclusive_minimum is not None:
            lows.append(math.floor(self.exclusive_minimum) + 1)
        if self.maximum is not None:
            highs.append(math.floor(self.maximum))
        if self.exclusive_maximum is not None:
            highs.append(math.ceil(self.exclusive_maximum) - 1)
        return max(lows, default=None), min(highs, default=None)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"type": "integer", **self._keywords()}


@dataclass(frozen=True, slots=True)
class Number(_Limits):
    """A number within limits. What is written as an integer stays one; NaN and the infinities are none."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        if self._keywords().keys() <= {"format"}:
            return _any_number()
        return core_schema.no_info_after_validator_function(self._check, _any_number())

    def _check(self, value: float) -> float:
        if self.minimum is not None and value < self.minimum:
            raise PydanticKnownError("greater_than_equal", {"ge": self.minimum})
        if self.exclusive_minimum is not None and value <= self.exclusive_minimum:
            raise PydanticKnownError("greater_than", {"gt": self.exclusive_minimum})
        if self.maximum is not None and value > self.maximum:
            raise PydanticKnownError("less_than_equal", {"le": self.maximum})
        if self.exclusive_maximum is not None and value >= self.exclusive_maximum:
            raise PydanticKnownError("less_than", {"lt": self.exclusive_maximum})
        return self._check_multiple(value)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"type": "number", **self._keywords()}


Int: TypeAlias = Annotated[int, Integer()]
Float: TypeAlias = Annotated[float, Number()]
