"""Reading the project file."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from specloom.config.checks import check_meaning
from specloom.config.model import Package, Project, Source
from specloom.config.schema import check_shape
from specloom.diagnostics import Diagnostics, Stop
from specloom.document.options import Limits, References
from specloom.document.source import SourceFile, read_file
from specloom.pieces import Pattern

FILE_NAME = "specloom.yaml"
_FOLDERS = (".", "specs")


def find_config(folder: str = ".") -> str | None:
    """The project file that counts in `folder` where none is named: there, or in its `specs/`."""
    for place in _FOLDERS:
        path = os.path.normpath(os.path.join(folder, place, FILE_NAME))
        if os.path.isfile(path):
            return path.replace(os.sep, "/")
    return None


def load_config(path: str, diagnostics: Diagnostics) -> Project:
    """The project file at `path`, checked as a whole; paths in the result are relative as `path` is.

    Raises `Stop`, after reporting everything that is wrong, each with line and column.
    """
    file = read_file(path, path, limits=Limits(), diagnostics=diagnostics)
    folder = os.path.dirname(path)
    well_formed = check_shape(file, diagnostics)
    check_meaning(file, folder, diagnostics)
    if not well_formed:
        raise Stop
    diagnostics.stop_if_failed()
    return _project(file, folder)


def _project(file: SourceFile, folder: str) -> Project:
    content: Mapping[str, Any] = file.content
    allowed = content.get("references") or {}
    return Project(
        path=file.uri,
        packages=tuple(_package(file, folder, i, entry) for i, entry in enumerate(content["packages"])),
        limits=Limits(**content.get("limits") or {}),
        references=References(
            roots=tuple(_beside(folder, root) for root in allowed.get("roots") or ()),
            files={uri: _beside(folder, path) for uri, path in (allowed.get("files") or {}).items()},
            remote=allowed.get("remote", False),
            hosts=tuple(allowed.get("hosts") or ()),
        ),
    )


def _package(file: SourceFile, folder: str, number: int, entry: Mapping[str, Any]) -> Package:
    distribution = entry.get("distribution") or entry["package"].replace("_", "-").strip("-")
    style = entry.get("style", "pydantic")
    plain = {key: entry[key] for key in ("version", "requires_python", "description") if key in entry}
    return Package(
        package=entry["package"],
        distribution=distribution,
        title=entry.get("title") or distribution,
        output=_beside(folder, entry["output"]),
        problem_responses=entry.get("problem_responses", False),
        only=tuple(entry.get("only") or ()) if style == "pydantic" else ("models",),
        style=style,
        http_library=entry.get("http_library", "httpx"),
        skip=tuple(entry.get("skip") or ()),
        skip_faulty=entry.get("skip_faulty", False),
        strict=entry.get("strict", False),
        formats=entry.get("formats"),
        names=dict(entry.get("names") or {}),
        types=dict(entry.get("types") or {}),
        sources=tuple(
            _source(file, folder, ["packages", str(number), "sources", str(i)], source)
            for i, source in enumerate(entry["sources"])
        ),
        origin=file.locate(["packages", str(number)]),
        entries={
            (table, key): file.locate(["packages", str(number), table, key], key=True)
            for table in ("names", "types")
            for key in entry.get(table) or {}
        },
        **plain,
    )


def _source(file: SourceFile, folder: str, at: list[str], entry: Mapping[str, Any]) -> Source:
    def patterns(key: str) -> tuple[Pattern, ...]:
        written = enumerate(entry.get(key) or ())
        return tuple(Pattern.of(text, file.locate([*at, key, str(i)])) for i, text in written)

    return Source(
        id=entry["id"],
        path=_beside(folder, entry["path"]),
        overlays=tuple(_beside(folder, overlay) for overlay in entry.get("overlays") or ()),
        namespace=entry.get("namespace"),
        stream_sentinel=entry.get("stream_sentinel"),
        idempotency_key=entry.get("idempotency_key"),
        include=patterns("include"),
        exclude=patterns("exclude"),
    )


def _beside(folder: str, path: str) -> str:
    return os.path.normpath(os.path.join(folder, path)).replace(os.sep, "/")
