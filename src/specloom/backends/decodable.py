"""What msgspec can decode: it refuses unions whose members it cannot tell apart by their JSON type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.shapes import record_of, shape
from specloom.python.types import TypePlan
from specloom.values import replace


class Decodable:
    """Widens types until msgspec can decode them. Says so where a union becomes any value."""

    def __init__(self, types: TypePlan, diagnostics: Diagnostics) -> None:
        self._types = types
        self._diagnostics = diagnostics

    def named(self, named: ir.NamedType) -> ir.NamedType:
        return replace(named, type=self._of(named.type, named.origin))

    def _of(self, type: ir.Type, origin: Location) -> ir.Type:
        match type:
            case ir.Union():
                return self._union(type, origin)
            case ir.Choice(values=values):
                return _choice(type) if any(isinstance(v, bool) for v in values) else type
            case ir.Array(items=items, prefix=prefix):
                entries = [entry for entry in (*prefix, items) if not isinstance(entry, ir.Nothing)]
                if len(entries) < 2:
                    return replace(type, items=self._of(items, origin))
                joined = self._union(ir.Union(members=tuple(entries)), origin)
                return replace(type, prefix=(), items=joined)
            case ir.Map(values=inner):
                return replace(type, values=self._of(inner, origin))
            case ir.Assertion(type=inner) | ir.File(type=inner):
                return replace(type, type=self._of(inner, origin))
            case ir.Record(fields=fields):
                mended = (replace(f, type=self._of(f.type, origin.at(f.place))) for f in fields)
                return replace(type, fields=tuple(mended))
        return type

    def _union(self, union: ir.Union, origin: Location) -> ir.Type:
        groups: dict[str, list[ir.Type]] = defaultdict(list)
        for member in self._flat(union.members, frozenset()):
            kind = self._kind(member)
            groups[kind].append(member)
        if "any" in groups:
            return ir.Anything(doc=union.doc)
        if not self._told_apart(groups["object"]) or len(groups["array"]) > 1:
            self._diagnostics.warning(
                "style-union",
                "msgspec cannot tell the members of this union apart; it becomes any value",
                origin,
            )
            return ir.Anything(doc=union.doc)
        plain: dict[str, ir.Type] = {
            "string": ir.String(),
            "integer": ir.Integer(),
            "number": ir.Number(),
            "boolean": ir.Boolean(),
        }
        members: list[ir.Type] = []
        for kind, found in groups.items():
            if kind in plain and len(found) > 1:
                members.append(_joined(found) or plain[kind])
            else:
                members += found[:1] if kind == "null" else found
        members = [self._of(member, origin) for member in members]
        return members[0] if len(members) == 1 else ir.Union(members=tuple(members), doc=union.doc)

    def _flat(self, members: Iterable[ir.Type], seen: frozenset[ir.TypeId]) -> Iterable[ir.Type]:
        """The members, those of unions among them too."""
        for member in members:
            inner = shape(member)
            if isinstance(inner, ir.Reference):
                target = self._types.named[inner.target]
                if record_of(target) is not None:
                    yield inner
                elif inner.target not in seen:
                    yield from self._flat([target.type], seen | {inner.target})
            elif isinstance(inner, ir.Union):
                yield from self._flat(inner.members, seen)
            elif isinstance(inner, ir.Choice):
                yield from _by_kind(inner)
            else:
                yield inner

    def _kind(self, member: ir.Type) -> str:
        match member:
            case ir.Null():
                return "null"
            case ir.Boolean():
                return "boolean"
            case ir.Integer():
                return "integer"
            case ir.Number():
                return "number"
            case ir.String():
                return "string"
            case ir.Choice(values=values):
                return "integer" if isinstance(values[0], int) else "string"
            case ir.Array():
                return "array"
            case ir.Map() | ir.Record() | ir.Reference():
                return "object"
        return "any"

    def _told_apart(self, objects: list[ir.Type]) -> bool:
        """Whether there is one kind of object, or a required constant that differs in each."""
        records = [self._types.record(member) for member in objects]
        if all(each == objects[0] for each in objects):
            return True
        tags = [_tags(record) for record in records if record is not None]
        if len(tags) < len(objects):
            return False
        shared = set.intersection(*map(set, tags))
        return any(all(a[name] != b[name] for a, b in combinations(tags, 2)) for name in shared)


def _tags(record: ir.Record) -> dict[str, str]:
    found: dict[str, str] = {}
    for field in record.fields:
        tag = shape(field.type)
        if field.required and isinstance(tag, ir.Choice) and len(tag.values) == 1:
            (value,) = tag.values
            if isinstance(value, str):
                found[field.name] = value
    return found


def _choice(choice: ir.Choice) -> ir.Type:
    """msgspec's `Literal` holds texts, integers and null: other values become their types."""
    members = tuple(_by_kind(choice))
    return members[0] if len(members) == 1 else ir.Union(members=members, doc=choice.doc)


def _by_kind(choice: ir.Choice) -> Iterable[ir.Type]:
    values = choice.values
    texts = tuple(v for v in values if isinstance(v, str))
    whole = tuple(v for v in values if isinstance(v, int) and not isinstance(v, bool))
    if texts:
        yield ir.Choice(values=texts)
    if whole:
        yield ir.Choice(values=whole)
    if None in values:
        yield ir.Null()
    if any(isinstance(v, bool) for v in values):
        yield ir.Boolean()
    if any(not isinstance(v, str | int | None) for v in values):
        yield ir.Anything()


def _joined(found: list[ir.Type]) -> ir.Type | None:
    """One choice of all, where all are choices."""
    values: list[ir.Json] = []
    for member in found:
        if not isinstance(member, ir.Choice):
            return None
        values += member.values
    return ir.Choice(values=tuple(dict.fromkeys(values)))
