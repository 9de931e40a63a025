"""The schemas of a package that are evaluated whole, and the annotation that holds a type to one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, cast

from pydantic import BaseModel, GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import (
    CoreSchema,
    PydanticCustomError,
    core_schema,
    to_jsonable_python,
)

from ..data import data
from ..equality import is_array, is_object
from ..patterns import Backtracking, Search
from .compiling import Compiler
from .memory import Validation, evaluate
from .tracking import Check


class Schemas:
    """Schemas by pointer. Their references are such pointers.

    `types` are the names of the types (in the package of models, with their namespace in front) of the
    schemas that the ones asserted refer to; `patterns` are the searches for patterns that an engine does
    not read as they are.
    """

    def __init__(
        self,
        module: str,
        *,
        schemas: Mapping[str, Any],
        types: Mapping[str, str],
        patterns: Mapping[str, Search | Backtracking],
    ) -> None:
        self._package = module.rpartition(".")[0]
        self._schemas = schemas
        self._types = types
        self._patterns = patterns
        self._compiler = Compiler(schemas, self._search)

    def __getitem__(self, pointer: str) -> Asserted:
        """What holds a type to the schema at the pointer."""
        return Asserted(self, pointer)

    def _search(self, pattern: str) -> Callable[[str], bool]:
        return (self._patterns.get(pattern) or Search(pattern)).found

    def schema(self, pointer: str) -> Any:
        return self._schemas[pointer]

    def check(self, pointer: str) -> Check:
        return self._compiler.named(pointer)

    def type(self, pointer: str) -> Any:
        """The type of a schema that is referred to."""
        if pointer not in self._types:
            return Any
        found: Any = sys.modules[self._package]
        for name in self._types[pointer].split("."):
            found = getattr(found, name)
        return found


class Asserted:
    """Holds the values of a type to a schema. The type itself gives their shape."""

    def __init__(self, schemas: Schemas, pointer: str) -> None:
        self._schemas = schemas
        self._pointer = pointer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Asserted) and other._key() == self._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[int, str]:
        return id(self._schemas), self._pointer

    @cached_property
    def _check(self) -> Check:
        return self._schemas.check(self._pointer)

    @cached_property
    def _references(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(_references(self._schemas.schema(self._pointer))))

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return self._held(self._validate, handler(source), handler)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        return self.json_schema(schema, handler)

    def of_members(
        self, model: type[BaseModel], schema: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """The core schema of a model's members, with the whole held to the schema."""
        if schema.get("metadata", {}).get("assertion") == self._pointer:
            return cast("CoreSchema", schema)  # It has been built before.

        def validate(
            value: Any,
            members: core_schema.ValidatorFunctionWrapHandler,
            info: core_schema.ValidationInfo[Any],
        ) -> Any:
            if info.mode == "json":
                return self._read(value, members)
            read = members(value)
            self._judge(_written(model, *read))
            return read

        held: Any = self._held(validate, schema, handler)
        held["metadata"] = {**held.get("metadata", {}), "assertion": self._pointer}
        return cast("CoreSchema", held)

    def _held(
        self,
        validate: core_schema.WithInfoWrapValidatorFunction,
        shape: CoreSchema,
        handler: GetCoreSchemaHandler,
    ) -> CoreSchema:
        """A core schema that has the types referred to beside it, so that a JSON Schema can name them."""
        schema: CoreSchema = core_schema.with_info_wrap_validator_function(
            validate, shape
        )
        if not self._references:
            return schema
        types = [
            handler.generate_schema(self._schemas.type(r)) for r in self._references
        ]
        # The strict branch is always taken; the other one is there to be found.
        return core_schema.lax_or_strict_schema(
            core_schema.tuple_schema(types), schema, strict=True
        )

    def json_schema(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        """The schema as the document has it. `schema` is, or holds, the core schema that was made here."""
        names: dict[str, Any] = {}
        if self._references:
            within: Any = schema
            while within["type"] != "lax-or-strict":
                within = within["schema"]
            types = within["lax_schema"]["items_schema"]
            # The handler would ask the annotations beside this one: they say nothing of other types.
            generator: Any = cast("Any", handler).generate_json_schema
            said = map(generator.generate_inner, types)
            names = dict(zip(self._references, said, strict=True))
        return _renamed(self._schemas.schema(self._pointer), names)

    def _validate(
        self,
        value: Any,
        shape: core_schema.ValidatorFunctionWrapHandler,
        info: core_schema.ValidationInfo[Any],
    ) -> Any:
        if info.mode == "json":
            return self._read(value, shape)
        read = shape(value)
        self._judge(_plain(read))
        return read

    def _read(self, value: Any, shape: core_schema.ValidatorFunctionWrapHandler) -> Any:
        """Read a value of JSON, which all that it holds is validated as part of."""
        with Validation():
            read = shape(value)
            self._judge(value)
            return read

    def _judge(self, value: Any) -> None:
        try:
            failure = evaluate(self._check, value)
        except RecursionError:
            raise PydanticCustomError(
                "nested_too_deeply", "Input is nested too deeply"
            ) from None
        if failure is not None:
            raise PydanticCustomError(
                "assertion",
                "The schema's {keyword} refuses the value at {pointer}",
                {"keyword": failure.keyword, "pointer": failure.pointer or "its top"},
            )


def _written(
    model: type[BaseModel],
    values: dict[str, Any],
    extra: dict[str, Any] | None,
    names: set[str],
) -> Any:
    """The JSON of a model that is about to be made of what has been read."""
    made = model.__new__(model)
    object.__setattr__(made, "__dict__", values)
    object.__setattr__(made, "__pydantic_extra__", extra)
    object.__setattr__(made, "__pydantic_fields_set__", names)
    object.__setattr__(made, "__pydantic_private__", None)
    return _plain(made)


def _plain(value: Any) -> Any:
    """The value as the JSON that is written for it."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if is_array(value):
        return [_plain(entry) for entry in value]
    if is_object(value):
        return {str(name): _plain(member) for name, member in value.items()}
    return to_jsonable_python(value)


_DATA = ("const", "enum", "default", "examples", "example")
_BY_NAME = ("properties", "patternProperties", "dependentSchemas", "$defs")


def _references(schema: Any) -> Iterator[str]:
    for keyword, below in _below(schema):
        if keyword == "$ref" and isinstance(below, str):
            yield below
        yield from _references(below)


def _below(schema: Any) -> Iterator[tuple[str, Any]]:
    """What stands directly in a schema, or in a list of schemas, by keyword; members' names are none."""
    if is_array(schema):
        yield from (("", entry) for entry in schema)
    elif is_object(schema):
        for keyword, value in schema.items():
            if keyword in _BY_NAME:
                yield from (("", member) for member in value.values())
            elif keyword not in _DATA:
                yield keyword, value


def _renamed(schema: Any, names: Mapping[str, Any]) -> Any:
    """The schema with each reference as a JSON Schema of the package has it."""
    if is_array(schema):
        return [_renamed(entry, names) for entry in schema]
    if not is_object(schema):
        return schema
    made: dict[str, Any] = {}
    for keyword, value in schema.items():
        if keyword == "$ref":
            target = names[value]
            if target.keys() == {"$ref"}:
                made.update(target)
            else:
                made.setdefault("allOf", []).append(target)
        elif keyword in _BY_NAME:
            made[keyword] = {name: _renamed(m, names) for name, m in value.items()}
        elif keyword == "allOf":
            made[keyword] = [*made.get("allOf", []), *_renamed(value, names)]
        elif keyword == "discriminator":
            made[keyword] = _pointing(value, names)
        else:
            made[keyword] = data(value) if keyword in _DATA else _renamed(value, names)
    return made


def _pointing(discriminator: Any, names: Mapping[str, Any]) -> Any:
    """A discriminator whose mapping leads to the same types."""
    mapping = {
        tag: names.get(str(target).lstrip("#"), {}).get("$ref", target)
        for tag, target in discriminator.get("mapping", {}).items()
    }
    return {**discriminator, "mapping": mapping} if mapping else dict(discriminator)
