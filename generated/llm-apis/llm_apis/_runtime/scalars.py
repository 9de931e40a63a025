"""The scalar types of JSON Schema, under one roof for the models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Never, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .choices import Const, Enum
from .numbers import DecimalNumber, Float, Int, Integer, Number
from .own import As
from .patterns import Backtracking, Search
from .texts import Date, DateTime, DecimalText, Email, String, Time, Uri, Uuid
from .untyped import Anything

__all__ = [
    "Anything",
    "As",
    "Backtracking",
    "Const",
    "Date",
    "DateTime",
    "DecimalNumber",
    "DecimalText",
    "Email",
    "Enum",
    "Float",
    "Int",
    "Integer",
    "Nothing",
    "Number",
    "Search",
    "String",
    "Time",
    "Uri",
    "Uuid",
]


@dataclass(frozen=True, slots=True)
class _NoValue:
    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_plain_validator_function(self._refuse)

    def _refuse(self, value: Any) -> Any:
        raise PydanticCustomError("nothing", "No value is allowed here")

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {"not": {}}


Nothing: TypeAlias = Annotated[Never, _NoValue()]
"""The schema `false`."""
