"""The whole way on one page: from documents to the texts of a package.

Nothing here writes, prints or decides: each stage gets the value of the one before, and what is wrong is
in `diagnostics`, whose places `places` can put a line to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from specloom import ir
from specloom.config import Package, Project
from specloom.config.owntypes import own_types
from specloom.config.pins import pins
from specloom.diagnostics import Diagnostics
from specloom.document.model import Merged
from specloom.halves import begin, is_large
from specloom.merge import MergeOptions, MergeReport, MergeSource, merge
from specloom.normalise import normalise
from specloom.pieces import Leaving, Pieces, tell_way_out, unchosen, without
from specloom.python import Formats, PackageSettings, plan
from specloom.python.views import Package as Views
from specloom.reading import Reading, read, skipped
from specloom.reading import open_source as open_source
from specloom.render import render, scratch
from specloom.run import Places as Places
from specloom.run import Run
from specloom.values import Value, replace

T = TypeVar("T")


class Generated(Value, kw_only=True):
    """A package as texts in UTF-8 by relative path, the files that went in, each with its SHA-256, and the
    report of the merge.

    `api` is what the texts were planned from.
    """

    files: dict[str, bytes]
    api: ir.Api
    inputs: Mapping[str, str]
    report: MergeReport


def generate(package: Package, run: Run, *, templates: Path | None = None) -> Generated:
    """The texts of `package`. Raises `Stop`, after reporting, where there can be none."""

    look_up, hashes = run.places.look_up, dict[str, str]()

    def planned(understood: Understood, diagnostics: Diagnostics) -> _Texts:
        run.step("planning the package")
        settings = _settings(package, understood, diagnostics)
        api = understood.api
        if settings.style == "pydantic" and is_large(api):
            begun = begin(
                api, settings, place, templates=templates, diagnostics=diagnostics, meanwhile=look_up
            )
            return begun.texts
        return partial(_texts, _plan(api, settings, diagnostics), templates)

    def meanwhile() -> None:
        look_up(run.diagnostics)
        hashes.update(_hashes(inputs(package, understood.sources, run.project)))

    with scratch() as place:
        understood, texts = understand(package, run, planned)
        run.step("rendering")
        files = texts(meanwhile)
    return Generated(files=files, api=understood.api, inputs=hashes, report=understood.report)


_Texts = Callable[[Callable[[], None]], dict[str, bytes]]
"""Gives the texts of a package, and does something meanwhile."""


def _texts(views: Views, templates: Path | None, meanwhile: Callable[[], None]) -> dict[str, bytes]:
    meanwhile()
    return render(views, templates=templates)


def _hashes(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The SHA-256 of each file of this place."""
    for path in paths:
        if "://" not in path:
            with open(path, "rb") as file:
                yield path, hashlib.file_digest(file, "sha256").hexdigest()


def scaffold(package: Package, run: Run, *, templates: Path | None = None) -> dict[str, bytes]:
    """The first version of what users of `package` write. Raises `Stop`, after reporting."""
    from specloom.python.scaffold import plan_scaffold

    def planned(understood: Understood, diagnostics: Diagnostics) -> Views:
        run.step("planning the handlers")
        settings = _settings(package, understood, diagnostics)
        return plan_scaffold(understood.api, settings, diagnostics=diagnostics)

    return render(understand(package, run, planned)[1], templates=templates)


def interpret(package: Package, run: Run) -> ir.Api:
    """What the documents of `package` mean. Raises `Stop`, after reporting."""
    return understand(package, run, lambda understood, _: understood.api)[1]


class Understood(Value, kw_only=True):
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
        reading = read(package, within, found)
        with _checked(reading, diagnostics) as later:
            merged, report = combine(package, reading.sources, replace(run, diagnostics=later))
            pieces = Pieces(merged)
            out = unchosen(pieces, {source.id: source.choice for source in package.sources}, later)
            leaving = Leaving(pieces, out, faulty=package.skip_faulty)
            leaving.settle(found, later)
            later.stop_if_failed()
            found = Diagnostics()
            api = _interpreted(package, merged, leaving.out, replace(run, diagnostics=found))
        while True:
            content = without(pieces, leaving.out)
            understood = Understood(
                sources=reading.sources, merged=merged, content=content, report=report, api=api
            )
            made = None if found.failed else planned(understood, found)
            if not leaving.settle(found, diagnostics):
                break
            found = Diagnostics()
            api = _interpreted(package, merged, leaving.out, replace(run, diagnostics=found))
        tell_way_out(diagnostics, {source.loaded.document.uri for source in reading.sources})
        if package.strict:
            diagnostics.raise_warnings()
        diagnostics.stop_if_failed()
    finally:
        run.diagnostics.extend(diagnostics)
    assert made is not None
    return understood, made


@contextmanager
def _checked(reading: Reading, diagnostics: Diagnostics) -> Iterator[Diagnostics]:
    """Go on with documents while they are checked: what is found then counts only where they are right."""
    later = Diagnostics()
    try:
        yield later
    except Exception:
        reading.settle()
        diagnostics.extend(later)
        raise
    reading.settle()
    diagnostics.extend(later)


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


def documents(package: Package, run: Run) -> list[MergeSource]:
    """Every document of `package`, read and checked. Raises `Stop`, after reporting all that is wrong."""
    reading = read(package, run, run.diagnostics)
    reading.settle()
    return reading.sources


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
