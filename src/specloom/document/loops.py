"""References that lead back to themselves without anything in between.

A schema may contain itself through `properties` or `items`; a reference that is its own target, or
a schema that applies itself to the same value (JSON Schema 2020-12, section 9.4.1), has no meaning.
"""

from __future__ import annotations

from collections.abc import Mapping

from specloom.diagnostics import Diagnostics, Location
from specloom.document import pointer as pointers
from specloom.document.files import Files
from specloom.document.references import Place, Reached
from specloom.document.structure import APPLYING_LISTS, APPLYING_ONE


class _Graph:
    """Which nodes apply to the same value as a node."""

    def __init__(self, files: Files, reached: Reached) -> None:
        self.files = files
        self.reached = reached

    def next(self, place: Place) -> list[Place]:
        target = self.reached.targets.get(place)
        found = [target] if target is not None else []
        uri, where = place
        value = pointers.find(self.files.opened[uri].content, where)
        if not isinstance(value, dict):
            return found
        for keyword in APPLYING_LISTS:
            items = value.get(keyword)
            if isinstance(items, list):
                found += [(uri, f"{where}/{keyword}/{number}") for number in range(len(items))]
        found += [(uri, f"{where}/{keyword}") for keyword in APPLYING_ONE if keyword in value]
        return found


def report_loops(files: Files, reached: Reached, diagnostics: Diagnostics) -> None:
    """Report each loop once, at the first of its references, naming all of them."""
    graph = _Graph(files, reached)
    done: set[Place] = set()
    for start in reached.applying:  # every loop goes through one of them
        if start not in done:
            _search(graph, start, done, diagnostics)


def _search(graph: _Graph, start: Place, done: set[Place], diagnostics: Diagnostics) -> None:
    """Depth-first from `start`, without recursion: chains of references may be long."""
    path = {start: iter(graph.next(start))}
    while path:
        place = next(reversed(path))
        following = next(path[place], None)
        if following is None:
            done.add(place)
            del path[place]
        elif following in path:
            steps = list(path)
            _report(steps[steps.index(following) :], graph.reached.targets, diagnostics)
        elif following not in done:
            path[following] = iter(graph.next(following))


def _report(loop: list[Place], targets: Mapping[Place, Place], diagnostics: Diagnostics) -> None:
    order = {place: number for number, place in enumerate(targets)}
    first = min((place for place in loop if place in targets), key=order.__getitem__)
    loop = loop[loop.index(first) :] + loop[: loop.index(first)]
    refs = [place for place in loop if place in targets]
    root = refs[0][0]

    def name(place: Place) -> str:
        return ("" if place[0] == root else place[0]) + pointers.fragment(place[1])

    # What people know by name is where the references lead, not each `allOf/0` on the way.
    stops = [targets[place] for place in refs]
    if len(refs) == 1:
        message = f"the reference loops: {name(stops[0])} is itself"
    else:
        chain = " -> ".join(name(place) for place in (stops[-1], *stops))
        message = f"the references form a loop: {chain}"
    diagnostics.error("ref-loop", message, Location(refs[0][0], refs[0][1] + "/$ref"))
