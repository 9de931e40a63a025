"""`oneOf` and `discriminator`, where a Python union alone does not say it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from .labels import labelled

_FAILED = ...


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One member of the union fits, or several. Of `exclusive` ones never more than one does."""

    exclusive: bool = False

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        return labelled(handler(source), exclusive=self.exclusive)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one member of the union fits. `exclusive` members never fit together: nothing to count."""

    exclusive: bool = False

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = labelled(handler(source), exclusive=self.exclusive)
        if self.exclusive:
            return schema
        trials: list[CoreSchema] = [
            core_schema.with_default_schema(member, default=_FAILED, on_error="default")
            for member in _members(schema)
        ]
        counted = core_schema.no_info_wrap_validator_function(
            _at_most_one(len(trials)), core_schema.tuple_schema(trials)
        )
        return core_schema.chain_schema([counted, schema])

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        found = handler(schema if self.exclusive else cast("Any", schema)["steps"][1])
        return {
            "oneOf" if name == "anyOf" else name: value for name, value in found.items()
        }


def _members(schema: CoreSchema) -> list[CoreSchema]:
    if schema["type"] == "nullable":
        return [core_schema.none_schema(), *_members(schema["schema"])]
    if schema["type"] == "union":
        return [
            choice[0] if isinstance(choice, tuple) else choice
            for choice in schema["choices"]
        ]
    return [schema]


def _at_most_one(count: int) -> core_schema.NoInfoWrapValidatorFunction:
    """Let the value pass, for the union itself to be read or to say why nothing fits."""

    def check(value: Any, trials: core_schema.ValidatorFunctionWrapHandler) -> Any:
        fitting = sum(1 for result in trials((value,) * count) if result is not _FAILED)
        if fitting > 1:
            raise PydanticCustomError(
                "one_of",
                "Input should fit exactly one of the schemas, not {count}",
                {"count": fitting},
            )
        return value

    return check


def _unlabelled(choice: CoreSchema | tuple[CoreSchema, str]) -> CoreSchema:
    return choice[0] if isinstance(choice, tuple) else choice


@dataclass(frozen=True, slots=True)
class Tagged:
    """A tag, the text of one member, says which member of a union of objects is read.

    `tags` goes from its values to the members' positions. Alone they decide: every member pins its own.
    With `others`, what the tag does not decide is tried with the members at those positions, the first
    that fits. `attributes` are the Python names of the tag, where they are not the wire's.
    """

    member: str
    tags: Mapping[str, int]
    others: Sequence[int] = ()
    attributes: Sequence[str] = ()

    def __hash__(self) -> int:
        return hash((self.member, *self.tags, *self.others))

    def _paths(self) -> list[list[str | int]]:
        return [[name] for name in (self.member, *self.attributes)]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        members = _members(handler(source))
        tagged = core_schema.tagged_union_schema(
            {tag: members[position] for tag, position in self.tags.items()},
            self._paths(),
            custom_error_type="union_tag",
            custom_error_message="Its member {member} should be one of {tags}",
            custom_error_context={
                "member": repr(self.member),
                "tags": ", ".join(map(repr, self.tags)),
            },
        )
        if not self.others:
            return tagged
        others = [members[position] for position in self.others]
        either = core_schema.union_schema([tagged, *others], mode="left_to_right")
        return labelled(either, exclusive=False)

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        found: Any = schema
        if found["type"] == "tagged-union":
            return handler(core_schema.union_schema(list(found["choices"].values())))
        # Choices may have labels beside them.
        choices: list[Any] = [_unlabelled(each) for each in found["choices"]]
        members: list[Any] = list(choices[0]["choices"].values())
        return handler(core_schema.union_schema(members + choices[1:]))


@dataclass(frozen=True, slots=True)
class Discriminator:
    """The Discriminator Object of OpenAPI. It says which member is meant and never changes what is valid.

    `mapping` goes from the member's values to class names, `otherwise` is a class name (3.2).
    """

    member: str
    mapping: Mapping[str, str] = field(default_factory=dict[str, str])
    otherwise: str | None = None

    def __hash__(self) -> int:
        return hash((self.member, self.otherwise))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        found = handler(schema)
        said: dict[str, Any] = {"propertyName": self.member}
        members: list[dict[str, Any]] = found.get("oneOf") or found.get("anyOf") or []
        references: list[str] = [member.get("$ref", "") for member in members]
        mapping = {
            value: ref
            for value, name in self.mapping.items()
            if (ref := _named(name, references))
        }
        if mapping:
            said["mapping"] = mapping
        if self.otherwise is not None and (ref := _named(self.otherwise, references)):
            said["defaultMapping"] = ref
        return {**found, "discriminator": said}


def _named(name: str, references: list[str]) -> str | None:
    """The reference to a class among those of the members, as pydantic spells it before it shortens them."""
    spelled = re.compile(rf"(^|__|/){re.escape(name)}(-(Input|Output)(__[0-9]+)?)?$")
    return next(
        (reference for reference in references if spelled.search(reference)), None
    )
