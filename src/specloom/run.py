"""What a command's work is given: the project, and whom to tell what."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from specloom.config import Project
from specloom.diagnostics import Diagnostics, Location
from specloom.values import Value

if TYPE_CHECKING:
    from specloom.document.model import Document, LoadedSource

Step = Callable[[str], None]


class Places:
    """Puts line and column to places, and finds the text of files, for all documents known so far."""

    def __init__(self) -> None:
        self._locate: list[Callable[[Location], Location]] = []
        self._text: list[Callable[[str], str | None]] = []

    def add_loaded(self, loaded: LoadedSource) -> None:
        self._locate.append(loaded.locate)
        self._text.append(loaded.text)

    def add_merged(self, document: Document) -> None:
        self._locate.append(
            lambda place: document.locate(place.pointer) if place.uri == document.uri else place
        )

    def locate(self, location: Location) -> Location:
        placed = (locate(location) for locate in self._locate)
        return next((place for place in placed if place.line is not None), location)

    def text(self, uri: str) -> str | None:
        texts = (text(uri) for text in self._text)
        return next((text for text in texts if text is not None), None)


class Run(Value, kw_only=True):
    """What every stage of a run is given beside its input. `step` is told what is going on."""

    project: Project
    diagnostics: Diagnostics
    places: Places
    step: Step
