"""Integers and numbers as JSON Schema has them: `1.0` is an integer, `true` and `"1"` are not.

A number counts as the decimal that is written, not as the binary number nearest to it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import Annotated, Any, Final, TypeAlias, cast

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

    def _range(self) -> dict[str, Any]:
        """The limits as those of integers."""
        lows: list[int] = []
        highs: list[int] = []
        for name, value in self._bounds():
            limit = _fraction(value)
            if name == "ge":
                lows.append(math.ceil(limit))
            elif name == "gt":
                lows.append(math.floor(limit) + 1)
            elif name == "le":
                highs.append(math.floor(limit))
            else:
                highs.append(math.ceil(limit) - 1)
        found: dict[str, Any] = {"ge": max(lows)} if lows else {}
        return found | ({"le": min(highs)} if highs else {})

    def _said(self) -> str:
        """The limits in words."""
        return " and ".join(f"{_WORDS[name]} {limit}" for name, limit in self._bounds())


_WORDS: Final = {
    "ge": "at least",
    "gt": "more than",
    "le": "at most",
    "lt": "less than",
}


def _first_that_fits(choices: list[Any], kind: str, limits: str) -> CoreSchema:
    """What fits the first choice exactly costs little more than that choice alone.

    One error speaks of all of them: to tell them apart would cost every number as much as reading it does.
    """
    if not limits:
        return core_schema.union_schema(choices, custom_error_type=_TYPES[kind])
    return core_schema.union_schema(
        choices,
        custom_error_type=kind,
        custom_error_message=f"Input should be {_ARTICLES[kind]} {kind}, {{limits}}",
        custom_error_context={"limits": limits},
    )


_TYPES: Final[dict[str, core_schema.ErrorType]] = {
    "integer": "int_type",
    "number": "float_type",
}
_ARTICLES: Final = {"integer": "an", "number": "a"}


@dataclass(frozen=True, slots=True)
class Integer(_Limits):
    """An integer within limits; formats such as int32 limit it too."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        limits, said = self._range(), self._said()
        if self.multiple_of is not None:
            # What an integer is a multiple of, it is of the fraction's numerator, and the other way round.
            limits["multiple_of"] = _fraction(self.multiple_of).numerator
            said = " and ".join(
                filter(None, (said, f"a multiple of {self.multiple_of}"))
            )

        # Built anew each time: pydantic writes into the schemas that it is given.
        def whole() -> CoreSchema:
            return core_schema.int_schema(strict=True, **limits)

        # Unlimited, every integer fits the first; an integer out of limits must not be rounded into them.
        rest = _any_number() if limits else _any_float()
        to_whole = core_schema.no_info_plain_validator_function(_whole)
        found: Any = _first_that_fits(
            [whole(), core_schema.chain_schema([rest, to_whole, whole()])],
            "integer",
            said,
        )
        found["serialization"] = core_schema.simple_ser_schema("int")
        return cast("CoreSchema", found)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"type": "integer", **self._keywords()}


def _any_float(**limits: Any) -> CoreSchema:
    """Reads integers too, and rounds them."""
    return core_schema.float_schema(strict=True, allow_inf_nan=False, **limits)


def _any_number() -> CoreSchema:
    # An integer fits the second exactly, and is taken as that.
    return _first_that_fits(
        [_any_float(), core_schema.int_schema(strict=True)], "number", ""
    )


def _whole(value: float) -> int:
    if not isinstance(value, float) or not value.is_integer():
        raise ValueError("not an integer")
    return int(value) if abs(value) < _EXACT else int(Decimal(repr(value)))


@dataclass(frozen=True, slots=True)
class Number(_Limits):
    """A number within limits. What is written as an integer stays one; NaN and the infinities are none.

    Beside the Python type Decimal it reads as one.
    """

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        steps = [self._within()]
        if self.multiple_of is not None:
            check = _multiples(self.multiple_of)
            steps.append(core_schema.no_info_plain_validator_function(check))
        if self.asserted and self.format in _WHOLE:
            steps.append(core_schema.no_info_plain_validator_function(_check_whole))
        if source is Decimal:
            return _decimal(steps)
        return core_schema.chain_schema(steps) if len(steps) > 1 else steps[0]

    def _within(self) -> CoreSchema:
        near: dict[str, Any] = {}
        for name, limit in self._bounds():
            strictest = max if name[0] == "g" else min
            inner = _inside(name, limit)
            near[name] = strictest(inner, near.get(name, inner))
        choices: list[CoreSchema] = [
            _any_float(**near),
            core_schema.int_schema(strict=True, **self._range()),
        ]
        if any(abs(limit) >= _EXACT for _, limit in self._bounds()):
            check = core_schema.no_info_plain_validator_function(self._check_limits)
            choices.append(core_schema.chain_schema([_any_number(), check]))
        return _first_that_fits(choices, "number", self._said())

    def _check_limits(self, value: Numeric) -> Numeric:
        """What is near to a limit beyond which doubles lack integers."""
        number = _fraction(value)
        for name, limit in self._bounds():
            if not _HOLDS[name](number, _fraction(limit)):
                raise ValueError("out of limits")
        return value

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"type": "number", **self._keywords()}


_HOLDS: Final = {"ge": ge, "gt": gt, "le": le, "lt": lt}


def _inside(name: str, limit: Numeric) -> float:
    """A limit of doubles, within the one given, to which no integer beyond that one is rounded."""
    if abs(limit) < _EXACT:
        return limit
    try:
        found = float(limit)
    except OverflowError:
        found = math.inf if limit > 0 else -math.inf
    inwards = math.inf if name[0] == "g" else -math.inf
    return math.nextafter(math.nextafter(found, inwards), inwards)


def _multiples(of: Numeric) -> Callable[[Numeric], Numeric]:
    """Takes multiples as decimals, for 0.3 is three times 0.1 to whoever wrote the schema."""
    unit = _fraction(of)
    scale = 1
    while unit * scale != (digits := int(unit * scale)):
        scale *= 10
    # A decimal of 15 digits is what its double is written as, so that doubles can tell.
    most = 10**15 // digits if scale <= 10**22 else 0

    def check(value: Numeric) -> Numeric:
        if isinstance(value, int):
            fits = value * unit.denominator % unit.numerator == 0
        elif -most < (times := value / of) < most:
            fits = round(times) * digits / scale == value
        else:
            fits = _fraction(value) % unit == 0
        if not fits:
            raise PydanticKnownError("multiple_of", {"multiple_of": of})
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
