"""Types that are nothing but each other: no value could ever be read by them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from specloom import ir
from specloom.normalise.context import Context


def check(context: Context, types: Mapping[str, ir.Type]) -> None:
    """Report named types that lead back to themselves without a member, entry or value between."""
    done: set[str] = set()
    for start in types:
        trail: list[str] = []
        work = [(start, iter(_leads(types[start])))]
        while work:
            place, leads = work[-1]
            if place not in trail:
                trail.append(place)
            following = next(leads, None)
            if following is None:
                done.add(place)
                trail.pop()
                work.pop()
            elif following in trail:
                context.loop([*trail, following])
            elif following not in done and following in types:
                work.append((following, iter(_leads(types[following]))))


def _leads(type_: ir.Type) -> Iterator[str]:
    if isinstance(type_, ir.Reference):
        yield type_.target.pointer
    elif isinstance(type_, ir.Union):
        for member in type_.members:
            yield from _leads(member)
    elif isinstance(type_, ir.Assertion):
        yield from _leads(type_.type)
