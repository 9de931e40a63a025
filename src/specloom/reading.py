"""The documents of a package: read, and checked while others go on with them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Protocol

from specloom.ahead import ahead
from specloom.config import Package, Source
from specloom.diagnostics import Diagnostic, Diagnostics, Stop
from specloom.document.files import display_name
from specloom.document.load import load
from specloom.document.model import LoadedSource
from specloom.document.skipping import kept
from specloom.merge import MergeSource
from specloom.pieces import in_pieces, tell_way_out
from specloom.run import Run
from specloom.values import Value, replace

_LARGE = 500_000
"""How many characters of a document make it worth the start of a process."""


class Check(Protocol):
    """Looks at a document that was read, and reports."""

    def __call__(self, loaded: LoadedSource, *, diagnostics: Diagnostics) -> None: ...


class Reading(Value):
    """The documents of a package, read but not all checked. To `settle` reports what is wrong with them, and
    raises `Stop` if any cannot be gone on with; a second time it does nothing.
    """

    sources: list[MergeSource]
    settle: Callable[[], None]


def read(package: Package, run: Run, found: Diagnostics) -> Reading:
    """Every document of `package`, read and, where nothing depends on it yet, still being checked.

    What is wrong in pieces that may be left out goes to `found`, before this returns. Raises `Stop` where
    anything else is wrong, after reporting all faults of all documents.
    """
    choosing = package.skip_faulty or any(s.choice.patterns for s in package.sources)
    opened: list[_Opened] = []
    for source in package.sources:
        run.step(f"reading {source.path}")
        own = Diagnostics()
        try:
            loaded = _load(source, replace(run, diagnostics=own))
        except Stop:
            run.diagnostics.extend(own)
        else:
            opened.append(_Opened(source, loaded, own, _check(loaded)))
    roots = {root for each in opened for root in each.roots}
    complete = len(opened) == len(package.sources)
    waiting = list(opened)

    def settle() -> None:
        while waiting:
            each = waiting.pop(0)
            own = each.settled(package, run)
            (found if choosing and in_pieces(own, roots) else run.diagnostics).extend(own)
        if complete:  # What could not be read has no pieces.
            tell_way_out(run.diagnostics, roots)
        run.diagnostics.stop_if_failed()

    if choosing or not complete or any(each.own.failed for each in opened):
        settle()
    return Reading([each.source_of_merge for each in opened], settle)


def open_source(source: Source, package: Package, run: Run, *further: Check) -> LoadedSource:
    """One document with its overlays, checked, by `further` checks, too; what is wrong in pieces that
    `package` leaves out is not. Raises `Stop`, after reporting, if it cannot be read.
    """
    own = Diagnostics()
    try:
        loaded = _load(source, replace(run, diagnostics=own))
    except Stop:
        run.diagnostics.extend(own)
        raise
    for check in (_validate, *further):
        check(loaded, diagnostics=own)
    run.diagnostics.extend(kept(own, loaded, skipped(package, run), source.namespace))
    return loaded


def skipped(package: Package, run: Run) -> frozenset[str]:
    """The names of what is left out of `package`: its own, and those of the command."""
    return frozenset((*package.skip, *run.project.skip))


class _Opened(Value):
    """A document that was read. `own` is what was found then, `checking` gives what checking it finds."""

    source: Source
    loaded: LoadedSource
    own: Diagnostics
    checking: Iterator[tuple[Diagnostic, ...]]

    @property
    def roots(self) -> Iterator[str]:
        """The files that pieces are told apart in: the document and its overlays."""
        yield self.loaded.document.uri
        yield from map(display_name, self.source.overlays)

    @property
    def source_of_merge(self) -> MergeSource:
        source = self.source
        return MergeSource(
            id=source.id,
            loaded=self.loaded,
            namespace=source.namespace,
            stream_sentinel=source.stream_sentinel,
            idempotency_key=source.idempotency_key,
        )

    def settled(self, package: Package, run: Run) -> Diagnostics:
        """All that was found, but in pieces that are left out."""
        for findings in self.checking:
            self.own.extend(findings)
        found = Diagnostics()
        found.extend(kept(self.own, self.loaded, skipped(package, run), self.source.namespace))
        return found


def _load(source: Source, run: Run) -> LoadedSource:
    loaded = load(
        source.path,
        overlays=source.overlays,
        limits=run.project.limits,
        allow=run.project.references,
        diagnostics=run.diagnostics,
    )
    run.places.add_loaded(loaded)
    return loaded


def _check(loaded: LoadedSource) -> Generator[tuple[Diagnostic, ...]]:
    def make() -> Generator[tuple[Diagnostic, ...]]:
        found = Diagnostics()
        _validate(loaded, diagnostics=found)
        yield tuple(found)

    return ahead(make) if loaded.size >= _LARGE else make()


def _validate(loaded: LoadedSource, *, diagnostics: Diagnostics) -> None:
    from specloom.document.validate import validate  # What it needs, a second process loads beside the first.

    validate(loaded, diagnostics=diagnostics)
