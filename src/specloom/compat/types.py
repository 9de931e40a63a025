"""How a type differs from what it was.

A reference is compared by the type that it leads to, and that type's own differences are told at that
type. So no comparison runs in circles, and no difference is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from specloom import ir
from specloom.compat.changes import Change
from specloom.compat.spelling import spell, value

Name = Callable[[ir.TypeId], str]
# Members of the IR's types that are compared on their own, or say nothing about values.
_APART = frozenset(("doc", "origin", "fields", "extra", "items", "prefix", "values", "members",
                    "type", "content", "discriminator", "target", "bases", "place", "schema"))  # fmt: skip
_CONDITIONS = frozenset(("not", "if", "then", "else", "dependentRequired", "dependentSchemas", "contains",
                         "minContains", "maxContains", "propertyNames", "patternProperties",
                         "unevaluatedItems", "unevaluatedProperties"))  # fmt: skip
_DOC = ("deprecated", "read_only", "write_only")


def type_changes(old: ir.Type, new: ir.Type, where: str, name: Name) -> Iterator[Change]:
    """The differences between two types; `where` is what people call the place."""
    if type(old) is not type(new) or spell(old, name) != spell(new, name):
        if isinstance(old, ir.Choice) and isinstance(new, ir.Choice):
            yield from _choice(old, new, where)
        elif isinstance(old, ir.Record) and isinstance(new, ir.Record):
            yield from _record(old, new, where, name)
        else:
            yield Change(where, f"was {spell(old, name)}, is {spell(new, name)}")
            return
    elif isinstance(old, ir.Record) and isinstance(new, ir.Record):
        yield from _record(old, new, where, name)
    else:
        yield from _inside(old, new, where, name)
    yield from _members(old, new, where)
    yield from doc_changes(old.doc, new.doc, where)


def doc_changes(old: ir.Doc, new: ir.Doc, where: str) -> Iterator[Change]:
    """What is said about a place without changing its values."""
    for member in _DOC:
        if getattr(old, member) != getattr(new, member):
            word = member.replace("_", "-")
            yield Change(where, f"is {'now' if getattr(new, member) else 'no longer'} {word}")
    if value(old.default) != value(new.default):
        yield Change(where, f"default was {value(old.default)}, is {value(new.default)}")
    if (old.title, old.description) != (new.title, new.description):
        yield Change(where, "is described differently")


def below(where: str, part: str) -> str:
    """The place `part` of the place `where`."""
    return f"{part} of {where}" if where else part


def _members(old: ir.Type, new: ir.Type, where: str) -> Iterator[Change]:
    """Constraints and other plain members of a type."""
    for name in old.__struct_fields__:
        if name in _APART:
            continue
        was, now = getattr(old, name), getattr(new, name)
        if (type(was) is bool, was) != (type(now) is bool, now):
            word = name.replace("_", " ")
            yield Change(where, f"{word} was {_shown(was)}, is {_shown(now)}")


def _shown(member: Any) -> str:
    return "none" if member is None else value(member)


def _choice(old: ir.Choice, new: ir.Choice, where: str) -> Iterator[Change]:
    was, now = [value(v) for v in old.values], [value(v) for v in new.values]
    for words, there, missing in (("no longer allows", was, now), ("now allows", now, was)):
        found = [v for v in there if v not in missing]
        if found:
            yield Change(where, f"{words} {', '.join(found)}")


def _record(old: ir.Record, new: ir.Record, where: str, name: Name) -> Iterator[Change]:
    was, now = ({f.name: f for f in record.fields} for record in (old, new))
    for member in was.keys() - now.keys():
        yield Change(below(where, f"field {member}"), "removed")
    for member in now.keys() - was.keys():
        kind = "required" if now[member].required else "optional"
        yield Change(below(where, f"field {member}"), f"added, {kind}, {spell(now[member].type, name)}")
    for member in was.keys() & now.keys():
        yield from _field(was[member], now[member], below(where, f"field {member}"), name)
    yield from type_changes(old.extra, new.extra, below(where, "other members"), name)


def _field(old: ir.Field, new: ir.Field, where: str, name: Name) -> Iterator[Change]:
    if old.required != new.required:
        yield Change(where, "is now required" if new.required else "is no longer required")
    if value(old.default) != value(new.default):
        yield Change(where, f"default was {value(old.default)}, is {value(new.default)}")
    yield from type_changes(old.type, new.type, where, name)
    yield from doc_changes(old.doc, new.doc, where)


def _inside(old: ir.Type, new: ir.Type, where: str, name: Name) -> Iterator[Change]:
    """The differences in what two types of the same spelling hold."""
    for part, first, second in _parts(old, new):
        yield from type_changes(first, second, below(where, part), name)
    if isinstance(old, ir.Union) and isinstance(new, ir.Union) and old.discriminator != new.discriminator:
        yield Change(where, "is told apart differently")
    if isinstance(old, ir.Assertion) and isinstance(new, ir.Assertion):
        was, now = _conditions(old), _conditions(new)
        for keyword in was.keys() | now.keys():
            if was.get(keyword) != now.get(keyword):
                yield Change(where, f"the condition {keyword} changed")


def _conditions(type: ir.Assertion) -> dict[str, str]:
    """What the schema says by keywords that its type has no words for."""
    schema = type.schema if isinstance(type.schema, Mapping) else {}
    return {keyword: value(said) for keyword, said in schema.items() if keyword in _CONDITIONS}


def _parts(old: ir.Type, new: ir.Type) -> Iterator[tuple[str, ir.Type, ir.Type]]:
    match old, new:
        case ir.Array(), ir.Array():
            yield "items", old.items, new.items
            pairs = enumerate(zip(old.prefix, new.prefix, strict=True))
            yield from ((f"item {number}", was, now) for number, (was, now) in pairs)
        case ir.Map(), ir.Map():
            yield "values", old.values, new.values
        case ir.Union(), ir.Union():
            pairs = enumerate(zip(old.members, new.members, strict=True), 1)
            yield from ((f"alternative {number}", was, now) for number, (was, now) in pairs)
        case ir.Assertion(), ir.Assertion():
            yield "the value", old.type, new.type
        case ir.String(), ir.String() if old.content is not None and new.content is not None:
            yield "content", old.content, new.content
