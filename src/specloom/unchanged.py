"""Whether packages on disk were made of just what there is now: then there is nothing to do.

The manifest tells: it has the hashes of what went in, the settings included, and of what came out. All files
are read and hashed again, so that one edited by hand is noticed as ever.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from specloom import __version__
from specloom.config import Package, Project
from specloom.diagnostics import Location
from specloom.project import base_folder, relative_name
from specloom.run import Run
from specloom.tree.manifest import MANIFEST, Manifest, read
from specloom.values import Struct

_HOME: Final = Path(__file__).resolve().parent
_OF_THE_RUN: Final = frozenset(("output", "entries"))
"""What a package knows that does not show in its files."""


def settings(package: Package, project: Project, templates: Path | None) -> str:
    """A hash of all that decides what is generated, but for the documents and specloom itself."""
    said = {name: value for name, value in _plain(package).items() if name not in _OF_THE_RUN}
    for source in said["sources"]:
        source["path"] = relative_name(source["path"], project)
        source["overlays"] = [relative_name(path, project) for path in source["overlays"]]
    references = _plain(project.references)
    references["roots"] = [relative_name(path, project) for path in references["roots"]]
    references["files"] = {uri: relative_name(path, project) for uri, path in references["files"].items()}
    whole = {
        "project": relative_name(project.path, project) if project.path else None,
        "package": said,
        "skip": sorted(project.skip),
        "limits": _plain(project.limits),
        "references": references,
        "templates": dict(_hashes(templates)) if templates is not None else {},
    }
    return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """A setting as JSON. Where in a file it stands decides nothing."""
    if isinstance(value, Location):
        return None
    if isinstance(value, Struct):
        return {name: _plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(name): _plain(member) for name, member in value.items()}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def is_up_to_date(run: Run, templates: Path | None) -> bool:
    """Whether generating would change no package. Where something was found wrong, a note says so.

    Documents that are asked for elsewhere may have changed there: nobody knows before they are read.
    """
    project, packages = run.project, run.project.packages
    if project.references.remote:
        return False
    known = [read(Path(package.output), force=True, diagnostics=run.diagnostics) for package in packages]
    if not all(_is_current(*pair, project, templates) for pair in zip(packages, known, strict=True)):
        return False
    for package, manifest in zip(packages, known, strict=True):
        if manifest.findings:
            run.diagnostics.note(
                "unchanged",
                "nothing has changed since this was generated, with warnings or notes",
                Location(package.output),
                hint="specloom check tells them again",
            )
    return True


def touch(package: Package) -> None:
    """Remember that a package was generated just now, though it may have changed in nothing."""
    (Path(package.output) / MANIFEST).touch()


def _is_current(package: Package, known: Manifest, project: Project, templates: Path | None) -> bool:
    target, base = package.output, base_folder(project)
    return (
        known.generator == __version__
        and not known.replaced
        and bool(known.inputs)
        and known.settings == settings(package, project, templates)
        and not _is_newer_than(os.path.join(target, MANIFEST))
        and all(_hash(os.path.join(base, name)) == digest for name, digest in known.inputs.items())
        and all(_hash(os.path.join(target, name)) == digest for name, digest in known.files.items())
    )


def _is_newer_than(manifest: str) -> bool:
    """Whether specloom, or anything that is installed beside what it needs, has changed since."""
    made = os.stat(manifest).st_mtime_ns
    templates = _HOME.parent.parent / "templates"
    changed = [*_files(_HOME, ".py"), *_files(templates, ".jinja"), *_installed()]
    return any(os.stat(path).st_mtime_ns > made for path in changed)


def _files(folder: Path, suffix: str) -> Iterator[str]:
    for where, _, names in os.walk(folder):
        yield from (f"{where}/{name}" for name in names if name.endswith(suffix))


def _installed() -> Iterator[str]:
    """The records of all distributions in the folder where one stands that we need."""
    found = importlib.util.find_spec("jinja2")
    folder = Path(found.origin).parent.parent if found is not None and found.origin is not None else _HOME
    return map(str, folder.glob("*.dist-info"))


def _hashes(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), str(_hash(str(path)))


def _hash(path: str) -> str | None:
    """The hash of the file; None where there is none, or a link. There may be thousands of them."""
    if os.path.islink(path):
        return None
    try:
        with open(path, "rb", buffering=0) as file:
            return hashlib.sha256(file.read()).hexdigest()
    except OSError:
        return None
