"""What a command's work is given: the project, and whom to tell what."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from specloom.config import Project
from specloom.diagnostics import Diagnostic, Diagnostics, Location
from specloom.values import Value

if TYPE_CHECKING:
    from specloom.document.model import Document, LoadedSource

Step = Callable[[str], None]


class Places:
    """Puts line and column to places, and finds the lines of files, for all documents known so far."""

    def __init__(self) -> None:
        self._locate: list[Callable[[Location], Location]] = []
        self._line: list[Callable[[str, int], str | None]] = []
        self._found: dict[Location, Location] = {}

    def add_loaded(self, loaded: LoadedSource) -> None:
        self._locate.append(loaded.locate)
        self._line.append(loaded.line)

    def add_merged(self, document: Document) -> None:
        self._locate.append(
            lambda place: document.locate(place.pointer) if place.uri == document.uri else place
        )

    def locate(self, location: Location) -> Location:
        found = self._found.get(location)
        if found is None:
            placed = (locate(location) for locate in self._locate)
            found = next((place for place in placed if place.line is not None), None)
            if found is None:  # As far as is known: a document that comes later may have it.
                return location
            self._found[location] = found
        return found

    def look_up(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Find where they are while there is time: then it takes none when they are told."""
        for diagnostic in diagnostics:
            for where in (diagnostic.location, *(related.location for related in diagnostic.related)):
                if where is not None:
                    self.locate(where)

    def line(self, uri: str, number: int) -> str | None:
        """A line of a file, counted from 1, where the file is known and has it."""
        lines = (line(uri, number) for line in self._line)
        return next((line for line in lines if line is not None), None)


class Run(Value, kw_only=True):
    """What every stage of a run is given beside its input. `step` is told what is going on."""

    project: Project
    diagnostics: Diagnostics
    places: Places
    step: Step
