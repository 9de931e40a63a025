"""Choices between schemas: `oneOf`, `anyOf` and what tells their members apart."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from specloom import ir
from specloom.normalise import kinds
from specloom.normalise.conjunction import Alternation, Conjunction, narrowed
from specloom.normalise.context import Context
from specloom.normalise.pointers import join
from specloom.values import replace

LIMIT = 512
"""How many combinations the choices that meet in one schema may have, those of its branches included."""


class Reader(Protocol):
    @property
    def context(self) -> Context: ...

    def conjunction(self, pointer: str) -> Conjunction: ...

    def read(self, pointer: str) -> ir.Type: ...

    def type_of(self, whole: Conjunction) -> ir.Type: ...

    def kinds(self, whole: Conjunction) -> frozenset[str]: ...

    def discriminator(self, alternation: Alternation, members: list[ir.Type]) -> ir.Discriminator | None: ...


def join_types(members: list[ir.Type], doc: ir.Doc = ir.NO_DOC) -> ir.Type:
    """At least one of the types: flat, without repetitions."""
    flat: list[ir.Type] = []
    if len(members) == 1:
        flat, members = members, []
    for member in members:
        is_flat = isinstance(member, ir.Union) and member.mode == "any" and member.discriminator is None
        for part in member.members if is_flat and isinstance(member, ir.Union) else (member,):
            if not isinstance(part, ir.Nothing) and not _contains(flat, part):
                flat.append(part)
    if any(isinstance(member, ir.Anything) for member in flat):
        return ir.Anything(doc=doc)
    if not flat:
        return ir.Nothing(doc=doc)
    if len(flat) == 1:
        return flat[0] if doc == ir.NO_DOC else replace(flat[0], doc=doc)
    return ir.Union(members=tuple(flat), doc=doc)


def _contains(types: Sequence[ir.Type], wanted: ir.Type) -> bool:
    # Python takes 1 and true for equal; their texts differ.
    return any(known == wanted and repr(known) == repr(wanted) for known in types)


def alternate(reader: Reader, whole: Conjunction, doc: ir.Doc) -> ir.Type:
    """The type of a conjunction with choices in it.

    What stands beside a choice holds in every branch: base ∧ one(a, b) = one(base ∧ a, base ∧ b).
    """
    choice, *rest = whole.alternations
    base = replace(whole, alternations=tuple(rest))
    branches = [_branch(reader, base, choice, i) for i in range(len(choice.members))]
    found = [(b, reader.read(b) if isinstance(b, str) else reader.type_of(b)) for b in branches]
    found = [(b, t) for b, t in found if not isinstance(t, ir.Nothing)]
    types = [t for _, t in found]
    discriminator = reader.discriminator(choice, types)
    if choice.keyword == "anyOf" or whole.is_shape:
        if discriminator is None or len(types) < 2:
            return join_types(types, doc)
        return ir.Union(members=tuple(types), discriminator=discriminator, doc=doc)
    wholes = [reader.conjunction(b) if isinstance(b, str) else b for b, _ in found]
    groups = _overlapping([reader.kinds(w) for w in wholes])
    return join_types([_exactly_one([types[i] for i in g], discriminator) for g in groups], doc)


def _exactly_one(types: list[ir.Type], discriminator: ir.Discriminator | None) -> ir.Type:
    if len(types) == 1:
        return types[0]
    return ir.Union(members=tuple(types), mode="one", discriminator=discriminator)


def is_blurred(found: ir.Type) -> bool:
    """Whether a Python union would not tell the members apart that "exactly one" has to count."""
    choices = found.members if isinstance(found, ir.Union) and found.mode == "any" else (found,)
    return any(
        isinstance(choice, ir.Union)
        and choice.mode == "one"
        and (
            any(isinstance(member, (ir.Anything, ir.Union)) for member in choice.members)
            or any(_contains(choice.members[:i], m) for i, m in enumerate(choice.members))
        )
        for choice in choices
    )


def _overlapping(sets: list[frozenset[str]]) -> list[list[int]]:
    """Indexes of members that may share a value. Members of different groups exclude each other anyway."""
    groups: list[tuple[frozenset[str], list[int]]] = []
    for index, here in enumerate(sets):
        meeting = [g for g in groups if g[0] & here]
        apart = [g for g in groups if not g[0] & here]
        merged = sorted([index, *(i for g in meeting for i in g[1])])
        groups = [*apart, (here.union(*(g[0] for g in meeting)), merged)]
    return sorted((members for _, members in groups), key=lambda members: members[0])


def _branch(reader: Reader, base: Conjunction, choice: Alternation, index: int) -> str | Conjunction:
    """One branch: the member's own pointer where nothing beside the choice narrows it."""
    pointer = choice.members[index]
    if not base.key:
        return pointer
    part = reader.conjunction(pointer)
    if _only_types(base) and reader.kinds(part) <= reader.kinds(base):
        return pointer
    if any(a.pointer == choice.pointer for a in part.alternations):
        reader.context.loop([choice.owner, pointer, choice.owner])
        part = replace(part, alternations=())
    where = join(base.place, choice.keyword, index)
    if choice.pointer != join(base.place, choice.keyword):
        where = join(base.place, choice.keyword, f"{choice.pointer}/{index}")
    return narrowed(base, part, join(where, "allOf"), len(choice.members))


def _only_types(base: Conjunction) -> bool:
    if base.alternations or base.only:
        return False
    return all(kinds.ASSERTING.intersection(s) == {"type"} for s in base.atoms.values())


def too_many(whole: Conjunction) -> bool:
    """Whether more combinations of choices meet in a schema than anybody would want as types."""
    if not whole.alternations and not whole.is_branch:
        return False
    product = whole.branches * math.prod(len(a.members) for a in whole.alternations)
    return product > LIMIT and (len(whole.alternations) > 1 or whole.is_branch)
