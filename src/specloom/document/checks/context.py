"""What every check works with: the files as written, references followed, and where to report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import jsonschema_rs

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Related, Severity
from specloom.document import pointer as pointers
from specloom.document.model import LoadedSource
from specloom.document.structure import KINDS, MAP, ONE, Holdings, Node, is_list, is_reference
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
    # Every object of the description by its kind, each once, outer before inner.
    objects: dict[str, list[Place]] = field(default_factory=dict)
    # Validators made so far, by the place of their meta-schema; None where that is unusable.
    dialects: dict[tuple[str, str], jsonschema_rs.Validator | None] = field(default_factory=dict)
    # What references have led to so far, by file, text and kind: the same few are made again and again.
    _followed: dict[tuple[str, str, str], Place | None] = field(default_factory=dict)

    @staticmethod
    def of(loaded: LoadedSource, diagnostics: Diagnostics) -> Context:
        """The context of all checks of a source."""
        found = _Objects()
        for uri, entries in loaded.entries.items():
            content = loaded.written[uri].content
            for entry in entries:
                found.add(uri, entry.kind, entry.pointer, pointers.find(content, entry.pointer))
        return Context(loaded, diagnostics, found.places)

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


class _Objects:
    """What :func:`specloom.document.structure.walk` finds, by kind, of all entries of a source."""

    def __init__(self) -> None:
        self.places: dict[str, list[Place]] = {kind: [] for kind in KINDS}
        self._holding = {kind: Holdings(kind) for kind in KINDS}

    def add(self, uri: str, kind: str, pointer: str, value: Any) -> None:
        """A value and all objects in it."""
        if type(value) is not dict:
            return
        self.places[kind].append(Place(uri, Node(kind, pointer, value)))
        holding = self._holding[kind][tuple(value)]
        if not holding or is_reference(kind, value):
            return
        for name, shape, below in holding:
            member = value[name]
            if type(member) is dict and shape == ONE:
                self.add(uri, below, pointers.below(pointer, name), member)
            elif type(member) is dict and shape == MAP:
                self._add_all(uri, below, f"{pointer}/{name}", member.items())
            elif type(member) is list and is_list(name, shape, below):
                self._add_all(uri, below, f"{pointer}/{name}", enumerate(member))

    def _add_all(self, uri: str, kind: str, where: str, items: Iterable[tuple[str | int, Any]]) -> None:
        for name, value in items:
            self.add(uri, kind, pointers.below(where, name), value)
