"""`required` members that are read-only or write-only: the forms of a type in requests and in responses.

OpenAPI 3.0.3 (Schema Object, `readOnly` and `writeOnly`): where such a member is required, that holds for
responses, or for requests, only. Later versions have no such rule: there the keywords only say something
about the member (JSON Schema 2020-12 validation, 9.4), and `x-specloom-required-in` says the rest.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias, TypeVar

from specloom import ir
from specloom.normalise.pointers import join
from specloom.normalise.walk import Leads, leads, named, reached, renamed
from specloom.values import replace

Named: TypeAlias = tuple[ir.NamedType, ...]
Names: TypeAlias = Mapping[ir.TypeId, ir.TypeId]
V = TypeVar("V")
_DIRECTIONS: Final[tuple[ir.Direction, ...]] = ("request", "response")


def split(types: Named, operations: tuple[ir.Operation, ...]) -> tuple[Named, tuple[ir.Operation, ...]]:
    """Give types a form of their own in a direction where they differ there; operations speak of those.

    A type differs where a member need not be there, or where a type that it leads to differs. What
    operations write inline and nothing speaks of any more is dropped.
    """
    one_way = {known.id: ways for known in types if (ways := _one_way(known.type))}
    if not one_way:
        return types, operations
    by_id = {known.id: known for known in types}
    leading = leads(types)
    users: dict[ir.TypeId, list[ir.TypeId]] = defaultdict(list)
    for id, targets in leading.items():
        for target in targets:
            users[target].append(id)
    names = {direction: _differing(types, users, one_way, direction) for direction in _DIRECTIONS}
    rewritten = _operations(operations, names)
    made = [_variant(by_id[id], names[d], d) for d in _DIRECTIONS for id in names[d]]
    return kept((*types, *made), leading | leads(made), operations, rewritten), rewritten


def _differing(
    types: Named,
    users: Mapping[ir.TypeId, list[ir.TypeId]],
    one_way: Mapping[ir.TypeId, set[ir.Direction]],
    direction: ir.Direction,
) -> Names:
    """The types that have a form of their own in the direction, each with the id of that form."""
    waiting = [id for id, ways in one_way.items() if ways - {direction}]
    found: set[ir.TypeId] = set()
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += users[here]
    places = (known.id for known in types if known.id in found)
    return {id: ir.TypeId(id.source, join(id.pointer, direction)) for id in places}


def _record(type_: ir.Type) -> ir.Record | None:
    while type_.__class__ is ir.Assertion:
        type_ = type_.type
    return type_ if type_.__class__ is ir.Record else None


def _one_way(type_: ir.Type) -> set[ir.Direction]:
    """The directions in which alone a member of a record has to be there."""
    record = _record(type_)
    fields = () if record is None else record.fields
    return {way for field in fields if (way := field.required_in) is not None and field.required}


def _is_free(field: ir.Field, direction: ir.Direction) -> bool:
    return field.required and field.required_in not in (None, direction)


def _relaxed(type_: ir.Type, direction: ir.Direction) -> ir.Type:
    """The type with the members required that are in this direction."""
    if isinstance(type_, ir.Assertion):
        return replace(type_, type=_relaxed(type_.type, direction))
    if not isinstance(type_, ir.Record):
        return type_
    members = (
        replace(field, required=field.required and not _is_free(field, direction), required_in=None)
        for field in type_.fields
    )
    return replace(type_, fields=tuple(members))


def _variant(known: ir.NamedType, names: Names, direction: ir.Direction) -> ir.NamedType:
    """A type's form in one direction. Inside another type it is called by that one's form."""
    parent = names.get(known.parent) if known.parent is not None else None
    return replace(
        known,
        id=names[known.id],
        component=None,
        parent=parent or known.parent,
        words=known.words if parent is not None else (*known.words, direction),
        path=known.path if parent is not None or not known.path else (*known.path, direction),
        type=renamed(_relaxed(known.type, direction), names),
        pinned=None,
        family=names.get(known.family, known.family) if known.family is not None else None,
        variant=ir.Variant(known.id, direction),
    )


def _operations(
    operations: tuple[ir.Operation, ...], names: Mapping[ir.Direction, Names]
) -> tuple[ir.Operation, ...]:
    """The operations with the forms that they send and get; the same object where one speaks of none."""
    sent, given = _renaming(names["request"]), _renaming(names["response"])

    def rewritten(old: ir.Operation) -> ir.Operation:
        parameters, body = tuple(map(sent, old.parameters)), sent(old.body)
        responses = tuple(map(given, old.responses))
        if (parameters, body, responses) == (old.parameters, old.body, old.responses):
            return old
        return replace(old, parameters=parameters, body=body, responses=responses)

    return tuple(map(rewritten, operations))


def _renaming(names: Names) -> Callable[[V], V]:
    """Puts other named types in the place of some, in what operations share only once."""
    known: dict[int, Any] = {}  # By identity.

    def of(value: V) -> V:
        key = id(value)
        if key not in known:
            known[key] = renamed(value, names)
        found: V = known[key]
        return found

    return of


def kept(
    types: Named, leading: Leads, before: tuple[ir.Operation, ...], after: tuple[ir.Operation, ...]
) -> Named:
    """Without what only operations spoke of. A form that is all that is left of its type takes its words.

    `leading` is what the types speak of.
    What is written inside a type of which nothing but forms is left belongs to the first of these.
    """
    by_id = {known.id: known for known in types}
    components = [known.id for known in types if _original(known, by_id).component is not None]
    left = reached([*components, *named(_carried(after))], leading)
    changed = [old for old, new in zip(before, after, strict=True) if old is not new]
    gone = reached(named(_carried(changed)), leading, left)
    gone |= {known.id for known in types if known.variant is not None and known.id not in left}
    left_types = [known for known in types if known.id not in gone]
    forms = Counter(known.variant.of for known in left_types if known.variant is not None)
    alone = {id for id, count in forms.items() if count == 1 and id in gone}
    instead: dict[ir.TypeId, ir.TypeId] = {}
    for known in left_types:
        if known.variant is not None and known.variant.of in gone:
            instead.setdefault(known.variant.of, known.id)
    placed = (
        replace(known, parent=instead[known.parent]) if known.parent in instead else known
        for known in left_types
    )
    return tuple(
        replace(known, words=by_id[known.variant.of].words, path=by_id[known.variant.of].path)
        if known.variant is not None and known.variant.of in alone
        else known
        for known in placed
    )


def _carried(operations: Iterable[ir.Operation]) -> tuple[object, ...]:
    """What the operations send and get; what they share only once."""
    parts = {id(part): part for o in operations for part in (*o.parameters, o.body, *o.responses)}
    return tuple(parts.values())


def _original(known: ir.NamedType, by_id: Mapping[ir.TypeId, ir.NamedType]) -> ir.NamedType:
    return known if known.variant is None else by_id[known.variant.of]
