"""One name in several documents: once if all say the same, else an error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from specloom.diagnostics import Diagnostics, Location, Related
from specloom.document.model import Owner
from specloom.document.pointer import join
from specloom.merge.equal import Comparison
from specloom.merge.grammar import SECTIONS, Node, slots
from specloom.merge.moves import Moves
from specloom.merge.place import PlacedSource
from specloom.merge.report import Outcome, ReportBuilder
from specloom.values import Value

_NAMESPACES = "give the sources a `namespace` in the project file"


class Entry(Value):
    """What one source has under a name. `pointer` is its place in the source's placed document."""

    source: PlacedSource
    value: Any
    pointer: str

    @property
    def place(self) -> Location:
        return self.source.document.locate(self.pointer)


class Joining:
    """What the parts of a join share. Where several sources have the same, the smallest id owns it."""

    def __init__(
        self, sources: Sequence[PlacedSource], moves: Moves, report: ReportBuilder, diagnostics: Diagnostics
    ) -> None:
        self.sources = sources
        self.moves = moves
        self.report = report
        self.diagnostics = diagnostics
        self.owners: dict[str, Owner] = {}
        self._comparisons: dict[tuple[str, str], Comparison] = {}

    def source(self, source_id: str) -> PlacedSource:
        return next(source for source in self.sources if source.id == source_id)

    def entries(self, get: Callable[[Node], Any], *where: str) -> dict[str, list[Entry]]:
        """The members of the objects that `get` finds, by name, with all sources that have them."""
        found: dict[str, list[Entry]] = {}
        for source in self.sources:
            named = get(source.document.content)
            for name, value in named.items() if isinstance(named, dict) else ():
                found.setdefault(name, []).append(Entry(source, value, join((*where, name))))
        return found

    def same(self, one: Entry, other: Entry) -> bool:
        """Whether two entries say the same, each with what it refers to in its own document."""
        pair = (one.source.id, other.source.id)
        if pair not in self._comparisons:
            self._comparisons[pair] = Comparison(one.source.document.content, other.source.document.content)
        return self._comparisons[pair].same(one.value, other.value)

    def one(self, kind: str, name: str, entries: list[Entry]) -> Any:
        """What all `entries` say; an error where they differ."""
        entry = min(entries, key=lambda e: e.source.id)
        self.moves.came_from(entry.source.document, entry.pointer, entry.pointer)
        self.owners[entry.pointer] = Owner(entry.source.id, original(name, entry.source.namespace))
        if len(entries) > 1:
            different = [e for e in entries if e is not entry and not self.same(entry, e)]
            outcome: Outcome = "conflict" if different else "shared"
            self.report.twice(kind, name, [(e.source.id, name) for e in entries], outcome)
            for other in different:
                self.conflict(f"{kind} {name!r}", entry, other)
        return entry.value

    def agreed(self, kind: str, name: str, entries: list[Entry]) -> Any:
        """What all `entries` say; None where there are none, or, with a warning, where they differ."""
        if not entries:
            return None
        first, *others = entries
        self.moves.came_from(first.source.document, first.pointer, first.pointer)
        if all(self.same(first, other) for other in others):
            return first.value
        self.report.twice(kind, name, [(e.source.id, name) for e in entries], "left out")
        self.diagnostics.warning(
            "merge-left-out",
            f"{name} is not the same in every document and is left out of the merged one",
            first.place,
            related=[Related(f"in {e.source.id}", e.place) for e in others],
        )
        return None

    def conflict(self, what: str, entry: Entry, other: Entry, *, way_out: str = _NAMESPACES) -> None:
        """Report that two sources give `what` different content, and what helps."""
        self.diagnostics.error(
            "merge-conflict",
            f"{what} is not the same in {entry.source.id} and {other.source.id}",
            entry.place,
            related=[Related(f"in {other.source.id}", other.place)],
            hint=f"{way_out}, or remove one of the two in an overlay",
        )


def components(joining: Joining) -> Node:
    """The `components` of all sources."""
    joined: Node = {}
    for section in SECTIONS:

        def get(content: Node, section: str = section) -> Any:
            return (content.get("components") or {}).get(section)

        entries = joining.entries(get, "components", section)
        if entries:
            joined[section] = {name: joining.one(section, name, found) for name, found in entries.items()}
    return joined


def webhooks(joining: Joining) -> Node:
    """The `webhooks` of all sources."""
    entries = joining.entries(lambda content: content.get("webhooks"), "webhooks")
    joined = {name: joining.one("webhooks", name, found) for name, found in entries.items()}
    for name, item in joined.items():
        owner = joining.owners.pop(join(("webhooks", name)))
        for slot, _ in slots(item) if isinstance(item, dict) else ():
            joining.owners[join(("webhooks", name, *slot))] = owner
    return joined


def original(name: str, namespace: str | None) -> str:
    """`name` without the namespace in front."""
    return name[len(namespace) + 1 :] if namespace is not None else name
