"""Integers and numbers as JSON Schema has them: `1.0` is an integer, `true` and `"1"` are not.

A number counts as the decimal that is written, not as the binary number nearest to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Annotated, Any, Final, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

Numeric: TypeAlias = float

_WHOLE: Final = {
    **{
        f"int{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
        for bits in (8, 16, 32, 64)
    },
    **{f"uint{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
    "double-int": (-(2**53) + 1, 2**53 - 1),
}
"""Formats of integers (the registry of OpenAPI's formats)."""

_LARGEST_SINGLE: Final = float.fromhex("0x1.fffffep+127")
_EXACT: Final = 2**53
"""Up to here a double has every integer, and converting to one keeps the order."""


def _fraction(value: Numeric) -> Fraction:
    return Fraction(repr(value) if isinstance(value, float) else value)


@dataclass(frozen=True, slots=True)
class _Limits:
    """The numeric keywords of JSON Schema (validation, section 6.2); `format` limits too if `asserted`."""

    minimum: Numeric | None = None
    maximum: Numeric | None = None
    exclusive_minimum: Numeric | None = None
    exclusive_maximum: Numeric | None = None
    multiple_of: Numeric | None = None
    format: str | None = None
    asserted: bool = True

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

    def _formats(self) -> tuple[Numeric | None, Numeric | None]:
        """The lowest and the highest number of the format."""
        if not self.asserted:
            return None, None
        if self.format == "float":
            return -_LARGEST_SINGLE, _LARGEST_SINGLE
        return _WHOLE.get(self.format or "", (None, None))

    def _bounds(self) -> Iterator[tuple[str, Numeric]]:
        """Every limit by the name that pydantic has for it."""
        lowest, highest = self._formats()
        for name, value in (
            ("ge", self.minimum),
            ("gt", self.exclusive_minimum),
            ("le", self.maximum),
            ("lt", self.exclusive_maximum),
            ("ge", lowest),
            ("le", highest),
        ):
            if value is not None:
                yield name, value

    def _check_multiple(self, value: Numeric) -> Numeric:
        # As decimals, for 0.3 is three times 0.1 to whoever wrote the schema.
        of = self.multiple_of
        if of is not None and _fraction(value) % _fraction(of):
            raise PydanticKnownError("multiple_of", {"multiple_of": of})
        return value


# Built anew each time: pydantic writes into the schemas that it is given.
def _any_integer() -> CoreSchema:
    whole = core_schema.chain_schema(
        [
            core_schema.float_schema(strict=True, allow_inf_nan=False),
            core_schema.no_info_plain_validator_function(_whole),
        ]
    )
    return core_schema.union_schema(
        [core_schema.int_schema(strict=True), whole],
        mode="left_to_right",
        custom_error_type="int_type",
        serialization=core_schema.simple_ser_schema("int"),
    )


def _whole(value: float) -> int:
    if not value.is_integer():
        raise ValueError("not an integer")
    return int(value) if abs(value) < _EXACT else int(Decimal(repr(value)))


def _any_number() -> CoreSchema:
    # A float fits the first exactly, and is taken at once; an integer fits the second better.
    return core_schema.union_schema(
        [
            core_schema.float_schema(strict=True, allow_inf_nan=False),
            core_schema.int_schema(strict=True),
        ],
        mode="smart",
        custom_error_type="float_type",
    )


@dataclass(frozen=True, slots=True)
class Integer(_Limits):
    """An integer within limits; formats such as int32 limit it too."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        lowest, highest = self._range()
        of = self.multiple_of
        whole = of is not None and of == int(of)
        if lowest is None and highest is None and of is None:
            return _any_integer()
        limited: CoreSchema = core_schema.int_schema(
            strict=True,
            ge=lowest,
            le=highest,
            multiple_of=int(of) if of is not None and whole else None,
        )
        if of is not None and not whole:
            limited = core_schema.no_info_after_validator_function(
                self._check_multiple, limited
            )
        return core_schema.chain_schema([_any_integer(), limited])

    def _range(self) -> tuple[int | None, int | None]:
        lows: list[int] = []
        highs: list[int] = []
        for name, value in self._bounds():
            if name == "ge":
                lows.append(math.ceil(value))
            elif name == "gt":
                lows.append(math.floor(value) + 1)
            elif name == "le":
                highs.append(math.floor(value))
            else:
                highs.append(math.ceil(value) - 1)
        return max(lows, default=None), min(highs, default=None)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"type": "integer", **self._keywords()}


@dataclass(frozen=True, slots=True)
class Number(_Limits):
    """A number within limits. What is written as an integer stays one; NaN and the infinities are none.

    Beside the Python type Decimal it reads as one.
    """

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        near: dict[str, Numeric] = {}
        steps: list[CoreSchema] = []
        for name, limit in self._bounds():
            if abs(limit) >= _EXACT:
                check = _exact_bound(name, limit)
                steps.append(core_schema.no_info_plain_validator_function(check))
            else:
                strictest = max if name[0] == "g" else min
                near[name] = strictest(limit, near.get(name, limit))
        steps.insert(0, _limited(near) if near else _any_number())
        if self.multiple_of is not None:
            steps.append(
                core_schema.no_info_plain_validator_function(self._check_multiple)
            )
        if self.asserted and self.format in _WHOLE:
            steps.append(core_schema.no_info_plain_validator_function(_check_whole))
        if source is Decimal:
            return _decimal(steps)
        return core_schema.chain_schema(steps) if len(steps) > 1 else steps[0]

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"type": "number", **self._keywords()}


_ERRORS: Final[dict[str, core_schema.ErrorType]] = {
    "ge": "greater_than_equal",
    "gt": "greater_than",
    "le": "less_than_equal",
    "lt": "less_than",
}


_WORDS: Final = {
    "ge": "at least",
    "gt": "more than",
    "le": "at most",
    "lt": "less than",
}


def _limited(limits: dict[str, Numeric]) -> CoreSchema:
    """A number within limits up to which pydantic's own order of numbers is exact.

    One error speaks of them all: to tell them apart would cost every number as much as reading it does.
    """
    whole: Any = core_schema.int_schema(strict=True)
    broken: Any = core_schema.float_schema(strict=True, allow_inf_nan=False)
    for name, limit in limits.items():
        up = name in ("ge", "lt")
        whole[name] = math.ceil(limit) if up else math.floor(limit)
        broken[name] = limit
    said = " and ".join(f"{_WORDS[name]} {limit}" for name, limit in limits.items())
    return core_schema.union_schema(
        [whole, broken],
        mode="left_to_right",
        custom_error_type="number",
        custom_error_message="Input should be a number, {limits}",
        custom_error_context={"limits": said},
    )


def _exact_bound(name: str, limit: Numeric) -> Any:
    edge = _fraction(limit)

    def check(value: Numeric) -> Numeric:
        number = _fraction(value)
        above, below = name[0] == "g", name[0] == "l"
        if (
            (above and number < edge)
            or (below and number > edge)
            or (name[1] == "t" and number == edge)
        ):
            raise PydanticKnownError(_ERRORS[name], {name: float(limit)})
        return value

    return check


def _check_whole(value: Numeric) -> Numeric:
    if value != int(value):
        raise PydanticKnownError("int_type")
    return value


def _decimal(steps: list[CoreSchema]) -> CoreSchema:
    """A number as a Decimal with the digits that it is written with, and back."""
    read = core_schema.chain_schema(
        [*steps, core_schema.no_info_plain_validator_function(_to_decimal)]
    )

    def check(value: Any, handler: Callable[[Any], Decimal]) -> Decimal:
        if not isinstance(value, Decimal):
            return handler(value)
        handler(_to_json(value))
        return value

    return core_schema.json_or_python_schema(
        read,
        core_schema.no_info_wrap_validator_function(check, read),
        serialization=core_schema.plain_serializer_function_ser_schema(
            _to_json, when_used="json"
        ),
    )


def _to_decimal(value: float) -> Decimal:
    return Decimal(repr(value) if isinstance(value, float) else value)


def _to_json(value: Decimal) -> float:
    """An equal number of JSON. Raises ValueError where there is none with as many digits."""
    if value.is_finite() and value.adjusted() <= 308:
        number = float(value)
        exact = Decimal(repr(number)) == value
        whole = value == value.to_integral_value()
        if whole and (not exact or value.as_tuple().exponent == 0):
            return int(value)
        if exact:
            return number
    raise ValueError(f"{value} has more digits than a JSON number keeps")


Int: TypeAlias = Annotated[int, Integer()]
Float: TypeAlias = Annotated[float, Number()]
DecimalNumber: TypeAlias = Annotated[Decimal, Number(format="decimal")]
