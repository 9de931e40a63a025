"""Arrays and objects: what several schemas say of their entries and members together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from specloom import ir
from specloom.diagnostics import Location
from specloom.normalise import docs, unions
from specloom.normalise.conjunction import Conjunction, conjoin
from specloom.normalise.context import Context
from specloom.normalise.memory import Said
from specloom.normalise.pointers import join
from specloom.normalise.scalars import Facts

Together = tuple[str, ...]
"""Pointers of schemas that apply to the same value."""


class Reader(Protocol):
    """Reads the schemas of an entry or member."""

    @property
    def context(self) -> Context: ...

    def said(self, pointer: str) -> Said: ...

    def read(self, pointer: str) -> ir.Type: ...

    def read_all(self, pointers: Together, place: str) -> ir.Type:
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
        entries = tuple(p for p, s in facts.schemas for p in _entry(p, s, index))
        prefix.append(reader.read_all(entries, join(whole.place, "prefixItems", index)))
    items = tuple(join(p, "items") for p, s in facts.schemas if "items" in s)
    return ir.Array(
        items=reader.read_all(items, join(whole.place, "items")),
        prefix=tuple(prefix),
        min_items=least or None,
        max_items=most,
        unique=True in facts.all("uniqueItems"),
    )


def _entry(pointer: str, schema: Mapping[str, object], index: int) -> Together:
    prefix = schema.get("prefixItems")
    if isinstance(prefix, list) and index < len(prefix):
        return (join(pointer, "prefixItems", index),)
    return (join(pointer, "items"),) if "items" in schema else ()


class Members:
    """Which schemas apply to which member of an object.

    `additionalProperties` sees only the names declared beside it, in the same schema (JSON Schema
    2020-12 core, 10.3.2.3), so a member declared in one schema is an additional one for another.
    Where `patternProperties` stands beside it, an assertion decides what it applies to.
    """

    def __init__(self, facts: Facts) -> None:
        self.schemas = facts.schemas
        self.declared: dict[str, None] = {}
        self.required: dict[str, None] = {}
        for _, schema in facts.schemas:
            self.declared.update(dict.fromkeys(schema.get("properties", ())))
            self.required.update(dict.fromkeys(schema.get("required", ())))
        # What is required but nowhere declared comes last, as a member of its own.
        self.names = tuple(dict.fromkeys((*self.declared, *self.required)))

    def of(self, name: str) -> Together:
        """The schemas of a member with this name, those by pattern apart."""
        found: list[str] = []
        for pointer, schema in self.schemas:
            if name in schema.get("properties", ()):
                found.append(join(pointer, "properties", name))
            elif not schema.get("patternProperties"):
                found.extend(self._additional(pointer, schema))
        return tuple(found)

    def other(self) -> Together | None:
        """The schemas of every other member; None where that depends on its name."""
        if any(schema.get("patternProperties") for _, schema in self.schemas):
            return None
        return tuple(p for pointer, schema in self.schemas for p in self._additional(pointer, schema))

    def some(self) -> Together:
        """Schemas of which each other member has one, where that depends on its name; none if it may not."""
        if len(self.schemas) > 1:
            return ()
        ((pointer, schema),) = self.schemas
        if schema.get("additionalProperties", True) in (True, {}):
            return ()
        found = [join(pointer, "patternProperties", pattern) for pattern in schema["patternProperties"]]
        return (*found, *self._additional(pointer, schema))

    @staticmethod
    def _additional(pointer: str, schema: Mapping[str, object]) -> Together:
        keyword = "additionalProperties"
        return (join(pointer, keyword),) if schema.get(keyword, True) not in (True, {}) else ()

    @property
    def is_map(self) -> bool:
        """Whether no member is told from another."""
        return not self.names


def _others(reader: Reader, whole: Conjunction, members: Members) -> ir.Type:
    """The type of every member that is not declared."""
    pointers = members.other()
    if pointers is not None:
        return reader.read_all(pointers, join(whole.place, "additionalProperties"))
    return unions.join_types([reader.read(pointer) for pointer in members.some()] or [ir.Anything()])


def mapping(reader: Reader, whole: Conjunction, facts: Facts, members: Members) -> ir.Map | None:
    """An object none of whose members is declared."""
    count = _members_count(facts)
    if count is None:
        return None
    return ir.Map(values=_others(reader, whole, members), min_members=count[0], max_members=count[1])


def record(reader: Reader, whole: Conjunction, facts: Facts) -> ir.Record | None:
    """An object with declared members (JSON Schema 2020-12 core, 10.3.2; validation, 6.5)."""
    count = _members_count(facts)
    if count is None:
        return None
    members = Members(facts)
    fields = tuple(_field(reader, whole, members, name) for name in members.names)
    return ir.Record(
        fields=fields,
        extra=_others(reader, whole, members),
        min_members=count[0],
        max_members=count[1],
    )


def _members_count(facts: Facts) -> tuple[int | None, int | None] | None:
    least, most = facts.count("minProperties"), facts.count("maxProperties")
    if least is not None and most is not None and least > most:
        facts.refute("minProperties", "maxProperties")
        return None
    return least or None, most


def _field(reader: Reader, whole: Conjunction, members: Members, name: str) -> ir.Field:
    context = reader.context
    pointers = members.of(name)
    said = reader.said(pointers[0]) if len(pointers) == 1 else _together(reader, whole, name, pointers)
    required = name in members.required
    if required and isinstance(said.type, ir.Nothing) and not whole.is_branch:
        _refuse(context, members, name, pointers)
    default = said.doc.default
    return ir.Field(
        name=name,
        type=said.type,
        required=required,
        required_in=said.required_in if required else None,
        default=default,
        default_at=None if default is ir.ABSENT else _default_at(reader, pointers),
        doc=said.doc,
        origin=context.origin(pointers[0] if pointers else whole.own[0]),
        pinned=said.pinned,
    )


def _together(reader: Reader, whole: Conjunction, name: str, pointers: Together) -> Said:
    """What several schemas say of one member, or none."""
    context = reader.context
    place = join(whole.place, "properties", name)
    type_ = reader.read_all(pointers, place)
    every = conjoin(context, pointers, place)
    return Said(
        type=type_,
        doc=docs.doc(context, every),
        required_in=docs.required_in(context, every),
        pinned=next((n for p in pointers if (n := docs.pinned(context, p))), None),
    )


def _default_at(reader: Reader, pointers: Together) -> Location | None:
    """Where the default stands that the schemas of a member give."""
    return docs.default_at(reader.context, conjoin(reader.context, pointers, pointers[0]))


def _refuse(context: Context, members: Members, name: str, pointers: Together) -> None:
    asking = next(p for p, s in members.schemas if name in s.get("required", ()))
    context.warning(
        "schema-contradiction",
        f"no object fits: the member {name!r} is required, and no value of it is allowed",
        pointers[-1] if pointers else asking,
        related=[("required here", join(asking, "required"))],
    )
