"""What went wrong, where, and what to do: one type for every finding of every stage.

A stage never prints and never raises for a fault of the user's: it reports to a
:class:`Diagnostics` and goes on, or raises :class:`Stop` when there is nothing left to go on with.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator

from specloom.values import Value, replace


class Severity(enum.IntEnum):
    NOTE = 1
    WARNING = 2
    ERROR = 3


class Location(Value, order=True):
    """A place in a file: a JSON Pointer (RFC 6901), or a line and column where there is no tree yet.

    `uri` is the file as the user named it, relative to the working directory where it can be.
    `line` and `column` count from 1. `key` points at the member's name instead of its value.
    """

    uri: str
    pointer: str = ""
    line: int | None = None
    column: int | None = None
    key: bool = False

    def at(self, pointer: str) -> Location:
        """Another place of the file: the pointer goes on from this one, or is a fragment (`#/info`)."""
        return Location(self.uri, pointer[1:] if pointer.startswith("#") else self.pointer + pointer)


class Related(Value):
    """Another place that belongs to the finding, and why ("first defined here")."""

    message: str
    location: Location


class Diagnostic(Value):
    """One finding. `code` is stable and made of lower-case words joined by hyphens.

    `detail` is more text, of several lines, shown as it is (a difference between files). One that `yields` is
    not shown where another finding of its code is at its place, or inside that. An error that is
    `unsupported` is no fault of the document's: the piece in which it lies can be left out. A warning that is
    a `fault` is one of the document's that leaves clear what is meant: an error to who asks for a verdict.
    """

    code: str
    severity: Severity
    message: str
    location: Location | None = None
    related: tuple[Related, ...] = ()
    hint: str | None = None
    detail: str | None = None
    yields: bool = False
    unsupported: bool = False
    fault: bool = False


class Stop(Exception):
    """Nothing more can be done; what is wrong has been reported."""


class Diagnostics:
    """Collects the findings of a run."""

    def __init__(self) -> None:
        self._found: dict[Diagnostic, None] = {}

    def report(self, diagnostic: Diagnostic) -> None:
        self._found[diagnostic] = None

    def extend(self, found: Iterable[Diagnostic]) -> None:
        for each in found:
            self.report(each)

    def error(
        self,
        code: str,
        message: str,
        location: Location | None = None,
        *,
        related: Iterable[Related] = (),
        hint: str | None = None,
        unsupported: bool = False,
    ) -> None:
        found = Diagnostic(
            code, Severity.ERROR, message, location, tuple(related), hint, unsupported=unsupported
        )
        self.report(found)

    def warning(
        self,
        code: str,
        message: str,
        location: Location | None = None,
        *,
        related: Iterable[Related] = (),
        hint: str | None = None,
        yields: bool = False,
    ) -> None:
        found = Diagnostic(code, Severity.WARNING, message, location, tuple(related), hint, yields=yields)
        self.report(found)

    def note(
        self,
        code: str,
        message: str,
        location: Location | None = None,
        *,
        related: Iterable[Related] = (),
        hint: str | None = None,
    ) -> None:
        self.report(Diagnostic(code, Severity.NOTE, message, location, tuple(related), hint))

    def raise_warnings(self) -> None:
        """Make an error of every warning."""
        self._raise(lambda each: True)

    def raise_faults(self) -> None:
        """Make an error of every warning that is a fault of the document's."""
        self._raise(lambda each: each.fault)

    def _raise(self, is_meant: Callable[[Diagnostic], bool]) -> None:
        raised = [
            replace(each, severity=Severity.ERROR)
            if each.severity is Severity.WARNING and is_meant(each)
            else each
            for each in self._found
        ]
        self._found = dict.fromkeys(raised)

    @property
    def failed(self) -> bool:
        return any(d.severity is Severity.ERROR for d in self._found)

    def stop_if_failed(self) -> None:
        """Raise :class:`Stop` if an error has been reported."""
        if self.failed:
            raise Stop

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)
