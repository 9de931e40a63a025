"""Types and schemas that are nothing but each other: no value could ever be decided by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from specloom import ir
from specloom.normalise import rendering
from specloom.normalise.context import Context


def check(context: Context, types: Mapping[str, ir.Type], schemas: Mapping[str, ir.Json]) -> None:
    """Report what leads back to itself without a member, entry or value between: named types, schemas."""
    leading = {p: to for p, t in types.items() if t.__class__ in _LEADING and (to := tuple(_leads(t)))}
    looping = _report(context, leading, set())
    inside = {place: tuple(rendering.in_place(schema)) for place, schema in schemas.items()}
    _report(context, inside, looping)


def _report(context: Context, leads: Mapping[str, tuple[str, ...]], told: set[str]) -> set[str]:
    """Report the loops, but for those through a place that was told of; the places of all loops."""
    looping = set(told)
    done: set[str] = set()
    for start in leads:
        trail: list[str] = []
        work = [(start, iter(leads[start]))]
        while work:
            place, following = work[-1]
            if place not in trail:
                trail.append(place)
            to = next(following, None)
            if to is None:
                done.add(place)
                trail.pop()
                work.pop()
            elif to in trail:
                loop = trail[trail.index(to) :]
                if told.isdisjoint(loop):
                    context.loop([*trail, to])
                looping.update(loop)
            elif to not in done and to in leads:
                work.append((to, iter(leads[to])))
    return looping


_LEADING: Final = frozenset((ir.Assertion, ir.Reference, ir.Union))


def _leads(type_: ir.Type) -> Iterator[str]:
    if isinstance(type_, ir.Reference):
        yield type_.target.pointer
    elif isinstance(type_, ir.Union):
        for member in type_.members:
            yield from _leads(member)
    elif isinstance(type_, ir.Assertion):
        yield from _leads(type_.type)
