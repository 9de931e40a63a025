"""Leaving out the pieces in which something is wrong, and all that need them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from functools import cached_property

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Related, Severity
from specloom.document.pointer import split
from specloom.pieces.graph import Pieces
from specloom.values import replace

_DEPTHS = {"paths": 2, "webhooks": 2, "components": 3, "actions": 4}
"""Where pieces are, and how many tokens lead into one of them at least; the last is an overlay's update."""


def in_pieces(found: Iterable[Diagnostic], roots: Container[str]) -> bool:
    """Whether all errors lie where pieces can be: in their sections of `roots`, which are the documents and
    their overlays, or in other files.
    """
    errors = [each for each in found if each.severity is Severity.ERROR]
    return all(
        each.location is not None
        and (each.location.uri not in roots or _is_deep(split(each.location.pointer)))
        for each in errors
    )


def _is_deep(tokens: list[str]) -> bool:
    return bool(tokens) and len(tokens) >= _DEPTHS.get(tokens[0], len(tokens) + 1)


def tell_way_out(found: Diagnostics, roots: Container[str]) -> None:
    """Say once, where errors stop the work, that the pieces in which all of them lie can be left out."""
    if found.failed and in_pieces(found, roots):
        message = "every error lies in an operation or a component that can be left out"
        hint = (
            "`generate`, `check` and `mock` leave them out, and make the rest, with --skip-faulty or"
            " `skip_faulty: true` in the project file"
        )
        found.report(Diagnostic("way-out", Severity.NOTE, message, hint=hint))


class Leaving:
    """The pieces of a document that are left out. `chosen_out` were never wanted.

    What specloom does not support takes the pieces with it that it lies in; with `faulty`, so does every
    error.
    """

    def __init__(self, pieces: Pieces, chosen_out: frozenset[str], *, faulty: bool) -> None:
        self.pieces = pieces
        self.chosen_out = chosen_out
        self.out = chosen_out
        self._faulty = faulty

    def settle(self, found: Iterable[Diagnostic], diagnostics: Diagnostics) -> bool:
        """Take the findings of a stage, and say whether further pieces are left out because of them.

        If so, the errors behind it are reported as warnings, with one for each piece, and the other findings
        are left to another run of the stage. If not, all are reported but those in pieces that nobody wants.
        """
        causes: dict[str, Diagnostic] = {}
        mended: list[Diagnostic] = []
        for each in found:
            if self._takes_out(each) and (places := self._around(each.location)):
                mended.append(each)
                causes.update({place: causes.get(place, each) for place in places})
        new = self.pieces.reaching(causes) - self.out if causes else set()
        if new:
            for each in mended:
                diagnostics.report(replace(each, severity=Severity.WARNING))
            for piece in sorted(new):
                diagnostics.report(self._told(piece, causes))
            self.out |= new
            return True
        for each in found:
            if each in mended or not self._unwanted(each.location):
                diagnostics.report(each)
        return False

    def _takes_out(self, found: Diagnostic) -> bool:
        wanted = not self._unwanted(found.location)
        return found.severity is Severity.ERROR and wanted and (self._faulty or found.unsupported)

    def _unwanted(self, location: Location | None) -> bool:
        if not self.chosen_out:
            return False
        places = self._around(location)
        return bool(places) and self.chosen_out.issuperset(places)

    def _told(self, piece: str, causes: dict[str, Diagnostic]) -> Diagnostic:
        first = next(iter(sorted(self.pieces.reached([piece]) & causes.keys())))
        cause = causes.get(piece, causes[first])
        reason = "there are errors in it" if self._faulty else "it is not supported"
        if piece not in causes:
            reason = f"it needs the {self.pieces.name(first)}"
        related = (Related(cause.message, cause.location),) if cause.location is not None else ()
        where = self.pieces.merged.document.locate(piece)
        message = f"{self.pieces.name(piece)} is left out, as {reason}"
        return Diagnostic("left-out", Severity.WARNING, message, where, related)

    # -- where a place of the documents is in the merged one

    def _around(self, location: Location | None) -> tuple[str, ...]:
        """The pieces at a place; several for what the operations of a path item share."""
        if location is None:
            return ()
        if location.uri == self.pieces.merged.document.uri:
            piece = self.pieces.around(location.pointer)
            return (piece,) if piece is not None else self.pieces.beside(location.pointer)
        for pointer in _upwards(location.pointer):
            if places := self._written.get((location.uri, pointer)):
                return places
        return ()

    @cached_property
    def _written(self) -> dict[tuple[str, str], tuple[str, ...]]:
        """The pieces by file and pointer of where they are written; a path item stands for its operations."""
        locate = self.pieces.merged.document.locate
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        items: dict[tuple[str, str], tuple[str, ...]] = {}
        for piece in self.pieces.merged.owners:
            where = locate(piece)
            found[where.uri, where.pointer] = (piece,)
            if not piece.startswith("/components/"):
                item = (where.uri, where.pointer.removesuffix("/additionalOperations").rpartition("/")[0])
                items[item] = (*items.get(item, ()), piece)
        return {**items, **found}


def _upwards(pointer: str) -> Iterator[str]:
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
