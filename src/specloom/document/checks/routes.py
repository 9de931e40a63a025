"""Paths that only the names of their parameters tell apart (OpenAPI 3.2, section 4.8.2)."""

from __future__ import annotations

import re

from specloom.diagnostics import Location
from specloom.document.checks.context import Context, Place
from specloom.document.checks.paths import items, operations, parameters
from specloom.document.pointer import escape
from specloom.values import Value

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_REST = "x-specloom-rest-of-path"

Slot = tuple[str, str]
"""A method, and the servers it is on: what is on others is never in the way."""


class _Written(Value):
    path: str
    where: Location
    slots: frozenset[Slot]

    @property
    def order(self) -> list[str]:
        """Of two such paths, the server tries the one that is smaller here, whatever their order."""
        return self.path.split("/")


def check_routes(context: Context) -> None:
    """Warn of each path that has the shape of an earlier one, and say which operations are out of reach.

    The client calls either; a server knows them apart by method alone.
    """
    alike: dict[str, list[tuple[str, Place]]] = {}
    for path, place in items(context, "paths"):
        item = context.follow(place)
        if item is not None and isinstance(item.value, dict):
            alike.setdefault(_TEMPLATE.sub("{}", path), []).append((path, item))
    for paths in alike.values():
        if len(paths) > 1:
            _check(context, paths)


def _check(context: Context, paths: list[tuple[str, Place]]) -> None:
    """Of some paths that are the same but for the names in braces, find those that have one shape."""
    shapes: dict[str, list[_Written]] = {}
    for path, item in paths:
        where = Location(context.loaded.document.uri, f"/paths/{escape(path)}", key=True)
        earlier = shapes.setdefault(_shape(context, path, item), [])
        made = _Written(path, where, frozenset(_slots(item)))
        if earlier:
            _report(context, made, earlier)
        earlier.append(made)


def _shape(context: Context, path: str, item: Place) -> str:
    """The path without names; a parameter that takes the rest of the path is another shape."""
    rest = set()
    for holder in (item, *(operation for _, operation in operations(item))):
        for (name, within), place in parameters(context, holder).items():
            target = context.follow(place)
            if within == "path" and target is not None and target.value.get(_REST) is True:
                rest.add(name)
    return _TEMPLATE.sub(lambda found: "{**}" if found[1] in rest else "{}", path)


def _slots(item: Place) -> list[Slot]:
    shared = item.value.get("servers")
    return [
        (method.upper(), repr(operation.value.get("servers") or shared))
        for method, operation in operations(item)
    ]


def _report(context: Context, path: _Written, earlier: list[_Written]) -> None:
    lost = []
    for slot in sorted(path.slots):
        rivals = [other for other in (*earlier, path) if slot in other.slots]
        wins = min(rivals, key=lambda each: each.order)
        if len(rivals) > 1:
            loses = path if wins is not path else min(rivals[:-1], key=lambda each: each.order)
            lost.append(f"{slot[0]} {loses.path}, as {wins.path} answers")
    message = (
        f"the path {path.path!r} differs from {earlier[0].path!r} in nothing but the names of its parameters"
    )
    if lost:
        message += f"; the client calls both, but a server never reaches {' nor '.join(lost)}"
    context.fault("path-ambiguous", message, path.where, clear=True, first=earlier[0].where)
