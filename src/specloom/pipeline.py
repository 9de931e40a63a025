"""The whole way on one page: from documents to the texts of a package.

Nothing here writes, prints or decides: each stage gets the value of the one before, and what is wrong is
in `diagnostics`, whose places `places` can put a line to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from specloom import ir
from specloom.config import Package, Project, Source, own_types, pins
from specloom.diagnostics import Diagnostics, Stop
from specloom.document import LoadedSource, kept, load, validate
from specloom.document.files import display_name
from specloom.document.model import Merged
from specloom.halves import begin
from specloom.merge import MergeOptions, MergeReport, MergeSource, merge
from specloom.normalise import normalise
from specloom.pieces import Leaving, Pieces, in_pieces, tell_way_out, unchosen, without
from specloom.python import Formats, PackageSettings, plan_scaffold
from specloom.python.views import Package as Views
from specloom.render import render
from specloom.run import Places as Places
from specloom.run import Run

T = TypeVar("T")


class Check(Protocol):
    """Looks at a document that was read, and reports."""

    def __call__(self, loaded: LoadedSource, *, diagnostics: Diagnostics) -> None: ...


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

    def planned(understood: Understood, diagnostics: Diagnostics) -> Callable[[], dict[str, str]]:
        run.step("planning the package")
        settings = _settings(package, understood, diagnostics)
        if settings.style == "pydantic":
            return begin(understood.api, settings, templates=templates, diagnostics=diagnostics).texts
        from specloom.backends import plan_style

        views = plan_style(understood.api, settings, diagnostics=diagnostics)
        return partial(render, views, templates=templates)

    understood, texts = understand(package, run, planned)
    run.step("rendering")
    files = texts()
    inputs_ = inputs(package, understood.sources, run.project)
    return Generated(files=files, api=understood.api, inputs=inputs_, report=understood.report)


def scaffold(package: Package, run: Run, *, templates: Path | None = None) -> dict[str, str]:
    """The texts of the first version of what users of `package` write. Raises `Stop`, after reporting."""

    def planned(understood: Understood, diagnostics: Diagnostics) -> Views:
        run.step("planning the handlers")
        settings = _settings(package, understood, diagnostics)
        return plan_scaffold(understood.api, settings, diagnostics=diagnostics)

    return render(understand(package, run, planned)[1], templates=templates)


def interpret(package: Package, run: Run) -> ir.Api:
    """What the documents of `package` mean. Raises `Stop`, after reporting."""
    return understand(package, run, lambda understood, _: understood.api)[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What the documents of a package mean. `content` is the merged one, without what is left out."""

    sources: list[MergeSource]
    merged: Merged
    content: Mapping[str, Any]
    report: MergeReport
    api: ir.Api


def understand(
    package: Package, run: Run, planned: Callable[[Understood, Diagnostics], T]
) -> tuple[Understood, T]:
    """Read, merge and interpret the documents, and make of them what is `planned`.

    Where errors can be mended by leaving out pieces, what comes after the merge is done once more without
    these. Raises `Stop`, after reporting.
    """
    diagnostics = Diagnostics()
    within = replace(run, diagnostics=diagnostics)
    try:
        found = Diagnostics()
        sources = read(package, within, found)
        merged, report = combine(package, sources, within)
        pieces = Pieces(merged)
        out = unchosen(pieces, {source.id: source.choice for source in package.sources}, diagnostics)
        leaving = Leaving(pieces, out, faulty=package.skip_faulty)
        leaving.settle(found, diagnostics)
        diagnostics.stop_if_failed()
        while True:
            found = Diagnostics()
            api = _interpreted(package, merged, leaving.out, replace(run, diagnostics=found))
            content = without(pieces, leaving.out)
            understood = Understood(sources=sources, merged=merged, content=content, report=report, api=api)
            made = None if found.failed else planned(understood, found)
            if not leaving.settle(found, diagnostics):
                break
        tell_way_out(diagnostics, {source.loaded.document.uri for source in sources})
        if package.strict:
            diagnostics.raise_warnings()
        diagnostics.stop_if_failed()
    finally:
        run.diagnostics.extend(diagnostics)
    assert made is not None
    return understood, made


def _settings(package: Package, understood: Understood, diagnostics: Diagnostics) -> PackageSettings:
    merged = understood.merged
    return PackageSettings(
        package=package.package,
        distribution=package.distribution,
        version=package.version,
        requires_python=package.requires_python,
        description=package.description,
        only=frozenset(package.only),
        pins=pins(package, merged, diagnostics),
        style=package.style,
        http_library=package.http_library,
        formats=Formats(package.formats, own_types(package, merged, diagnostics).formats),
        openapi=understood.content,
    )


def read(package: Package, run: Run, found: Diagnostics) -> list[MergeSource]:
    """Every document of `package`, read and checked.

    What is wrong in pieces that may be left out goes to `found`. Raises `Stop` where anything else is wrong,
    after reporting all faults of all documents.
    """
    sources, roots = [], set[str]()
    choosing = package.skip_faulty or any(s.choice.patterns for s in package.sources)
    for source in package.sources:
        run.step(f"reading {source.path}")
        own = Diagnostics()
        try:
            loaded = open_source(source, package, replace(run, diagnostics=own))
        except Stop:
            run.diagnostics.extend(own)
            continue
        roots |= {loaded.document.uri, *map(display_name, source.overlays)}
        if choosing and in_pieces(own, roots):
            found.extend(own)
        else:
            run.diagnostics.extend(own)
        sources.append(
            MergeSource(
                id=source.id,
                loaded=loaded,
                namespace=source.namespace,
                stream_sentinel=source.stream_sentinel,
                idempotency_key=source.idempotency_key,
            )
        )
    if len(sources) == len(package.sources):  # What could not be read has no pieces.
        tell_way_out(run.diagnostics, roots)
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


def _interpreted(package: Package, merged: Merged, left_out: frozenset[str], run: Run) -> ir.Api:
    run.step("interpreting")
    return normalise(
        merged,
        skip=skipped(package, run),
        # What the command names may be a piece of another package.
        elsewhere=frozenset(run.project.skip) if len(run.project.packages) > 1 else frozenset(),
        own_types=own_types(package, merged, run.diagnostics).places,
        left_out=left_out,
        diagnostics=run.diagnostics,
    )


def inputs(package: Package, sources: list[MergeSource], project: Project) -> frozenset[str]:
    """Every file that `package` is made of: documents, overlays and the project file."""
    read = {uri for source in sources for uri in source.loaded.files}
    overlays = {overlay for source in package.sources for overlay in source.overlays}
    return frozenset(read | overlays | ({project.path} if project.path else set()))
