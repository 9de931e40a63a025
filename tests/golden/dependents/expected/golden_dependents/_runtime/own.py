"""Types of the user's own in place of a schema's: the schema decides, then the type reads what it allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from pydantic import (
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    SerializationInfo,
    TypeAdapter,
)
from pydantic_core import CoreSchema, core_schema

_JSON: Final = (str, int, float, list, dict)


class _Reader:
    """Values of JSON to the user's type and back.

    pydantic has to know how: the name of the type may come from a document, so it is never just called.
    """

    def __init__(self, type_: Any) -> None:
        self.type = type_

    @cached_property
    def adapter(self) -> TypeAdapter[Any]:
        return TypeAdapter(self.type)

    def read(self, value: Any) -> Any:
        """Raises ValueError, or pydantic's ValidationError, which is one."""
        return self.adapter.validate_python(value)

    def dump(self, value: Any, info: SerializationInfo) -> Any:
        return self.write(value) if info.mode == "json" else value

    def write(self, value: Any) -> Any:
        return self.adapter.dump_python(
            value, mode="json", by_alias=True, exclude_unset=True
        )

    def is_own(self, value: Any) -> bool:
        """Whether the value is one of the type already, and none of JSON's."""
        if type(value) is self.type:
            return True
        plain = value is None or isinstance(value, _JSON)
        return (
            not plain and isinstance(self.type, type) and isinstance(value, self.type)
        )


@dataclass(frozen=True, slots=True)
class As:
    """Stands beside the user's type; `schema` gives the type that decides."""

    schema: Callable[[], Any]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        reader = _Reader(source)

        def check(value: Any, decide: Callable[[Any], Any]) -> Any:
            if reader.is_own(value):
                decide(reader.write(value))
                return value
            decide(value)
            return reader.read(value)

        return core_schema.no_info_wrap_validator_function(
            check,
            handler.generate_schema(self.schema()),
            serialization=core_schema.plain_serializer_function_ser_schema(
                reader.dump, info_arg=True
            ),
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        inner: Any = schema
        # A handler goes on only below what it is given.
        return handler(core_schema.list_schema(inner["schema"])).get("items", {})
