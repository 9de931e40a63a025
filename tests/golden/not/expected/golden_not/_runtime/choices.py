"""`enum` and `const` where `Literal` alone is not enough: it takes `True` for 1, and cannot hold 1.5."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticKnownError, core_schema

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
        return core_schema.no_info_plain_validator_function(self._check)

    def _check(self, value: Any) -> Any:
        key = canonical(value)
        if key not in self._by_key:
            raise PydanticKnownError(
                "literal_error", {"expected": ", ".join(map(repr, self.values))}
            )
        return self._by_key[key]

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"enum": list(self.values), **self._type()}

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
        return {"const": self.values[0], **self._type()}
