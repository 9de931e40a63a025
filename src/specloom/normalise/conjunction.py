"""One schema with all that it says at once: itself, what it refers to, and the members of its `allOf`.

Intersecting is done here, on schemas, instead of on finished types: what two schemas say about a
member is the conjunction of what each says of it, so recursion through members ends by itself (the
same schemas together are the same type), and every contradiction still knows its two places.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from specloom.normalise.context import Context
from specloom.normalise.kinds import as_object, asserts
from specloom.normalise.pointers import join
from specloom.values import Value, force_setattr, replace

Schemas = Mapping[str, dict[str, Any]]
"""Schemas that apply to the same value, by the pointers at which they stand."""

_NONE: Final[Schemas] = {}


class Alternation(Value):
    """A `oneOf` or `anyOf` and the pointers of its members. `owner` is the schema that has it."""

    owner: str
    keyword: str
    members: tuple[str, ...]

    @property
    def pointer(self) -> str:
        return join(self.owner, self.keyword)


class Conjunction(Value, kw_only=True):
    """Schemas that apply together.

    `place` is where the whole stands (a pointer, or one that no schema has where schemas of several
    places meet). `own` are the schemas written there, `borrowed` those reached through `$ref`: both
    only speak *about* values; `atoms` are the ones of them that say which values are allowed.
    `target` is the schema referred to where the whole is nothing but a reference. `only` restricts
    it to one kind of value. `roots` are the schemas that it was made of; with `is_shape` a superset of
    the values is wanted, as an assertion decides. `branches` is the number of combinations of which this
    is one: where choices have been made, a combination may well be empty.
    """

    place: str
    own: Schemas
    borrowed: Schemas
    atoms: Schemas
    alternations: tuple[Alternation, ...] = ()
    target: str | None = None
    only: str | None = None
    branches: int = 1
    roots: tuple[str, ...]
    is_shape: bool = False
    key: frozenset[str] = frozenset()
    """Of the others: equal for conjunctions that allow the same values because they are the same schemas."""

    def __post_init__(self) -> None:
        is_simple = not self.alternations and not self.only and not self.is_shape
        force_setattr(self, "key", frozenset(self.atoms) if is_simple else self._marked())

    @property
    def is_branch(self) -> bool:
        return self.branches > 1

    @property
    def is_alone(self) -> bool:
        """Whether what one schema says, by itself, is all that there is."""
        more = self.borrowed or self.alternations or self.branches > 1 or self.is_shape
        return len(self.own) == 1 and not more

    def _marked(self) -> frozenset[str]:
        """The key where more than schemas tells which values are allowed."""
        marks = [f"only {self.only}"] if self.only else []
        said = [*self.atoms, *(a.pointer for a in self.alternations)]
        marks += ["shape"] if said and self.is_shape else []
        return frozenset((*said, *marks))


COMBINING = frozenset(("$ref", "allOf", "oneOf", "anyOf"))

Trail = tuple["Trail", str] | None
"""The pointers by which a schema was reached, last first."""


def _steps(trail: Trail) -> list[str]:
    steps = []
    while trail is not None:
        trail, pointer = trail
        steps.append(pointer)
    return steps[::-1]


def schemas_at(context: Context, pointers: Iterable[str]) -> Schemas:
    """The schemas at `pointers`."""
    return {pointer: as_object(context.node(pointer)) for pointer in pointers}


def conjoin(context: Context, schemas: Schemas, place: str) -> Conjunction:
    """Everything that the schemas say together. Reports references that only loop."""
    roots = tuple(schemas)
    if len(roots) == 1 and COMBINING.isdisjoint(alone := schemas[roots[0]]):
        atoms_alone = schemas if asserts(alone) else _NONE
        return Conjunction(place=place, own=schemas, borrowed=_NONE, atoms=atoms_alone, roots=roots)
    own: dict[str, dict[str, Any]] = {}
    borrowed: dict[str, dict[str, Any]] = {}
    atoms: dict[str, dict[str, Any]] = {}
    alternations: dict[str, Alternation] = {}
    targets: list[str] = []
    work: list[tuple[str, dict[str, Any], Trail, bool]] = [
        (p, schemas[p], None, True) for p in reversed(roots)
    ]
    while work:
        pointer, schema, trail, is_own = work.pop()
        if pointer in own or pointer in borrowed:
            if pointer in (steps := _steps(trail)):
                context.loop([*steps, pointer])
            continue
        (own if is_own else borrowed)[pointer] = schema
        if asserts(schema):
            atoms[pointer] = schema
        here: Trail = (trail, pointer)
        for keyword in ("oneOf", "anyOf"):
            members = schema.get(keyword)
            if isinstance(members, list) and members:
                spots = tuple(join(pointer, keyword, i) for i in range(len(members)))
                alternation = Alternation(pointer, keyword, spots)
                if not _leads_back(context, alternation, _steps(trail)):
                    alternations[alternation.pointer] = alternation
                else:
                    context.note(
                        "choice-made",
                        "this choice is reached from one of its own members, for which it is made already",
                        alternation.pointer,
                    )
        inner = schema.get("allOf")
        if isinstance(inner, list):
            parts = [(join(pointer, "allOf", i), as_object(part)) for i, part in enumerate(inner)]
            work.extend((at, part, here, is_own) for at, part in reversed(parts))
        if "$ref" in schema:
            target = context.target(pointer, schema["$ref"])
            if target is not None:
                if is_own:
                    targets.append(target)
                if not context.skips_component(target):
                    work.append((target, as_object(context.node(target)), here, False))
    plain = atoms.keys().isdisjoint(own) and not any(a.owner in own for a in alternations.values())
    return Conjunction(
        place=place,
        own=own,
        borrowed=borrowed,
        atoms=atoms,
        alternations=tuple(alternations.values()),
        target=targets[0] if plain and len(set(targets)) == 1 else None,
        roots=roots,
    )


def _leads_back(context: Context, alternation: Alternation, steps: list[str]) -> bool:
    """Whether a choice was reached from one of its own members.

    A parent that lists its children in `oneOf`, whose children take the parent in by `allOf`: for the
    child the parent's choice is made already.
    """
    if not steps:
        return False
    references = ((member, context.mapping(member).get("$ref")) for member in alternation.members)
    return any(
        isinstance(said, str) and said.startswith("#") and context.target(member, said) in steps
        for member, said in references
    )


def narrowed(whole: Conjunction, part: Conjunction, place: str, branches: int) -> Conjunction:
    """`whole` and `part` together: one of the `branches` of a choice, made within the whole.

    The roots of the whole have the choice in them still, which a value of the branch fits as well.
    """
    return replace(
        whole,
        place=place,
        own=part.own,
        borrowed={**part.borrowed, **whole.own, **whole.borrowed},
        atoms={**whole.atoms, **part.atoms},
        alternations=tuple(dict.fromkeys((*whole.alternations, *part.alternations))),
        target=None,
        branches=whole.branches * max(branches, 2),
        roots=tuple(dict.fromkeys((*whole.roots, *part.roots))),
    )
