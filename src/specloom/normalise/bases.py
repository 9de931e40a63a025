"""Records that extend others: `allOf` with a `$ref`, where what it refers to stays exactly as it is.

Only then is one the base of the other: every member of the base stands unchanged in what extends it, and
both treat all other members, and their number, alike. Everything else is merged members and nothing more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from graphlib import TopologicalSorter

from specloom import ir
from specloom.diagnostics import Location
from specloom.normalise.types import Types
from specloom.normalise.walk import named
from specloom.values import replace

ById = Mapping[ir.TypeId, ir.NamedType]


def extend(types: Types, known: tuple[ir.NamedType, ...]) -> tuple[ir.NamedType, ...]:
    """Name the bases of each record. None of them leads back to where it is extended."""
    by_id = {one.id: one for one in known}
    records = [one for one in known if one.type.__class__ is ir.Record]
    taking_in = [one for one in records if types.whole(one.id.pointer).borrowed]
    wanted = {one.id: found for one in taking_in if (found := tuple(_candidates(types, one, by_id)))}
    if not wanted:
        return known
    bases = _without_circles(known, by_id, wanted)
    return tuple(
        replace(one, type=replace(one.type, bases=own))
        if (own := bases.get(one.id)) and isinstance(one.type, ir.Record)
        else one
        for one in known
    )


def _candidates(types: Types, one: ir.NamedType, by_id: ById) -> Iterator[ir.TypeId]:
    if not isinstance(one.type, ir.Record) or one.variant is not None:
        return
    found: dict[ir.TypeId, None] = {}
    for pointer, schema in types.whole(one.id.pointer).own.items():
        if "$ref" in schema:
            target = types.context.target(pointer, schema["$ref"])
            if target is not None:
                found[ir.TypeId(types.context.source(target), target)] = None
    for id in found:
        base = by_id.get(id)
        if base is None or id == one.id or id.source != one.id.source:
            continue
        if isinstance(base.type, ir.Record) and _is_kept(base, base.type, one, one.type):
            yield id


def _is_kept(parent: ir.NamedType, base: ir.Record, child: ir.NamedType, record: ir.Record) -> bool:
    """Whether the record adds members to those of the base, and does nothing else."""
    fields = {field.name: field for field in record.fields}
    if any(field.name not in fields for field in base.fields):
        return False
    pairs = [(field, fields[field.name]) for field in base.fields]
    if any(_default_at(parent, field) != _default_at(child, own) for field, own in pairs):
        return False
    return all(_same(_declared(field), _declared(own)) for field, own in pairs) and _same(
        (record.extra, record.min_members, record.max_members),
        (base.extra, base.min_members, base.max_members),
    )


def _declared(field: ir.Field) -> tuple[object, ...]:
    """All that is said of a member, wherever that stands."""
    return field.type, field.required, field.required_in, field.default, field.doc, field.pinned


def _default_at(known: ir.NamedType, field: ir.Field) -> Location | None:
    return None if field.default_place is None else known.origin.at(field.default_place)


def _same(those: tuple[object, ...], others: tuple[object, ...]) -> bool:
    # Python takes 1 and true for equal; their texts differ.
    return those == others and all(
        one is other or repr(one) == repr(other) for one, other in zip(those, others, strict=True)
    )


def _without_circles(
    known: tuple[ir.NamedType, ...], by_id: ById, wanted: Mapping[ir.TypeId, tuple[ir.TypeId, ...]]
) -> dict[ir.TypeId, tuple[ir.TypeId, ...]]:
    """The bases that can be had where what stands inside one outermost type stands in one module.

    A module needs those of its bases, and of all that types which are no records speak of.
    """
    needs: dict[ir.TypeId, set[ir.TypeId]] = defaultdict(set)
    for one in known:
        if one.type.__class__ is not ir.Record:
            needs[_outermost(one, by_id)] |= {
                _outermost(by_id[t], by_id) for t in named(one.type) if t in by_id
            }
    bases: dict[ir.TypeId, tuple[ir.TypeId, ...]] = {}
    for id in sorted(wanted, key=lambda id: (id.source, by_id[id].parent is not None, id.pointer)):
        here = _outermost(by_id[id], by_id)
        for base in wanted[id]:
            there = _outermost(by_id[base], by_id)
            if here == there or not _leads(needs, there, here):
                needs[here].add(there)
                bases[id] = (*bases.get(id, ()), base)
    return _in_line(bases)


def _outermost(one: ir.NamedType, by_id: ById) -> ir.TypeId:
    while one.parent is not None and one.parent in by_id:
        one = by_id[one.parent]
    return one.id


def _leads(needs: Mapping[ir.TypeId, set[ir.TypeId]], start: ir.TypeId, end: ir.TypeId) -> bool:
    seen: set[ir.TypeId] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here == end:
            return True
        if here not in seen:
            seen.add(here)
            waiting += needs.get(here, ())
    return False


def _in_line(bases: dict[ir.TypeId, tuple[ir.TypeId, ...]]) -> dict[ir.TypeId, tuple[ir.TypeId, ...]]:
    """Without bases that another base extends, and only the first where several have no common order (C3)."""
    classes: dict[ir.TypeId, type] = {}
    found: dict[ir.TypeId, tuple[ir.TypeId, ...]] = {}
    for id in TopologicalSorter(bases).static_order():
        own = bases.get(id, ())
        kept = tuple(b for b in own if not any(o != b and issubclass(classes[o], classes[b]) for o in own))
        try:
            classes[id] = type("Record", tuple(classes[b] for b in kept), {})
        except TypeError:
            kept = kept[:1]
            classes[id] = type("Record", tuple(classes[b] for b in kept), {})
        found[id] = kept
    return found
