"""Every kind of scalar: its schema, the plain pydantic type beside it, and values of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, Strict

COUNT = 10_000
STRICT = Strict()

Int = Annotated[int, STRICT]
Float = Annotated[float, STRICT]
Text = Annotated[str, STRICT]
Date = Annotated[date, STRICT]
DateTime = Annotated[datetime, STRICT]

INTEGERS = "refuses `1.0`"
NUMBERS = "makes `1` a `1.0`"
TIMES = 'takes `"1577836800"`'


@dataclass(frozen=True)
class Kind:
    """`otherwise` is what the plain type decides otherwise than the schema, if anything."""

    schema: dict[str, Any]
    by_hand: Any
    value: Callable[[int], Any]
    otherwise: str = ""

    @property
    def text(self) -> bytes:
        """10,000 values as JSON, in the list or the object that the schema speaks of."""
        values = [self.value(number) for number in range(COUNT)]
        if self.schema["type"] == "array":
            return json.dumps(values).encode()
        return json.dumps({f"key {number}": value for number, value in enumerate(values)}).encode()


def _list(schema: dict[str, Any], by_hand: Any, value: Callable[[int], Any], otherwise: str = "") -> Kind:
    return Kind({"type": "array", "items": schema}, list[by_hand], value, otherwise)


def _map(schema: dict[str, Any], by_hand: Any, value: Callable[[int], Any], otherwise: str = "") -> Kind:
    return Kind({"type": "object", "additionalProperties": schema}, dict[str, by_hand], value, otherwise)


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    return {**schema, "type": [schema["type"], "null"]}


def _moment(number: int) -> str:
    day = f"2024-{number % 12 + 1:02}-{number % 28 + 1:02}"
    return f"{day}T{number % 24:02}:{number % 60:02}:{number % 60:02}Z"


def _name(number: int) -> str:
    return f"text {number}"


def _whole(number: int) -> int:
    return number


def _quarter(number: int) -> float:
    return number / 4 + 0.1


def _format(name: str) -> dict[str, Any]:
    return {"type": "string", "format": name}


INTEGER = {"type": "integer"}
NUMBER = {"type": "number"}
STRING = {"type": "string"}
LIMITS = {"minimum": 0, "maximum": 1_000_000}
COLOURS = Literal["red", "green", "blue"]
WORDS = r"^[a-z]+ [0-9]+$"

KINDS: dict[str, Kind] = {
    "integer": _list(INTEGER, Int, _whole, INTEGERS),
    "integer, minimum and maximum": _list(
        INTEGER | LIMITS, Annotated[Int, Field(ge=0, le=1_000_000)], _whole, INTEGERS
    ),
    "integer, multipleOf": _list(
        INTEGER | {"multipleOf": 3}, Annotated[Int, Field(multiple_of=3)], lambda n: 3 * n, INTEGERS
    ),
    "integer, int32": _list(
        INTEGER | {"format": "int32"}, Annotated[Int, Field(ge=-(2**31), le=2**31 - 1)], _whole, INTEGERS
    ),
    "integer, int64": _list(
        INTEGER | {"format": "int64"}, Annotated[Int, Field(ge=-(2**63), le=2**63 - 1)], _whole, INTEGERS
    ),
    "integer or null": _list(_nullable(INTEGER), Int | None, lambda n: n if n % 2 else None, INTEGERS),
    "integers in a map": _map(INTEGER, Int, _whole, INTEGERS),
    "number": _list(NUMBER, Float, _quarter, NUMBERS),
    "number, written as integers": _list(NUMBER, Float, _whole, NUMBERS),
    "number, minimum and maximum": _list(
        NUMBER | LIMITS, Annotated[Float, Field(ge=0, le=1_000_000)], _quarter, NUMBERS
    ),
    "number, multipleOf 0.01": _list(
        NUMBER | {"multipleOf": 0.01},
        Annotated[Float, Field(multiple_of=0.01)],
        lambda n: round(n / 4, 2),
        "takes `1e-10`",
    ),
    "number, float": _list(NUMBER | {"format": "float"}, Float, _quarter, "has no range"),
    "number, double": _list(NUMBER | {"format": "double"}, Float, _quarter, NUMBERS),
    "number or null": _list(_nullable(NUMBER), Float | None, lambda n: n / 4 if n % 2 else None, NUMBERS),
    "numbers in a map": _map(NUMBER, Float, _quarter, NUMBERS),
    "number, decimal": _list(
        NUMBER | {"format": "decimal"}, Annotated[Decimal, STRICT], _quarter, 'takes `"1"`'
    ),
    "boolean": _list({"type": "boolean"}, Annotated[bool, STRICT], lambda n: n % 2 == 0),
    "string": _list(STRING, Text, _name),
    "string, minLength and maxLength": _list(
        STRING | {"minLength": 1, "maxLength": 50}, Annotated[Text, Field(min_length=1, max_length=50)], _name
    ),
    "string, pattern": _list(STRING | {"pattern": WORDS}, Annotated[Text, Field(pattern=WORDS)], _name),
    "string or null": _list(_nullable(STRING), Text | None, lambda n: _name(n) if n % 2 else None),
    "string or integer": _list(
        {"type": ["string", "integer"]}, Text | Int, lambda n: n if n % 2 else _name(n), INTEGERS
    ),
    "enum of strings": _list(
        {"enum": ["red", "green", "blue"]}, COLOURS, lambda n: ("red", "green", "blue")[n % 3]
    ),
    "enum of integers": _list(
        {"enum": [1, 2, 3]}, Literal[1, 2, 3], lambda n: n % 3 + 1, "takes `true` for 1"
    ),
    "const, a string": _list({"const": "fixed"}, Literal["fixed"], lambda n: "fixed"),
    "const, true": _list({"const": True}, Literal[True], lambda n: True, "takes 1 for `true`"),
    "date": _list(_format("date"), Date, lambda n: _moment(n)[:10], TIMES),
    "date or null": _list(
        _nullable(_format("date")), Date | None, lambda n: _moment(n)[:10] if n % 2 else None, TIMES
    ),
    "date-time": _list(_format("date-time"), DateTime, _moment, TIMES),
    "date-time or null": _list(
        _nullable(_format("date-time")), DateTime | None, lambda n: _moment(n) if n % 2 else None, TIMES
    ),
    "time": _list(_format("time"), Annotated[time, STRICT], lambda n: _moment(n)[11:], 'takes `"45045"`'),
    "uuid": _list(
        _format("uuid"),
        Annotated[UUID, STRICT],
        lambda n: f"3f2504e0-4f89-41d3-9a0c-{n:012x}",
        "takes other forms",
    ),
    "decimal in a string": _list(
        _format("decimal"), Annotated[Decimal, STRICT], lambda n: f"{n}.25", "takes numbers"
    ),
    "duration": _list(_format("duration"), Text, lambda n: f"P{n}D"),
    "byte": _list(_format("byte"), Text, lambda n: "YWJj"),
    "uri": _list(_format("uri"), Text, lambda n: f"http://example.com/{n}"),
    "email": _list(_format("email"), Text, lambda n: f"a{n}@example.com"),
}


def document() -> dict[str, Any]:
    """An OpenAPI document with a schema for each kind, in their order."""
    schemas = {f"Kind{number}": kind.schema for number, kind in enumerate(KINDS.values())}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Scalars", "version": "1"},
        "paths": {},
        "components": {"schemas": schemas},
    }
