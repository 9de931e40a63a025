"""Objects: members that have to be there, others where depth allows, and more where there must be more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from specloom import ir
from specloom.mock.limits import UnmakeableError

if TYPE_CHECKING:
    from specloom.mock.maker import Making


def make(making: Making, type: ir.Record | ir.Map) -> ir.Json:
    """An object of the type. Raises :class:`UnmakeableError`."""
    made: dict[str, ir.Json] = {}
    fields = type.fields if isinstance(type, ir.Record) else ()
    for field in fields:
        if _needed(field):
            made[field.name] = making.make(field.type, *_docs(field))
    for field in fields:
        full = type.max_members is not None and len(made) >= type.max_members
        if not _needed(field) and not full and (making.attempt < 2 or making.rng.random() < 0.5):
            value = making.maybe(field.type, *_docs(field))
            if value is not ir.ABSENT:
                made[field.name] = value
    ordered = {field.name: made[field.name] for field in fields if field.name in made}
    _fill(making, type, ordered)
    return ordered


def _fill(making: Making, type: ir.Record | ir.Map, made: dict[str, ir.Json]) -> None:
    """Add members that are not declared: as many as there have to be, one to a map."""
    least = type.min_members or 0
    if isinstance(type, ir.Map):
        values = type.values
        if not least and type.max_members != 0:
            value = making.maybe(values)
            if value is not ir.ABSENT:
                made["key1"] = value
    else:
        values = type.extra
    declared = {field.name for field in type.fields} if isinstance(type, ir.Record) else set()
    for index in range(1, least + len(declared) + 2):
        name = f"key{index}"
        if len(made) >= least:
            return
        if name not in made and name not in declared:
            made[name] = making.make(values)
    if len(made) < least:
        raise UnmakeableError(f"there are no {least} members")


def tagged(discriminator: ir.Discriminator, member: ir.Type, value: Mapping[str, ir.Json]) -> ir.Json:
    """The object with a tag that leads to the member of the union that it was made of."""
    if not isinstance(member, ir.Reference):
        return value
    tags = [tag for tag, target in discriminator.mapping if target == member.target]
    if not tags or value.get(discriminator.member) in tags:
        return value
    return {**value, discriminator.member: tags[0]}


def _needed(field: ir.Field) -> bool:
    return field.required and field.required_in in (None, "response")


def _docs(field: ir.Field) -> tuple[ir.Doc, ...]:
    return (field.doc,) if field.default is ir.ABSENT else (field.doc, ir.Doc(default=field.default))
