"""The scalar types of JSON Schema, under one roof for the models."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Never, TypeAlias

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .choices import Const, Enum
from .numbers import Float, Int, Integer, Number
from .texts import Date, DateTime, String, Time, Uuid

__all__ = [
    "Const",
    "Date",
    "DateTime",
    "Enum",
    "Float",
    "Int",
    "Integer",
    "Nothing",
    "Number",
    "String",
    "Time",
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
