"""What every check works with: the files as written, references followed, and where to report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import jsonschema_rs

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Related, Severity
from specloom.document import pointer as pointers
from specloom.document.model import LoadedSource
from specloom.document.structure import Node, walk
from specloom.values import Value, field


class Place(Value):
    """A node of a file."""

    uri: str
    node: Node

    @property
    def value(self) -> Any:
        return self.node.value

    def location(self, *tokens: str | int, key: bool = False) -> Location:
        """The node's place, or that of what `tokens` lead to below it."""
        return Location(self.uri, self.node.pointer + pointers.join(tokens), key=key)


class Context(Value):
    """One loaded source under examination."""

    loaded: LoadedSource
    diagnostics: Diagnostics
    # Every object of the description, each once, outer before inner.
    objects: list[Place] = field(default_factory=list)
    # Validators made so far, by the place of their meta-schema; None where that is unusable.
    dialects: dict[tuple[str, str], jsonschema_rs.Validator | None] = field(default_factory=dict)
    # What references have led to so far, by file, text and kind: the same few are made again and again.
    _followed: dict[tuple[str, str, str], Place | None] = field(default_factory=dict)

    @staticmethod
    def of(loaded: LoadedSource, diagnostics: Diagnostics) -> Context:
        """The context of all checks of a source."""
        return Context(
            loaded, diagnostics, [place for place in _walk(loaded) if isinstance(place.value, dict)]
        )

    @property
    def root(self) -> Any:
        """The root document as written, after overlays."""
        return self.loaded.written[self.loaded.document.uri].content

    def report(
        self,
        code: str,
        severity: Severity,
        message: str,
        location: Location,
        *,
        hint: str | None = None,
        first: Location | None = None,
        fault: bool = False,
    ) -> None:
        """Report a finding; `first` is the place that it repeats or contradicts."""
        related = (Related("first here", first),) if first is not None else ()
        self.diagnostics.report(Diagnostic(code, severity, message, location, related, hint, fault=fault))

    def fault(
        self,
        code: str,
        message: str,
        location: Location,
        *,
        clear: bool,
        hint: str | None = None,
        first: Location | None = None,
    ) -> None:
        """Report what breaks a rule of the specification; what is `clear` has one reading all the same."""
        severity = Severity.WARNING if clear else Severity.ERROR
        self.report(code, severity, message, location, hint=hint, first=first, fault=True)

    def follow(self, place: Place) -> Place | None:
        """What `place` stands for: itself, or where its chain of references ends; None where that fails."""
        ref = place.node.ref
        if ref is None:
            return place
        key = (place.uri, ref, place.node.kind)
        if key not in self._followed:
            self._followed[key] = self._follow(place)
        return self._followed[key]

    def _follow(self, place: Place) -> Place | None:
        seen: set[tuple[str, str]] = set()
        while (ref := place.node.ref) is not None:
            if (place.uri, place.node.pointer) in seen:
                return None
            seen.add((place.uri, place.node.pointer))
            try:
                uri, where = self.loaded.resolve(place.uri, ref)
                value = pointers.find(self.loaded.written[uri].content, where)
            except LookupError:
                return None
            place = Place(uri, Node(place.node.kind, where, value))
        return place


def _walk(loaded: LoadedSource) -> Iterator[Place]:
    for uri, entries in loaded.entries.items():
        content = loaded.written[uri].content
        for entry in entries:
            for node in walk(pointers.find(content, entry.pointer), entry.kind, entry.pointer):
                yield Place(uri, node)
