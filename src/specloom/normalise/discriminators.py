"""Which member of a choice a value's discriminator means (OAS 3.2, 4.25)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from specloom import ir
from specloom.normalise import selection
from specloom.normalise.collections import Members
from specloom.normalise.conjunction import Alternation, Conjunction, conjoin
from specloom.normalise.context import MISSING, Context
from specloom.normalise.pointers import join, of_fragment, split
from specloom.normalise.scalars import Facts

Conjoin = Callable[[str], Conjunction]


def tags(context: Context, whole: Conjunction, member: str, conjunction: Conjoin) -> tuple[str, ...] | None:
    """The texts that the schemas pin the member to by `enum` or `const`; None where they do not."""
    pointers = Members(Facts(context, whole.atoms)).of(member) if whole.atoms else ()
    if pointers:
        listed = selection.listed(context, conjoin(context, pointers, whole.place))
        if listed is not None:
            return tuple(v for v in listed if isinstance(v, str))
    found: list[str] = []
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
    name: str = said["propertyName"]
    mapping: dict[str, Any] = said.get("mapping") or {}
    targets: dict[str, list[str]] = {}
    for tag, value in mapping.items():
        target = component_at(context, value, place) if isinstance(value, str) else None
        if target is None:
            context.error("ref-unresolved", f"{value!r} is no schema", join(place, "mapping", tag))
            continue
        targets.setdefault(target, []).append(tag)
    found: dict[str, ir.TypeId] = {}
    for target, type_, whole in members:
        pinned = tags(context, whole, name, conjunction)
        given = targets.get(target)
        if pinned is not None and given is not None and not set(given) <= set(pinned):
            wrong = next(tag for tag in given if tag not in pinned)
            context.warning(
                "discriminator-mismatch",
                f"the mapping sends {wrong!r} here, which the schema's own {name!r} does not allow",
                join(place, "mapping", wrong),
                related=[("the schema", target)],
            )
        for tag in pinned if pinned is not None else given or [_name(context, target)]:
            found.setdefault(tag, type_)
    fallback = said.get("defaultMapping")
    otherwise = component_at(context, fallback, place) if isinstance(fallback, str) else None
    types = {target: type_ for target, type_, _ in members}
    return ir.Discriminator(
        member=name,
        mapping=tuple(found.items()),
        otherwise=types.get(otherwise) if otherwise else None,
    )


def _name(context: Context, target: str) -> str:
    owner = context.merged.owners.get(target)
    return owner.name if owner else split(target)[-1]


def unused(context: Context, pointer: str) -> None:
    """Note a discriminator that stands beside no choice: by itself it allows and refuses nothing."""
    schema = context.mapping(pointer)
    if "discriminator" in schema and not {"oneOf", "anyOf"} & schema.keys():
        context.note(
            "discriminator-without-choice",
            "a discriminator beside neither `oneOf` nor `anyOf`: the parent's own type reads every child",
            join(pointer, "discriminator"),
        )
