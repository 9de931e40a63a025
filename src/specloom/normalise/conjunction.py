"""One schema with all that it says at once: itself, what it refers to, and the members of its `allOf`.

Intersecting is done here, on schemas, instead of on finished types: what two schemas say about a
member is the conjunction of what each says of it, so recursion through members ends by itself (the
same schemas together are the same type), and every contradiction still knows its two places.
"""

from __future__ import annotations

from specloom.normalise.context import Context
from specloom.normalise.kinds import asserts
from specloom.normalise.pointers import join
from specloom.values import Value, force_setattr, replace


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
    own: tuple[str, ...]
    borrowed: tuple[str, ...] = ()
    atoms: tuple[str, ...] = ()
    alternations: tuple[Alternation, ...] = ()
    target: str | None = None
    only: str | None = None
    branches: int = 1
    roots: tuple[str, ...] = ()
    is_shape: bool = False
    key: frozenset[str] = frozenset()
    """Of the others: equal for conjunctions that allow the same values because they are the same schemas."""

    def __post_init__(self) -> None:
        force_setattr(self, "key", self._key())

    @property
    def is_branch(self) -> bool:
        return self.branches > 1

    @property
    def is_one_atom(self) -> bool:
        """Whether what one schema asserts is all that there is."""
        return len(self.atoms) == 1 and not self.alternations and self.only is None and not self.is_branch

    def _key(self) -> frozenset[str]:
        marks = [f"only {self.only}"] if self.only else []
        said = [*self.atoms, *(a.pointer for a in self.alternations)]
        marks += ["shape"] if said and self.is_shape else []
        return frozenset((*said, *marks))


_COMBINING = frozenset(("$ref", "allOf", "oneOf", "anyOf"))

Trail = tuple["Trail", str] | None
"""The pointers by which a schema was reached, last first."""


def _steps(trail: Trail) -> list[str]:
    steps = []
    while trail is not None:
        trail, pointer = trail
        steps.append(pointer)
    return steps[::-1]


def conjoin(context: Context, pointers: tuple[str, ...], place: str) -> Conjunction:
    """Everything that the schemas at `pointers` say together. Reports references that only loop."""
    if len(pointers) == 1:
        alone = context.node(pointers[0])
        if not isinstance(alone, dict) or _COMBINING.isdisjoint(alone):
            atoms_alone = pointers if asserts(alone) else ()
            return Conjunction(place=place, own=pointers, atoms=atoms_alone, roots=pointers)
    own: dict[str, None] = {}
    borrowed: dict[str, None] = {}
    atoms: dict[str, None] = {}
    alternations: dict[str, Alternation] = {}
    targets: list[str] = []
    work: list[tuple[str, Trail, bool]] = [(p, None, True) for p in reversed(pointers)]
    while work:
        pointer, trail, is_own = work.pop()
        if pointer in own or pointer in borrowed:
            if pointer in (steps := _steps(trail)):
                context.loop([*steps, pointer])
            continue
        (own if is_own else borrowed)[pointer] = None
        schema = context.node(pointer)
        if asserts(schema):
            atoms[pointer] = None
        if not isinstance(schema, dict):
            continue
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
            work.extend((join(pointer, "allOf", i), here, is_own) for i in reversed(range(len(inner))))
        if "$ref" in schema:
            target = context.target(pointer)
            if target is not None:
                if is_own:
                    targets.append(target)
                if not context.skips_component(target):
                    work.append((target, here, False))
    plain = not any(p in atoms for p in own) and not any(a.owner in own for a in alternations.values())
    return Conjunction(
        place=place,
        own=tuple(own),
        borrowed=tuple(borrowed),
        atoms=tuple(atoms),
        alternations=tuple(alternations.values()),
        target=targets[0] if plain and len(set(targets)) == 1 else None,
        roots=pointers,
    )


def _leads_back(context: Context, alternation: Alternation, steps: list[str]) -> bool:
    """Whether a choice was reached from one of its own members.

    A parent that lists its children in `oneOf`, whose children take the parent in by `allOf`: for the
    child the parent's choice is made already.
    """
    if not steps:
        return False
    for member in alternation.members:
        reference = context.mapping(member).get("$ref")
        if isinstance(reference, str) and reference.startswith("#") and context.target(member) in steps:
            return True
    return False


def narrowed(whole: Conjunction, part: Conjunction, place: str, branches: int) -> Conjunction:
    """`whole` and `part` together: one of the `branches` of a choice, made within the whole.

    The roots of the whole have the choice in them still, which a value of the branch fits as well.
    """
    return replace(
        whole,
        place=place,
        own=part.own,
        borrowed=tuple(dict.fromkeys((*part.borrowed, *whole.own, *whole.borrowed))),
        atoms=tuple(dict.fromkeys((*whole.atoms, *part.atoms))),
        alternations=tuple(dict.fromkeys((*whole.alternations, *part.alternations))),
        target=None,
        branches=whole.branches * max(branches, 2),
        roots=tuple(dict.fromkeys((*whole.roots, *part.roots))),
    )
