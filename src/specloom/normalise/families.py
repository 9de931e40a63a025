"""Parents that carry a discriminator: where one is expected, any of its descendants may come (OAS 3.2, 4.25).

A parent here is a component with a discriminator beside neither `oneOf` nor `anyOf`; its descendants are
the components that take it in by `allOf`. What the parent's schema accepts does not change: a value is
read as the descendant that its tag names if it fits that, and as the parent if not.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specloom import ir
from specloom.normalise import discriminators
from specloom.normalise.conjunction import Schemas
from specloom.normalise.pointers import join
from specloom.normalise.types import Types
from specloom.normalise.walk import renamed
from specloom.values import replace


def gather(
    types: Types, named: tuple[ir.NamedType, ...], operations: tuple[ir.Operation, ...]
) -> tuple[tuple[ir.NamedType, ...], tuple[ir.Operation, ...]]:
    """Name the union of each parent and its descendants, and let it stand where the parent is referred to."""
    unions = {parent.id: found for parent in named if (found := _family(types, parent, named)) is not None}
    if not unions:
        return named, operations
    names = {parent: union.id for parent, union in unions.items()}
    grown = (replace(n, type=renamed(n.type, names), family=names.get(n.id)) for n in named)
    return (*grown, *unions.values()), renamed(operations, names)


def _family(types: Types, parent: ir.NamedType, named: tuple[ir.NamedType, ...]) -> ir.NamedType | None:
    if parent.component is None or not _is_object(parent.type):
        return None
    context = types.context
    place = next(_discriminators(types.whole(parent.id.pointer).own), None)
    if place is None:
        return None
    below = [n for n in named if n.component is not None and _descends(types, n, parent)]
    if not below:
        discriminators.unused(context, place, context.mapping(place))
        return None
    below.sort(key=lambda child: child.component or "")
    return ir.NamedType(
        id=ir.TypeId(parent.id.source, join(parent.id.pointer, "family")),
        component=None,
        parent=None,
        words=("any", *parent.words),
        type=ir.Union(
            members=tuple(ir.Reference(target=member.id) for member in (*below, parent)),
            discriminator=_discriminator(types, place, parent, below),
        ),
        origin=parent.origin,
    )


def _is_object(type_: ir.Type) -> bool:
    while isinstance(type_, ir.Assertion):
        type_ = type_.type
    return isinstance(type_, ir.Record)


def _discriminators(schemas: Schemas) -> Iterator[str]:
    """The schemas that have a discriminator and no choice."""
    for pointer, schema in schemas.items():
        said = schema.get("discriminator")
        is_one = isinstance(said, dict) and isinstance(said.get("propertyName"), str)
        if is_one and not {"oneOf", "anyOf"} & schema.keys():
            yield pointer


def _descends(types: Types, child: ir.NamedType, parent: ir.NamedType) -> bool:
    whole = types.whole(child.id.pointer)
    takes_in = parent.id.pointer in whole.borrowed and whole.target is None
    return takes_in and child.id.source == parent.id.source and _is_object(child.type)


def _discriminator(
    types: Types, place: str, parent: ir.NamedType, below: list[ir.NamedType]
) -> ir.Discriminator:
    """What tells them apart: the mapping, else the tags that a member's own schema pins, else its name."""
    context = types.context
    said: dict[str, Any] = context.mapping(place)["discriminator"]
    member: str = said["propertyName"]
    targets = discriminators.targets(context, said, join(place, "discriminator"))
    general = discriminators.tags(context, types.whole(parent.id.pointer), member, types.conjunction)
    tags: dict[str, ir.TypeId] = {}
    declared: dict[str, ir.TypeId] = {}
    for one in (*below, parent):
        given = targets.get(one.id.pointer, [])
        declared |= dict.fromkeys(given, one.id)
        if one is parent:
            continue
        pinned = discriminators.tags(context, types.whole(one.id.pointer), member, types.conjunction)
        own = pinned if pinned != general else None
        for tag in given or own or (discriminators.name(context, one.id.pointer),):
            if isinstance(tag, str):
                tags.setdefault(tag, one.id)
    return ir.Discriminator(
        member=member,
        mapping=tuple(tags.items()),
        declared=tuple((tag, declared[tag]) for tag in said.get("mapping") or {} if tag in declared),
        parent=parent.id,
    )
