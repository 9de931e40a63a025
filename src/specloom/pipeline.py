"""The whole way on one page: from documents to the texts of a package.

Nothing here writes, prints or decides: each stage gets the value of the one before, and what is wrong is
in `diagnostics`, whose places `places` can put a line to.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from specloom import ir
from specloom.config import Package, Project, Source, own_types, pins
from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.document import LoadedSource, kept, load, validate
from specloom.document.model import Document, Merged
from specloom.merge import MergeOptions, MergeReport, MergeSource, merge
from specloom.normalise import normalise
from specloom.python import Formats, PackageSettings, plan, plan_scaffold
from specloom.python.views import Package as Views
from specloom.render import render

Step = Callable[[str], None]


class Check(Protocol):
    """Looks at a document that was read, and reports."""

    def __call__(self, loaded: LoadedSource, *, diagnostics: Diagnostics) -> None: ...


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What every stage of a run is given beside its input. `step` is told what is going on."""

    project: Project
    diagnostics: Diagnostics
    places: Places
    step: Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """A package as texts by relative path, the files that went in, and the report of the merge.

    `api` is what the texts were planned from.
    """

    files: dict[str, str]
    api: ir.Api
    inputs: frozenset[str]
    report: MergeReport


def generate(package: Package, run: Run, *, templates: Path | None = None) -> Generated:
    """The texts of `package`. Raises `Stop`, after reporting, where there can be none."""
    sources = read(package, run)
    merged, report = combine(package, sources, run)
    api = interpret(package, merged, run)
    run.step("planning the package")
    views = _plan(api, _settings(package, merged, run), run.diagnostics)
    run.diagnostics.stop_if_failed()
    run.step("rendering")
    files = render(views, templates=templates)
    return Generated(files=files, api=api, inputs=inputs(package, sources, run.project), report=report)


def scaffold(package: Package, run: Run, *, templates: Path | None = None) -> dict[str, str]:
    """The texts of the first version of what users of `package` write. Raises `Stop`, after reporting."""
    merged, _ = combine(package, read(package, run), run)
    api = interpret(package, merged, run)
    run.step("planning the handlers")
    views = plan_scaffold(api, _settings(package, merged, run), diagnostics=run.diagnostics)
    run.diagnostics.stop_if_failed()
    return render(views, templates=templates)


def _settings(package: Package, merged: Merged, run: Run) -> PackageSettings:
    return PackageSettings(
        package=package.package,
        distribution=package.distribution,
        version=package.version,
        requires_python=package.requires_python,
        description=package.description,
        only=frozenset(package.only),
        pins=pins(package, merged, run.diagnostics),
        style=package.style,
        http_library=package.http_library,
        formats=Formats(package.formats, own_types(package, merged, run.diagnostics).formats),
        openapi=merged.document.content,
    )


def read(package: Package, run: Run) -> list[MergeSource]:
    """Every document of `package`, read and checked; all faults of all of them are reported before `Stop`."""
    sources = []
    for source in package.sources:
        run.step(f"reading {source.path}")
        try:
            loaded = open_source(source, package, run)
        except Stop:
            continue
        sources.append(
            MergeSource(
                id=source.id,
                loaded=loaded,
                namespace=source.namespace,
                stream_sentinel=source.stream_sentinel,
            )
        )
    run.diagnostics.stop_if_failed()
    return sources


def open_source(source: Source, package: Package, run: Run, *further: Check) -> LoadedSource:
    """One document with its overlays, checked, by `further` checks, too; what is wrong in pieces that
    `package` leaves out is not. Raises `Stop`, after reporting, if it cannot be read.
    """
    own = Diagnostics()
    try:
        loaded = load(
            source.path,
            overlays=source.overlays,
            limits=run.project.limits,
            allow=run.project.references,
            diagnostics=own,
        )
    except Stop:
        run.diagnostics.extend(own)
        raise
    run.places.add_loaded(loaded)
    validate(loaded, diagnostics=own)
    for check in further:
        check(loaded, diagnostics=own)
    run.diagnostics.extend(kept(own, loaded, skipped(package, run), source.namespace))
    return loaded


def skipped(package: Package, run: Run) -> frozenset[str]:
    """The names of what is left out of `package`: its own, and those of the command."""
    return frozenset((*package.skip, *run.project.skip))


def combine(package: Package, sources: list[MergeSource], run: Run) -> tuple[Merged, MergeReport]:
    """One document of all, and what became of their names."""
    run.step("merging")
    options = MergeOptions(
        title=package.title,
        version=package.version,
        description=package.description,
        problem_responses=package.problem_responses,
    )
    merged, report = merge(sources, options=options, diagnostics=run.diagnostics)
    run.places.add_merged(merged.document)
    run.diagnostics.stop_if_failed()
    return merged, report


def interpret(package: Package, merged: Merged, run: Run) -> ir.Api:
    """What the document means."""
    run.step("interpreting")
    own = own_types(package, merged, run.diagnostics).places
    skip = skipped(package, run)
    # What the command names may be a piece of another package.
    elsewhere = frozenset(run.project.skip) if len(run.project.packages) > 1 else frozenset()
    api = normalise(merged, skip=skip, elsewhere=elsewhere, own_types=own, diagnostics=run.diagnostics)
    run.diagnostics.stop_if_failed()
    return api


def _plan(api: ir.Api, settings: PackageSettings, diagnostics: Diagnostics) -> Views:
    if settings.style == "pydantic":
        return plan(api, settings, diagnostics=diagnostics)
    from specloom.backends import plan_style

    return plan_style(api, settings, diagnostics=diagnostics)


def inputs(package: Package, sources: list[MergeSource], project: Project) -> frozenset[str]:
    """Every file that `package` is made of: documents, overlays and the project file."""
    read = {uri for source in sources for uri in source.loaded.files}
    overlays = {overlay for source in package.sources for overlay in source.overlays}
    return frozenset(read | overlays | ({project.path} if project.path else set()))
