"""Arrays and objects: what several schemas say of their entries and members together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from specloom import ir
from specloom.normalise import docs, unions
from specloom.normalise.conjunction import Conjunction, Schemas, conjoin
from specloom.normalise.context import Context
from specloom.normalise.kinds import ASSERTING, FAMILIES, as_object
from specloom.normalise.memory import Memory, Said
from specloom.normalise.pointers import join, within
from specloom.normalise.scalars import Facts


class Reader(Protocol):
    """Reads the schemas of an entry or member."""

    @property
    def context(self) -> Context: ...

    @property
    def memory(self) -> Memory: ...

    def said(self, pointer: str, schema: dict[str, Any]) -> Said: ...

    def read(self, pointer: str) -> ir.Type: ...

    def read_all(self, schemas: Schemas, place: str) -> ir.Type:
        """The type of what all the schemas allow; Anything where there are none."""


def array(reader: Reader, whole: Conjunction, facts: Facts) -> ir.Array | None:
    """The arrays that all the schemas allow (JSON Schema 2020-12 core, 10.3.1; validation, 6.4)."""
    least, most = facts.count("minItems"), facts.count("maxItems")
    if least is not None and most is not None and least > most:
        facts.refute("minItems", "maxItems")
        return None
    length = max((len(said) for said in facts.all("prefixItems")), default=0)
    prefix = []
    for index in range(length):
        entries = dict(found for p, s in facts.schemas if (found := _entry(p, s, index)) is not None)
        prefix.append(reader.read_all(entries, join(whole.place, "prefixItems", index)))
    items = {join(p, "items"): as_object(s["items"]) for p, s in facts.schemas if "items" in s}
    return ir.Array(
        items=reader.read_all(items, join(whole.place, "items")),
        prefix=tuple(prefix),
        min_items=least or None,
        max_items=most,
        unique=True in facts.all("uniqueItems"),
    )


def _entry(pointer: str, schema: Mapping[str, Any], index: int) -> tuple[str, dict[str, Any]] | None:
    prefix = schema.get("prefixItems")
    if isinstance(prefix, list) and index < len(prefix):
        return join(pointer, "prefixItems", index), as_object(prefix[index])
    return (join(pointer, "items"), as_object(schema["items"])) if "items" in schema else None


class Members:
    """Which schemas apply to which member of an object.

    `additionalProperties` sees only the names declared beside it, in the same schema (JSON Schema
    2020-12 core, 10.3.2.3), so a member declared in one schema is an additional one for another.
    Where `patternProperties` stands beside it, an assertion decides what it applies to.
    """

    def __init__(self, facts: Facts) -> None:
        self.schemas = facts.schemas
        self.required = self._names("required")

    @property
    def declared(self) -> dict[str, None]:
        return self._names("properties")

    def _names(self, keyword: str) -> dict[str, None]:
        return dict.fromkeys([name for _, schema in self.schemas for name in schema.get(keyword, ())])

    def of(self, name: str) -> Schemas:
        """The schemas of a member with this name, those by pattern apart."""
        found: dict[str, dict[str, Any]] = {}
        for pointer, schema in self.schemas:
            declared = schema.get("properties", {})
            if name in declared:
                found[join(f"{pointer}/properties", name)] = as_object(declared[name])
            elif not schema.get("patternProperties"):
                found |= self._additional(pointer, schema)
        return found

    def other(self) -> Schemas | None:
        """The schemas of every other member; None where that depends on its name."""
        found: dict[str, dict[str, Any]] = {}
        for pointer, schema in self.schemas:
            if schema.get("patternProperties"):
                return None
            found |= self._additional(pointer, schema)
        return found

    def some(self) -> Schemas:
        """Schemas of which each other member has one, where that depends on its name; none if it may not."""
        if len(self.schemas) > 1:
            return {}
        ((pointer, schema),) = self.schemas
        if schema.get("additionalProperties", True) in (True, {}):
            return {}
        said = schema["patternProperties"]
        found = {join(pointer, "patternProperties", name): as_object(said[name]) for name in said}
        return found | self._additional(pointer, schema)

    @staticmethod
    def _additional(pointer: str, schema: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        said = schema.get("additionalProperties", True)
        return {f"{pointer}/additionalProperties": as_object(said)} if said not in (True, {}) else {}


def _others(reader: Reader, whole: Conjunction, members: Members) -> ir.Type:
    """The type of every member that is not declared."""
    schemas = members.other()
    if schemas == {}:
        return ir.Anything()
    if schemas is not None:
        return reader.read_all(schemas, f"{whole.place}/additionalProperties")
    return unions.join_types([reader.read(pointer) for pointer in members.some()] or [ir.Anything()])


_OBJECTS: Final = ("object", ["object", "null"], ["null", "object"])
_BESIDE: Final = ASSERTING - {"type", *FAMILIES["object"]} | {"patternProperties"}


def is_record(schema: Mapping[str, Any]) -> bool:
    """Whether all that a schema asserts by itself is an object with members told apart, or it and null."""
    return schema.get("type") in _OBJECTS and _BESIDE.isdisjoint(schema) and _tells_members(schema)


def is_map(facts: Facts) -> bool:
    """Whether objects may have members of which none is told from another."""
    return not any(_tells_members(schema) for _, schema in facts.schemas)


def _tells_members(schema: Mapping[str, Any]) -> bool:
    if schema.get("properties") or schema.get("required"):
        return True
    return schema.get("additionalProperties") is False and not schema.get("patternProperties")


def mapping(reader: Reader, whole: Conjunction, facts: Facts) -> ir.Map | None:
    """An object none of whose members is declared."""
    count = _members_count(facts)
    if count is None:
        return None
    return ir.Map(values=_others(reader, whole, Members(facts)), min_members=count[0], max_members=count[1])


def record(reader: Reader, whole: Conjunction, facts: Facts, doc: ir.Doc = ir.NO_DOC) -> ir.Record | None:
    """An object with declared members (JSON Schema 2020-12 core, 10.3.2; validation, 6.5)."""
    count = _members_count(facts)
    if count is None:
        return None
    members = Members(facts)
    return ir.Record(
        fields=_fields(reader, whole, members),
        extra=_others(reader, whole, members),
        min_members=count[0],
        max_members=count[1],
        doc=doc,
    )


def _fields(reader: Reader, whole: Conjunction, members: Members) -> tuple[ir.Field, ...]:
    if not whole.is_alone:
        return tuple([_member(reader, whole, members, name) for name in members.declared | members.required])

    def made(name: str, place: str, said: Said) -> ir.Field:
        return _field(reader, whole, members, name, {place: as_object(declared[name])}, said)

    ((origin, schema),) = whole.own.items()
    declared = schema.get("properties", {})
    found = reader.memory.fields(f"{origin}/properties", declared, members.required, made)
    # What is required but nowhere declared comes last, as a member of its own.
    others = [name for name in members.required if name not in declared]
    return (*found, *[_member(reader, whole, members, name) for name in others])


def _members_count(facts: Facts) -> tuple[int | None, int | None] | None:
    least, most = facts.count("minProperties"), facts.count("maxProperties")
    if least is not None and most is not None and least > most:
        facts.refute("minProperties", "maxProperties")
        return None
    return least or None, most


def _member(reader: Reader, whole: Conjunction, members: Members, name: str) -> ir.Field:
    """A member of which several schemas may say something, or none."""
    schemas = members.of(name)
    if len(schemas) == 1:
        said = reader.said(*next(iter(schemas.items())))
    else:
        place = join(whole.place, "properties", name)
        said = reader.memory.together(schemas, lambda schemas: _together(reader, schemas, place))
    return _field(reader, whole, members, name, schemas, said)


def _field(
    reader: Reader, whole: Conjunction, members: Members, name: str, schemas: Schemas, said: Said
) -> ir.Field:
    origin = next(iter(whole.own))
    required = name in members.required
    if required and said.type.__class__ is ir.Nothing and not whole.is_branch:
        _refuse(reader.context, members, name, schemas)
    default = said.doc.default
    return ir.Field(
        name=name,
        type=said.type,
        required=required,
        required_in=said.required_in if required else None,
        default=default,
        default_place=None if default is ir.ABSENT else _default_place(reader, schemas, origin),
        doc=said.doc,
        place=within(origin, next(iter(schemas), origin)),
        pinned=said.pinned,
    )


def _together(reader: Reader, schemas: Schemas, place: str) -> Said:
    """What several schemas say of one member, or none."""
    context = reader.context
    type_ = reader.read_all(schemas, place)
    every = conjoin(context, schemas, place)
    return Said(
        type=type_,
        doc=docs.doc(context, every),
        required_in=docs.required_in((*every.own.values(), *every.borrowed.values())),
        pinned=next((n for s in schemas.values() if (n := docs.pinned(s))), None),
    )


def _default_place(reader: Reader, schemas: Schemas, origin: str) -> str | None:
    """Where the default stands that the schemas of a member give."""
    first, schema = next(iter(schemas.items()))
    if "default" in schema:
        return within(origin, f"{first}/default")
    place = docs.default_place(conjoin(reader.context, schemas, first))
    return None if place is None else within(origin, place)


def _refuse(context: Context, members: Members, name: str, schemas: Schemas) -> None:
    asking = next(p for p, s in members.schemas if name in s.get("required", ()))
    context.warning(
        "schema-contradiction",
        f"no object fits: the member {name!r} is required, and no value of it is allowed",
        list(schemas)[-1] if schemas else asking,
        related=[("required here", join(asking, "required"))],
    )
