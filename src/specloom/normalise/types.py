"""The types of a document's schemas, each read once, when something first asks for it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Final

from specloom import ir
from specloom.normalise import choices, collections, discriminators, docs, kinds, selection, unions
from specloom.normalise.assertions import Assertions
from specloom.normalise.conjunction import COMBINING, Alternation, Conjunction, Schemas, conjoin, schemas_at
from specloom.normalise.context import Context
from specloom.normalise.memory import Memory, Said
from specloom.normalise.plain import plain
from specloom.normalise.pointers import join
from specloom.normalise.scalars import Facts, number, string
from specloom.values import replace

_TOGETHER: Final = COMBINING | {"discriminator", docs.OWN_TYPE}
"""Keywords with which a schema's own `type` is not all that there is to it."""


class Types:
    """Reads schemas and keeps the ones that get a name.

    A schema that another one refers to, and every object with declared members, is named: there the
    reading stops and goes on from a queue, so recursion and depth of the document do not matter.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self._conjunctions: dict[str, Conjunction] = {}
        self._assertions = Assertions(self)
        self._special = self._assertions.looked_through.union(context.own_types)
        """The places where a schema means more than what stands there."""
        self.memory = Memory(context, self._special, self._say)
        self._wholes: dict[str, Conjunction] = {}
        self._known: dict[frozenset[str], str] = {}
        self._kinds: dict[frozenset[str], frozenset[str]] = {}
        self._busy: set[frozenset[str]] = set()
        self._queue: deque[str] = deque()
        self.finished: dict[str, ir.Type] = {}
        self.once: dict[object, Any] = {}
        """What has been read at a place beside schemas, by the function that did."""

    # -- asked for from outside

    @property
    def schemas(self) -> dict[str, ir.Json]:
        """The schemas that assertions are made of, by place."""
        return self._assertions.schemas

    def add_components(self) -> None:
        """Name every component schema. In name order, so that the document's order decides nothing."""
        places = [place for _, place in sorted(self.context.members("/components/schemas"))]
        kept = {place: self.conjunction(place) for place in places if not self.context.skips_component(place)}
        for place, whole in kept.items():
            if place in whole.atoms or any(a.owner == place for a in whole.alternations):
                self._known[whole.key] = place
        for place, whole in kept.items():
            if whole.target is None and whole.key:
                self._known.setdefault(whole.key, place)
            self._name(place, whole)

    def name(self, pointer: str) -> ir.TypeId:
        """Give the schema at `pointer` a name of its own."""
        return self._name(pointer, self.conjunction(pointer))

    def refer(self, pointer: str, doc: ir.Doc = ir.NO_DOC) -> ir.Type:
        """The type of a schema referred to; anything where the user left that schema out."""
        if self.context.skips_component(pointer):
            return ir.Anything(doc=doc)
        return ir.Reference(target=self.name(pointer), doc=doc)

    def finish(self) -> None:
        """Read what has been named and is not yet read."""
        while self._queue:
            pointer = self._queue.popleft()
            whole = self._wholes[pointer]
            self._busy.add(whole.key)
            self.finished[pointer] = self.memory.named(whole, self._named)
            self._busy.discard(whole.key)

    def whole(self, pointer: str) -> Conjunction:
        """What a named type was read from."""
        return self._wholes[pointer]

    def conjunction(self, pointer: str, schema: dict[str, Any] | None = None) -> Conjunction:
        """What the schema at `pointer` says with all that it takes in. Who has it at hand gives it."""
        found = self._conjunctions.get(pointer)
        if found is None:
            schemas = schemas_at(self.context, (pointer,)) if schema is None else {pointer: schema}
            found = self._conjunctions[pointer] = conjoin(self.context, schemas, pointer)
        return found

    # -- reading

    def read(self, pointer: str) -> ir.Type:
        """The type of the schema at `pointer`."""
        return self.said(pointer, kinds.as_object(self.context.node(pointer))).type

    def said(self, pointer: str, schema: dict[str, Any]) -> Said:
        """What the schema that stands at `pointer` says: its type, and all that declares a member."""
        return self.memory.said(pointer, schema)

    def _say(self, pointer: str, schema: dict[str, Any]) -> Said:
        if len(schema) == 1 and "$ref" in schema and pointer not in self.context.own_types:
            target = self.context.target(pointer, schema["$ref"])
            if target is not None:
                return self._referred(target)
        every: Iterable[dict[str, Any]] = (schema,)
        is_plain = self._is_alone(pointer, schema) and frozenset((pointer,)) not in self._known
        doc = docs.alone(schema) if is_plain else None
        type_ = None if doc is None else plain(self, pointer, schema, doc)
        if doc is None or type_ is None:
            whole = self.conjunction(pointer, schema)
            type_, doc = self.type_of(whole), docs.doc(self.context, whole)
            every = (*whole.own.values(), *whole.borrowed.values())
        return Said(type=type_, doc=doc, required_in=docs.required_in(every), pinned=docs.pinned(schema))

    def _referred(self, target: str) -> Said:
        """What a reference says by itself: nothing but what it refers to."""
        if self.context.skips_component(target):
            return Said(type=ir.Anything(), doc=ir.NO_DOC, required_in=None, pinned=None)
        whole = self.conjunction(target)
        type_ = ir.Reference(target=self._name(target, whole))
        required_in = docs.required_in((*whole.own.values(), *whole.borrowed.values()))
        return Said(type=type_, doc=ir.NO_DOC, required_in=required_in, pinned=None)

    def _is_alone(self, pointer: str, schema: dict[str, Any]) -> bool:
        """Whether all that there is to the schema is what it asserts itself."""
        return _TOGETHER.isdisjoint(schema) and pointer not in self._special

    def name_inside(self, pointer: str, schema: dict[str, Any], *, sole: bool) -> ir.TypeId:
        """Name an object written in place: its schema's, or a place for it where other kinds of value fit."""
        return self._name_inside(self.conjunction(pointer, schema), sole=sole)

    def read_all(self, schemas: Schemas, place: str) -> ir.Type:
        """The type of what the schemas allow together; Anything where there are none."""
        if len(schemas) == 1:
            return self.said(*next(iter(schemas.items()))).type
        kept: list[str] = []
        for pointer in schemas:
            key = self.conjunction(pointer).key
            if any(key <= self.conjunction(other).key for other in kept):
                continue
            kept = [other for other in kept if not self.conjunction(other).key <= key]
            kept.append(pointer)
        if not kept:
            return ir.Anything()
        if len(kept) == 1:
            return self.read(kept[0])
        return self.type_of(conjoin(self.context, {p: schemas[p] for p in kept}, join(place, "allOf")))

    def type_of(self, whole: Conjunction) -> ir.Type:
        """The type of a conjunction: a reference where the same schemas together have a name already."""
        if whole.target is not None:
            return self.refer(whole.target, docs.doc(self.context, whole))
        if not whole.key:
            return ir.Anything(doc=docs.doc(self.context, whole))
        known = self._known.get(whole.key)
        if known is not None:
            self.context.placed += 1
            return self.refer(known, docs.doc(self.context, whole))
        if whole.key in self._busy:
            self.context.placed += 1
            self._known[whole.key] = whole.place
            return ir.Reference(target=self._name(whole.place, whole))
        self._busy.add(whole.key)
        try:
            return self._build(whole, named=False)
        finally:
            self._busy.discard(whole.key)

    def kinds(self, whole: Conjunction) -> frozenset[str]:
        """The kinds of value that a conjunction allows at most."""
        key = whole.key
        if key not in self._kinds:
            self._kinds[key] = kinds.EVERY  # where it leads back here
            self._kinds[key] = self._kinds_of(whole)
        return self._kinds[key]

    def _kinds_of(self, whole: Conjunction) -> frozenset[str]:
        found = selection.allowed(self.context, whole, report=False)
        listed = selection.listed(self.context, replace(whole, branches=2))
        if listed is not None:
            found &= frozenset(kinds.of_value(value) for value in listed)
        for alternation in whole.alternations:
            members = (self.kinds(self.conjunction(member)) for member in alternation.members)
            found &= frozenset().union(*members)
        return found

    def discriminator(self, choice: Alternation, members: list[ir.Type]) -> ir.Discriminator | None:
        if "discriminator" not in self.context.mapping(choice.owner):
            return None
        named: list[tuple[str, ir.TypeId, Conjunction]] = []
        for member in members:
            if not isinstance(member, ir.Reference):
                continue
            place = member.target.pointer
            whole = self._wholes[place]
            aimed = next((w for w in choice.members if self._leads_to(w, whole)), place)
            named.append((self.conjunction(aimed).target or place, member.target, whole))
        return discriminators.read(self.context, choice, named, self.conjunction)

    def _leads_to(self, member: str, whole: Conjunction) -> bool:
        """Whether a named type came of this member of a choice."""
        here = self.conjunction(member)
        return here.target == whole.place or (bool(here.key) and tuple(whole.own) == tuple(here.own))

    def _name(self, place: str, whole: Conjunction) -> ir.TypeId:
        if place not in self._wholes:
            self._wholes[place] = whole
            self._queue.append(place)
        return ir.TypeId(self.context.source(place), place)

    # -- building

    def _named(self, whole: Conjunction) -> ir.Type:
        pointer, schema = next(iter(whole.own.items()))
        if not whole.is_alone or not self._is_alone(pointer, schema):
            return self._build(whole, named=True)
        doc = docs.alone(schema)
        if collections.is_record(schema) and "object" in (schema["type"], whole.only):
            return collections.record(self, whole, Facts(self.context, whole.own), doc) or ir.Nothing(doc=doc)
        type_ = plain(self, pointer, schema, doc) if whole.only is None else None
        return self._build(whole, named=True) if type_ is None else type_

    def _build(self, whole: Conjunction, *, named: bool) -> ir.Type:
        context = self.context
        if named and whole.target is not None:
            return self.refer(whole.target, docs.doc(context, whole))
        doc = docs.doc(context, whole, borrow=True)
        for pointer, schema in whole.own.items():
            if "discriminator" in schema and not self.is_component(whole.place):
                discriminators.unused(context, pointer, schema)
        if not whole.is_shape and self._assertions.needed(whole):
            return self._asserted(whole, doc, named=named)
        if whole.alternations and whole.only is None and not unions.too_many(whole):
            found = unions.alternate(self, whole, doc)
            return self._asserted(whole, doc, named=named) if unions.is_blurred(found) else found
        if not whole.atoms:
            return ir.Anything(doc=doc)
        allowed = selection.allowed(context, whole)
        facts = Facts(context, whole.atoms)
        listed = selection.listed(context, whole)
        if listed is not None:
            return choices.choice(self, whole, listed, allowed, doc)
        if allowed == kinds.EVERY and not any(kinds.families(s) for _, s in facts.schemas):
            return ir.Anything(doc=doc)
        parts = [self._part(whole, facts, kind, allowed, named) for kind in self._in_order(whole, allowed)]
        return unions.join_types([part for part in parts if part is not None], doc)

    @staticmethod
    def is_component(place: str) -> bool:
        """Whether a component schema stands there, and none inside one."""
        return place.startswith("/components/schemas/") and place.count("/") == 3

    def _asserted(self, whole: Conjunction, doc: ir.Doc, *, named: bool) -> ir.Type:
        """The shape of the values, and the schema that decides them."""
        self.context.placed += 1
        shape = self._build(replace(whole, is_shape=True), named=named)
        if not named and isinstance(shape, ir.Reference) and shape.target.pointer == whole.place:
            self._wholes[whole.place] = whole  # The shape has a name, and that name's type the assertion.
            return shape
        return self._assertions.narrowed(whole, shape, doc)

    def _in_order(self, whole: Conjunction, allowed: frozenset[str]) -> list[str]:
        """The allowed kinds as the schemas list them; integers stand for all numbers if those are allowed."""
        if len(allowed) == 1:
            return [kind for kind in allowed if kind != "fraction"]
        said: list[str] = []
        for schema in whole.atoms.values():
            types = schema.get("type")
            if isinstance(types, list):
                said.extend(k for t in types for k in sorted(kinds.of_types(t), reverse=True))
        order = [k for k in dict.fromkeys((*said, *kinds.ORDER)) if k in allowed]
        return [k for k in order if k != "fraction"]

    def _part(
        self, whole: Conjunction, facts: Facts, kind: str, allowed: frozenset[str], named: bool
    ) -> ir.Type | None:
        match kind:
            case "null":
                return ir.Null()
            case "boolean":
                return ir.Boolean()
            case "integer":
                return number(facts, integral="fraction" not in allowed)
            case "string":
                return self._string(whole, facts)
            case "array":
                return collections.array(self, whole, facts)
        return self._object(whole, facts, sole=allowed == {"object"}, named=named)

    def _string(self, whole: Conjunction, facts: Facts) -> ir.Type | None:
        found = string(facts)
        content = {
            join(p, "contentSchema"): kinds.as_object(s["contentSchema"])
            for p, s in facts.schemas
            if "contentSchema" in s
        }
        if found is None or not content:
            return found
        return replace(found, content=self.read_all(content, join(whole.place, "contentSchema")))

    def _object(self, whole: Conjunction, facts: Facts, *, sole: bool, named: bool) -> ir.Type | None:
        if collections.is_map(facts):
            return collections.mapping(self, whole, facts)
        if sole and named:
            return collections.record(self, whole, facts)
        return ir.Reference(target=self._name_inside(whole, sole=sole))

    def _name_inside(self, whole: Conjunction, *, sole: bool) -> ir.TypeId:
        if not sole:
            whole = replace(whole, place=join(whole.place, "type", "object"), only="object")
        self.context.placed += 1
        self._known[whole.key] = whole.place
        return self._name(whole.place, whole)
