"""Reading what an exact validator has refused: a newer server's enum values and union members are kept.

An enum takes any scalar, a union takes a value that fits none of its members as it came. All else stays as
exact as it was: members that are missing, and values of a wrong type, are still refused. A union whose
members are told apart by a constant does not take a value that claims to be one of them and is not; one that
a discriminator tells apart takes no object without it.

Nothing here is built before the first answer that is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import combinations
from types import GenericAlias
from typing import Any, Final, cast

from pydantic import TypeAdapter
from pydantic_core import (
    CoreConfig,
    CoreSchema,
    PydanticCustomError,
    SchemaValidator,
    core_schema,
)

from ..choices import Enum
from ..codec import Codec
from ..equality import is_array, is_object
from ..model import Model, read_openly

Node = dict[str, Any]
Literals = Mapping[str, tuple[Any, ...]]
"""The members of an object that are enums or constants: wire name to values."""

# Where a node of a core schema holds other nodes.
_HOLDERS: Final = (
    "schema",
    "choices",
    "fields",
    "items_schema",
    "keys_schema",
    "values_schema",
    "extras_schema",
    "steps",
    "json_schema",
)
_FORGIVEN: Final = ("anyOf", "const", "enum", "oneOf")
_UNIONS: Final = ("union", "tagged-union")
_NONE: Final[frozenset[str]] = frozenset()


def decode_open(codec: Codec[Any], data: bytes | str) -> Any:
    """Read JSON text openly. Raises :class:`pydantic.ValidationError` for what is wrong even so."""
    return _validator(codec).validate_json(data)


@cache  # Codecs are constants of the package.
def _validator(codec: Codec[Any]) -> SchemaValidator:
    # Of a model alone the adapter would give what may not have been built yet.
    several: Any = GenericAlias(list, codec.type)
    found: Any = TypeAdapter(several).core_schema
    definitions: list[Any] = []
    if found["type"] == "definitions":
        definitions, found = found["definitions"], found["schema"]
    opener = _Opener({node["ref"]: node for node in definitions})
    opened = opener.open(found.get("items_schema", _any()))
    schema = core_schema.definitions_schema(
        cast("CoreSchema", opened), [*definitions, *opener.definitions]
    )
    return SchemaValidator(schema, CoreConfig(strict=True))


class _Opener:
    """Opens core schemas. `definitions` gathers those that opened schemas refer to."""

    def __init__(self, exact: Mapping[str, Node]) -> None:
        self._exact = exact
        self._names: dict[tuple[str, frozenset[str]], str] = {}
        self.definitions: list[Any] = []

    def open(self, node: Node, tags: frozenset[str] = _NONE) -> Node:
        """The node, opened; but of an object's own members, those named in `tags` stay exact."""
        kind = node["type"]
        if _enumerated(node) is not None:
            return _first([node, _plain(_scalar)])
        if kind in _UNIONS and ("custom_error_type" not in node or _tag(node)):
            return self._union(node)
        if kind == "definition-ref":
            return {**node, "schema_ref": self._defined(node["schema_ref"], tags)}
        if kind == "model" and issubclass(node["cls"], Model):
            return self._model(node, tags)
        if kind == "model-fields":
            return self._fields(node, tags)
        if kind == "function-wrap":
            return self._wrapped(node, lambda inner: self.open(inner, tags))
        if kind == "lax-or-strict":
            return self.open(node["strict_schema"], tags)
        opened = {
            key: self._held(value, tags) if key in _HOLDERS else value
            for key, value in node.items()
        }
        opened.pop("ref", None)
        return opened

    def _held(self, value: Any, tags: frozenset[str]) -> Any:
        if is_array(value):
            if isinstance(value, tuple):  # a union's member and its label
                return (self._held(value[0], tags), *value[1:])
            return [self._held(entry, tags) for entry in value]
        if is_object(value):
            if isinstance(value.get("type"), str):
                return self.open(dict(value), tags)
            return {key: self._held(each, tags) for key, each in value.items()}
        return value

    def _defined(self, ref: str, tags: frozenset[str]) -> str:
        key = (ref, tags)
        if key not in self._names:
            self._names[key] = name = f"{ref}, open {len(self._names)}"
            self.definitions.append({**self.open(self._exact[ref], tags), "ref": name})
        return self._names[key]

    def _model(self, node: Node, tags: frozenset[str]) -> Node:
        """A model would be validated by the exact validator of its class, so its members are, and then it
        is made of them."""
        extra = node.get("config", {}).get("extra_fields_behavior", "ignore")
        members = self._within(node["schema"], tags, extra)
        return {
            "type": "function-after",
            "function": {"type": "no-info", "function": _maker(node["cls"])},
            "schema": members,
        }

    def _within(self, node: Node, tags: frozenset[str], extra: str) -> Node:
        if node["type"] == "model-fields":
            return {**self._fields(node, tags), "extra_behavior": extra}
        if node["type"] == "function-wrap":
            return self._wrapped(node, lambda inner: self._within(inner, tags, extra))
        if node["type"] == "lax-or-strict":
            return self._within(node["strict_schema"], tags, extra)
        return {**node, "schema": self._within(node["schema"], tags, extra)}

    def _wrapped(self, node: Node, opened: Callable[[Node], Node]) -> Node:
        """What counts members of a union counts those that fit exactly; what holds a value to a whole
        schema still does, but for the enums and unions in it."""
        if node["function"]["type"] == "no-info":
            return node
        function = {
            **node["function"],
            "function": _forgiving(node["function"]["function"]),
        }
        return {
            "type": "function-wrap",
            "function": function,
            "schema": opened(node["schema"]),
        }

    def _fields(self, node: Node, tags: frozenset[str]) -> Node:
        fields = {
            name: field if _wire(name, field) in tags else self.open(field)
            for name, field in node["fields"].items()
        }
        opened = {**node, "fields": fields}
        if "extras_schema" in node:
            opened["extras_schema"] = self.open(node["extras_schema"])
        return opened

    def _tagged(self, node: Node, tags: frozenset[str]) -> Node:
        """The members that the tag tells, opened."""
        return {
            **{key: value for key, value in node.items() if key != "ref"},
            "choices": {
                tag: self.open(each, tags) for tag, each in node["choices"].items()
            },
        }

    def _union(self, node: Node) -> Node:
        """Exactly, else openly by the first member that fits, else as it came."""
        members = [node] if node["type"] == "tagged-union" else _choices(node)
        told: dict[str, frozenset[Any]] = {}
        for member in members:
            told |= _tag(member)
        objects = [found for choice in members for found in self._objects(choice)]
        known = _telling(objects) | told
        single = {
            wire
            for found in objects
            for wire, values in found.items()
            if len(values) == 1
        }
        tags = frozenset(single.union(known))
        exact = {key: value for key, value in node.items() if key != "ref"}
        opened = [
            self._tagged(member, tags) if _tag(member) else self.open(member, tags)
            for member in members
        ]
        return _first([exact, *opened, _plain(_unknown(known, told))])

    def _objects(
        self, node: Node, seen: frozenset[str] = _NONE
    ) -> Iterator[dict[str, tuple[Any, ...]]]:
        """The enums and constants of each object among a union's members."""
        if node["type"] == "definition-ref":
            ref = node["schema_ref"]
            if ref not in seen:
                yield from self._objects(self._exact[ref], seen | {ref})
        elif node["type"] in _UNIONS:
            for choice in _choices(node):
                yield from self._objects(choice, seen)
        elif node["type"] == "chain":
            yield from self._objects(node["steps"][-1], seen)
        elif node["type"] == "lax-or-strict":
            yield from self._objects(node["strict_schema"], seen)
        elif node["type"] == "model-fields":
            found = {
                _wire(name, field): _enumerated(_bare(field["schema"]))
                for name, field in node["fields"].items()
            }
            yield {name: values for name, values in found.items() if values is not None}
        elif "schema" in node:
            yield from self._objects(node["schema"], seen)


def _forgiving(function: Callable[..., Any]) -> Callable[[Any, Any, Any], Any]:
    def check(value: Any, handler: Callable[[Any], Any], info: Any) -> Any:
        try:
            return function(value, handler, info)
        except PydanticCustomError as error:
            if (error.context or {}).get("keyword") in _FORGIVEN:
                return handler(value)
            raise

    return check


def _choices(node: Node) -> list[Node]:
    """The members of a union; of a tagged one each once, however many tags it has."""
    if node["type"] == "union":
        return [
            cast("Node", choice[0] if isinstance(choice, tuple) else choice)
            for choice in node["choices"]
        ]
    found: list[Node] = []
    for choice in node["choices"].values():
        if choice not in found:
            found.append(choice)
    return found


def _telling(objects: list[dict[str, tuple[Any, ...]]]) -> dict[str, frozenset[Any]]:
    """The members by whose values objects are told apart, and those values."""
    found: dict[str, frozenset[Any]] = {}
    for wire in {name: None for members in objects for name in members}:
        sets = [frozenset(members[wire]) for members in objects if wire in members]
        if len(sets) > 1 and all(a.isdisjoint(b) for a, b in combinations(sets, 2)):
            found[wire] = frozenset[Any]().union(*sets)
    return found


def _tag(node: Node) -> dict[str, frozenset[Any]]:
    """The member of the document's that tells which one of a union is meant, and its values."""
    if node["type"] != "tagged-union" or callable(node["discriminator"]):
        return {}
    told = node["discriminator"]
    name = told if isinstance(told, str) else told[0][0]
    return {name: frozenset(node["choices"])}


def _wire(name: str, field: Node) -> str:
    return str(field.get("validation_alias", name))


def _bare(node: Node) -> Node:
    while node["type"] in ("default", "nullable"):
        node = node["schema"]
    return node


def _enumerated(node: Node) -> tuple[Any, ...] | None:
    """The scalars that a node takes, if it is an enum or a constant."""
    if node["type"] == "literal":
        return tuple(node["expected"])
    if node["type"] == "json-or-python":
        return _enumerated(node["python_schema"])
    if node["type"] == "function-plain":
        owner = getattr(node["function"]["function"], "__self__", None)
        if isinstance(owner, Enum):
            return tuple(v for v in owner.values if not isinstance(v, list | dict))
    return None


def _first(choices: list[Node]) -> Node:
    return {"type": "union", "mode": "left_to_right", "choices": choices}


def _any() -> Node:
    return {"type": "any"}


def _plain(function: Callable[[Any], Any]) -> Node:
    return {
        "type": "function-plain",
        "function": {"type": "no-info", "function": function},
    }


def _scalar(value: Any) -> Any:
    if isinstance(value, str | bool | int | float):
        return value
    raise PydanticCustomError("scalar", "Input should be a scalar")


def _unknown(
    known: Mapping[str, frozenset[Any]], needed: Iterable[str]
) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        lacks = is_object(value) and not value.keys() >= set(needed)
        if value is None or lacks or _claims(value, known):
            raise PydanticCustomError("known_member", "Input should fit its schema")
        return value

    return check


def _claims(value: Any, known: Mapping[str, frozenset[Any]]) -> bool:
    """Whether an object says that it is one of the members that a union has."""
    if not is_object(value):
        return False
    said = {wire: value[wire] for wire in known.keys() & value.keys()}
    return any(
        tag in known[wire]
        for wire, tag in said.items()
        if not isinstance(tag, list | dict)
    )


def _maker(
    cls: type[Model],
) -> Callable[[tuple[dict[str, Any], dict[str, Any] | None, set[str]]], Model]:
    def make(read: tuple[dict[str, Any], dict[str, Any] | None, set[str]]) -> Model:
        return read_openly(cls, *read)

    return make
