"""Which member of a choice a value's discriminator means (OAS 3.2, 4.25)."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from specloom import ir
from specloom.normalise import selection
from specloom.normalise.collections import Members
from specloom.normalise.conjunction import Alternation, Conjunction, conjoin
from specloom.normalise.context import MISSING, Context
from specloom.normalise.pointers import join, of_fragment, split
from specloom.normalise.scalars import Facts

Conjoin = Callable[[str], Conjunction]


def tags(
    context: Context, whole: Conjunction, member: str, conjunction: Conjoin
) -> tuple[ir.Json, ...] | None:
    """The scalars that the schemas pin the member to by `enum` or `const`; None where they do not."""
    schemas = Members(Facts(context, whole.atoms)).of(member)
    if schemas:
        listed = selection.listed(context, conjoin(context, schemas, whole.place))
        if listed is not None:
            return tuple(v for v in listed if isinstance(v, str | int | float | Decimal))
    found: list[ir.Json] = []
    for alternation in whole.alternations[:1]:
        for inner in alternation.members:
            part = tags(context, conjunction(inner), member, conjunction)
            if part is None:
                return None
            found.extend(part)
    return tuple(found) or None


def component_at(context: Context, value: str, beside: str) -> str | None:
    """The schema that a mapping's value means: a reference, or the bare name of a component."""
    pointer = of_fragment(value)
    if pointer is not None:
        return pointer if context.node(pointer) is not MISSING else None
    namespace = context.namespace(context.source(beside))
    for name in (value, f"{namespace}.{value}"):
        place = join("/components/schemas", name)
        if context.node(place) is not MISSING:
            return place
    return None


def read(
    context: Context,
    alternation: Alternation,
    members: list[tuple[str, ir.TypeId, Conjunction]],
    conjunction: Conjoin,
) -> ir.Discriminator | None:
    """The discriminator of a choice; None where it has none or its members are not all named.

    `members` are each member's schema (the one referred to), type and conjunction. Tags that a
    member's own schema pins win: the discriminator must not change which values are valid.
    """
    place = join(alternation.owner, "discriminator")
    said = context.node(place)
    if not isinstance(said, dict) or not isinstance(said.get("propertyName"), str):
        return None
    member: str = said["propertyName"]
    given = targets(context, said, place)
    found: dict[str, ir.TypeId] = {}
    declared: dict[str, ir.TypeId] = {}
    for target, type_, whole in members:
        pinned = tags(context, whole, member, conjunction)
        written = given.get(target, [])
        declared |= dict.fromkeys(written, type_)
        _report_mismatch(context, place, target, written, pinned)
        for tag in pinned if pinned is not None else written or [name(context, target)]:
            if isinstance(tag, str):
                found.setdefault(tag, type_)
    fallback = said.get("defaultMapping")
    otherwise = component_at(context, fallback, place) if isinstance(fallback, str) else None
    types = {target: type_ for target, type_, _ in members}
    return ir.Discriminator(
        member=member,
        mapping=tuple(found.items()),
        declared=tuple((tag, declared[tag]) for tag in said.get("mapping") or {} if tag in declared),
        otherwise=types.get(otherwise) if otherwise else None,
    )


def targets(context: Context, said: dict[str, Any], place: str) -> dict[str, list[str]]:
    """The tags that the mapping of a Discriminator Object gives to each schema, where it is one."""
    found: dict[str, list[str]] = {}
    mapping: dict[str, Any] = said.get("mapping") or {}
    for tag, value in mapping.items():
        target = component_at(context, value, place) if isinstance(value, str) else None
        if target is not None:  # else it has been reported
            found.setdefault(target, []).append(tag)
    return found


def _report_mismatch(
    context: Context, place: str, target: str, written: list[str], pinned: tuple[ir.Json, ...] | None
) -> None:
    """Warn of a tag that the schema's own member does not allow: it never selects anything."""
    allowed = None if pinned is None else {v if isinstance(v, str) else json.dumps(v) for v in pinned}
    wrong = next((tag for tag in written if allowed is not None and tag not in allowed), None)
    if wrong is not None:
        context.warning(
            "discriminator-mismatch",
            f"the mapping sends {wrong!r} here, which the schema's own values of the member do not allow",
            join(place, "mapping", wrong),
            related=[("the schema", target)],
        )


def name(context: Context, target: str) -> str:
    """The name by which a schema is meant where no mapping names it."""
    owner = context.merged.owners.get(target)
    return owner.name if owner else split(target)[-1]


def unused(context: Context, pointer: str, schema: Mapping[str, Any]) -> None:
    """Note a discriminator that stands beside no choice: by itself it allows and refuses nothing."""
    if "discriminator" in schema and not {"oneOf", "anyOf"} & schema.keys():
        context.note(
            "discriminator-without-choice",
            "a discriminator beside neither `oneOf` nor `anyOf`: the parent's own type reads every child",
            join(pointer, "discriminator"),
        )
