"""`enum` and `const` where `Literal` alone is not enough: it takes `True` for 1, and cannot hold 1.5."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

from .data import data
from .equality import canonical

_TYPES: dict[object, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
}


class Enum:
    """One of the values, compared as JSON."""

    def __init__(self, *values: Any) -> None:
        self.values = values
        self._by_key: dict[Hashable, Any] = {
            canonical(value): value for value in reversed(values)
        }

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.values == self.values

    def __hash__(self) -> int:
        return hash(tuple(map(canonical, self.values)))

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        if all(value is None or isinstance(value, str) for value in self.values):
            return handler(source)
        any_value = core_schema.no_info_plain_validator_function(self._check)
        choices, whole = self._literals()
        if not whole:
            choices.append(any_value)
        read = core_schema.union_schema(
            choices,
            custom_error_type="literal_error",
            custom_error_context={"expected": self._expected()},
        )
        written = core_schema.plain_serializer_function_ser_schema(
            _json, when_used="json"
        )
        return core_schema.json_or_python_schema(read, any_value, serialization=written)

    def _literals(self) -> tuple[list[CoreSchema | tuple[CoreSchema, str]], bool]:
        """What reads most documents without a call of Python, and whether it reads all of them.

        pydantic's literal is exact for every scalar but that it takes `true` for 1 and `false` for 0.
        """
        values = self._by_key.values()
        bools = [value for value in values if isinstance(value, bool)]
        ints = [value for value in values if type(value) is int]
        whole = {0, 1}.isdisjoint(ints)
        exact = [
            value
            for value in values
            if value is None
            or isinstance(value, str)
            or (isinstance(value, float) and value not in (0.0, 1.0))
        ] + (ints if whole else [])
        found: list[CoreSchema | tuple[CoreSchema, str]] = []
        if exact:
            found.append(core_schema.literal_schema(exact))
        if not whole:
            found.append(_told_apart(core_schema.int_schema(strict=True), ints))
        if bools:
            found.append(_told_apart(core_schema.bool_schema(strict=True), bools))
        return found, whole and len(exact) + len(bools) == len(values)

    def _expected(self) -> str:
        return ", ".join(map(repr, self.values))

    def _check(self, value: Any) -> Any:
        key = canonical(value)
        if key not in self._by_key:
            raise PydanticKnownError("literal_error", {"expected": self._expected()})
        return self._by_key[key]

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"enum": data(self.values), **self._type()}

    def _type(self) -> dict[str, str]:
        named = {_TYPES.get(value.__class__, "") for value in self.values}
        only = named.pop() if len(named) == 1 else ""
        return {"type": only} if only else {}


class Const(Enum):
    """The one value, compared as JSON."""

    def __init__(self, value: Any) -> None:
        super().__init__(value)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"const": data(self.values[0]), **self._type()}


def _json(value: Any) -> Any:
    """Raises ValueError for what is no value of JSON: in a union, another member has to write it."""
    if value is None or isinstance(value, str | int | float | list | tuple | dict):
        return cast("Any", value)
    raise ValueError(f"{type(value).__name__} is no value of an enum")


def _told_apart(read: CoreSchema, values: list[Any]) -> CoreSchema:
    """Values of one type, which is read first."""
    return core_schema.chain_schema([read, core_schema.literal_schema(values)])
