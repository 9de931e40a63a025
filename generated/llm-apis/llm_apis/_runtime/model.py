"""The base of every generated model: strict, open, exact about what is absent.

What a model does that pydantic alone would not:

* `Model(class_=…)` takes Python names and wire names, `model_validate` wire names only;
* dumping gives back what was read: wire names, and only what was set;
* classes of other modules are found on first use, so that models may refer to each other freely;
* its JSON Schema says what the document's schema says, and no more.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from types import CodeType
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Final, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
)
from pydantic.fields import FieldInfo
from pydantic_core import CoreSchema, PydanticCustomError, core_schema, from_json

from .equality import is_object
from .untyped import Anything

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)


def absent() -> None:
    """What a member that is not there reads as. No default: it stays out of dumps and of the JSON Schema."""


@dataclass(frozen=True, slots=True)
class _NotNull:
    """Null may be read from the attribute, but never stands in a document."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        schema = handler(source)
        return schema["schema"] if schema["type"] == "nullable" else schema


def _is_absent(value: object) -> bool:
    return value is None


Maybe: TypeAlias = Annotated[T | None, _NotNull(), Field(exclude_if=_is_absent)]
"""A member that may be absent (read as None) and is never null, so that no dump writes it as null."""


def default(json: str) -> Callable[[], Any]:
    """A factory for a default that is more than a scalar. The field validates it, as it would a document."""
    return lambda: from_json(json)


def count_members(model: M, *, minimum: int = 0, maximum: int | None = None) -> M:
    """Hold a model to `minProperties` and `maxProperties`."""
    declared = model.model_fields_set & type(model).model_fields.keys()
    count = len(declared) + len(model.model_extra or ())
    if count < minimum:
        raise PydanticCustomError(
            "min_properties", "Needs {minimum} members or more", {"minimum": minimum}
        )
    if maximum is not None and count > maximum:
        raise PydanticCustomError(
            "max_properties", "Takes {maximum} members at most", {"maximum": maximum}
        )
    return model


def link(module: str, annotations: Iterable[str]) -> None:
    """Put the names that annotations use, and that the module lacks, from its package into the module."""
    namespace = vars(sys.modules[module])
    package = sys.modules.get(namespace["__package__"] or "")
    # The lazy index of the package; its `__all__` has the same names, but in a list.
    known = getattr(getattr(package, "__getattr__", None), "modules", ())
    for annotation in annotations:
        for name in _names(compile(annotation, module, "eval")):
            # An import that meets another name of the module has a leading underscore there.
            if name not in namespace and (exported := name.lstrip("_")) in known:
                namespace[name] = getattr(package, exported)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _link_class(cls: type[BaseModel]) -> None:
    if cls is Model:
        return
    written = inspect.get_annotations(cls)
    link(cls.__module__, (text for text in written.values() if isinstance(text, str)))
    for base in cls.__bases__:
        if issubclass(base, BaseModel):
            _inherit(cls, base, written)


def _inherit(
    cls: type[BaseModel], base: type[BaseModel], own: Mapping[str, Any]
) -> None:
    """Take over the base's members as its own module reads them, whose names that of the class may lack."""
    if base is Model or cls.__pydantic_fields_complete__:
        return
    if not base.__pydantic_fields_complete__:
        base.model_rebuild()
    for name, field in base.model_fields.items():
        if name not in own:
            cls.model_fields[name] = copy(field)


_MISSING: Final = object()


def _missing() -> object:
    return _MISSING


def _hidden(cls: type[BaseModel]) -> dict[str, FieldInfo]:
    """The optional members whose Python name an unknown member of a document may have."""
    if cls.model_config.get("extra") == "forbid":
        return {}
    return {
        name: field
        for name, field in cls.model_fields.items()
        if field.validation_alias not in (None, name) and not field.is_required()
    }


def _keep_apart(schema: CoreSchema, hidden: dict[str, FieldInfo]) -> None:
    """Let no unknown member `class_` make the member `class` count as set.

    pydantic keeps the names of both in one set. A member that is not there and has no default is told
    from one that is null by a value that only stands there until here.
    """

    def check(read: tuple[dict[str, Any], dict[str, Any] | None, set[str]]) -> Any:
        values, extra, names = read
        for name in hidden:
            is_missing = values[name] is _MISSING
            if is_missing:
                values[name] = None
            if extra and name in extra and (is_missing or _is_default(name, values)):
                names.discard(name)
        return read

    def _is_default(name: str, values: dict[str, Any]) -> bool:
        field = hidden[name]
        return field.default_factory is not absent and values[
            name
        ] == field.get_default(call_default_factory=True, validated_data={})

    within = _model(schema)
    members = within["schema"]
    while members["type"] != "model-fields":
        is_asserted = members["type"] == "lax-or-strict"
        members = members["strict_schema" if is_asserted else "schema"]
    for name in hidden:
        member = members["fields"][name]["schema"]
        if member.get("default_factory") is absent:
            member["default_factory"] = _missing
    within["schema"] = core_schema.no_info_after_validator_function(
        check, within["schema"]
    )


def _model(schema: CoreSchema) -> Any:
    """The part of a core schema that makes the model."""
    within: Any = schema
    while within["type"] != "model":
        within = within["schema"]
    return within


def _required_one_way(said: Mapping[str, Any], whole: Mapping[str, Any]) -> list[str]:
    """The members that only the class, a form for one direction, requires."""
    return [
        name
        for name in said.get("required", ())
        if name not in whole.get("required", ())
        and is_object(member := whole.get("properties", {}).get(name))
        and (member.get("readOnly") or member.get("writeOnly"))
    ]


class Model(BaseModel):
    if not TYPE_CHECKING:
        __slots__ = ("_is_open",)

    model_config = ConfigDict(
        strict=True,
        extra="allow",
        defer_build=True,
        protected_namespaces=(),
        serialize_by_alias=True,
        polymorphic_serialization=True,
    )

    __assertion__: ClassVar[Any] = None
    """What holds documents of the class to a schema that says more than its members."""

    if TYPE_CHECKING:
        __pydantic_extra__: Any = Field(init=False)
    else:
        __pydantic_extra__: dict[str, Anything]

        def __init__(self, /, **data):
            self.__pydantic_validator__.validate_python(
                data, self_instance=self, by_name=True, by_alias=True
            )

        def __init_subclass__(cls, **options):
            # The value that tells type checkers of no argument would hide the slot, and unknown members
            # would be kept among the declared ones, which makes unions take the whole for something else.
            if "__pydantic_extra__" in vars(cls):
                del cls.__pydantic_extra__
            super().__init_subclass__(**options)

        # pydantic would take it for a custom __init__ and call it from model_validate, with Python names.
        __init__.__pydantic_base_init__ = True

        def model_dump(self, **options):
            return super().model_dump(**_dumping(self, options))

        def model_dump_json(self, **options):
            return super().model_dump_json(**_dumping(self, options))

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        """Only what was set."""
        return (
            (name, value)
            for name, value in super().__repr_args__()
            if name is None or name in self.model_fields_set
        )

    @classmethod
    def model_rebuild(cls, **options: Any) -> bool | None:
        _link_class(cls)
        return super().model_rebuild(**options)

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        _link_class(cls)
        schema = handler(source)
        hidden = _hidden(cls)
        if hidden:
            _keep_apart(handler.resolve_ref_schema(schema), hidden)
        if cls.__assertion__ is not None:
            within = _model(handler.resolve_ref_schema(schema))
            within["schema"] = cls.__assertion__.of_members(
                cls, within["schema"], handler
            )
        return schema

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Any:
        found = handler(schema)
        said = handler.resolve_ref_schema(found)
        if cls.__assertion__ is not None:
            whole = cls.__assertion__.json_schema(schema, handler)
            required = [*whole.get("required", ()), *_required_one_way(said, whole)]
            said.clear()
            said.update(whole, **({"required": required} if required else {}))
            return found
        if said.get("additionalProperties") in (True, {}):
            del said["additionalProperties"]
        if cls.model_config.get("title") is None:
            said.pop("title", None)
        for name, field in cls.model_fields.items():
            member = said.get("properties", {}).get(field.serialization_alias or name)
            if member is not None and field.title is None:
                member.pop("title", None)
        return found


def _dumping(model: Model, options: dict[str, Any]) -> dict[str, Any]:
    defaults = {
        "exclude_unset": True,
        "warnings": not getattr(model, "_is_open", False),
    }
    return defaults | options


def read_openly(
    cls: type[M], values: dict[str, Any], extra: dict[str, Any] | None, names: set[str]
) -> M:
    """A model whose members need not be what it declares. No dump of it warns of that."""
    made = cls.__new__(cls)
    for slot, value in (
        ("__dict__", values),
        ("__pydantic_extra__", extra),
        ("__pydantic_fields_set__", names),
        ("__pydantic_private__", None),
        ("_is_open", True),
    ):
        object.__setattr__(made, slot, value)
    return made
