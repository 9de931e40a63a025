"""Arrays as JSON Schema has them, where `list` alone does not say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .equality import canonical, is_array


@dataclass(frozen=True, slots=True)
class Unique:
    """No two entries are equal (`uniqueItems`)."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return core_schema.no_info_before_validator_function(
            self._check, handler(source)
        )

    def _check(self, value: Any) -> Any:
        if is_array(value):
            seen: dict[Any, int] = {}
            for index, entry in enumerate(value):
                first = seen.setdefault(canonical(entry), index)
                if first != index:
                    raise PydanticCustomError(
                        "unique_items",
                        "Entries {first} and {second} are equal",
                        {"first": first, "second": index},
                    )
        return value

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return {**handler(schema), "uniqueItems": True}


class Prefix:
    """`prefixItems`: the first entries have a type each, the last type given is that of all further ones.

    As in JSON Schema, an array may also be shorter.
    """

    def __init__(self, *types: Any) -> None:
        self.types = types

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prefix) and other.types == self.types

    def __hash__(self) -> int:
        return hash(self.types)

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        entries = [handler.generate_schema(type_) for type_ in self.types]
        longest = len(entries) - 1
        choices: dict[int, CoreSchema] = {
            length: core_schema.tuple_schema(entries[:length])
            for length in range(longest)
        }
        choices[longest] = core_schema.tuple_schema(
            entries, variadic_item_index=longest
        )
        by_length = core_schema.tagged_union_schema(
            {length: _as_list(choice) for length, choice in choices.items()},
            lambda value: min(len(value), longest) if is_array(value) else None,
            custom_error_type="list_type",
        )
        return core_schema.no_info_before_validator_function(
            _as_tuple, by_length, serialization=core_schema.simple_ser_schema("any")
        )

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        full: Any = schema
        while full["type"] != "tagged-union":
            full = full["schema"]
        found = handler(full["choices"][len(self.types) - 1]["schema"])
        del found["minItems"]
        return found


def _as_tuple(value: Any) -> Any:
    return tuple(value) if is_array(value) else value


def _as_list(choice: CoreSchema) -> CoreSchema:
    return core_schema.no_info_after_validator_function(list, choice)
