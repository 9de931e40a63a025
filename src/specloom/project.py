"""What a command is to work on: a project file, or one made up from the command's arguments."""

from __future__ import annotations

import keyword
import os
import re
from collections.abc import Iterable, Sequence

from specloom.config import Package, Project, Source
from specloom.config.model import HttpLibrary, Part, Style
from specloom.diagnostics import Diagnostics, Location
from specloom.faults import UsageError
from specloom.pieces import Pattern
from specloom.values import replace


def from_file(
    config: str | None, *, package: str | None, output: str | None, diagnostics: Diagnostics
) -> Project:
    """The project file `config`, or the one that is found, cut down to `package` if that is given.

    Raises :class:`UsageError`, and `Stop` for faults in the file.
    """
    from specloom.config.load import find_config, load_config  # Who gives documents has no use for it.

    path = config or find_config()
    if path is None:
        raise UsageError("give a SPEC or --config: there is no specloom.yaml here or in specs/")
    project = load_config(path, diagnostics)
    packages = [p for p in project.packages if package in (None, p.package)]
    if not packages:
        names = ", ".join(p.package for p in project.packages)
        raise UsageError(f"{path} has no package {package!r}; it has {names}")
    if output is not None:
        if len(packages) > 1:
            raise UsageError("--output is for one package: choose it with --package")
        packages = [replace(packages[0], output=output)]
    return replace(project, packages=tuple(packages))


def from_documents(specs: Sequence[str], *, package: str | None, output: str | None) -> Project:
    """A project of one package, made from documents without a project file.

    Raises :class:`UsageError` if `package`, or the first document's name, is no name for a package.
    """
    name = package if package is not None else _identifier(specs[0])
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or keyword.iskeyword(name):
        raise UsageError(f"--package {name!r} is no name that Python can import")
    distribution = name.replace("_", "-").strip("-")
    alone = len(specs) == 1
    sources = tuple(
        Source(id=name if alone else f"{_identifier(spec)}_{number}", path=spec)
        for number, spec in enumerate(specs, 1)
    )
    made = Package(
        package=name,
        distribution=distribution,
        title=distribution,
        output=output or distribution,
        sources=sources,
        origin=Location(specs[0]),
    )
    return Project(path="", packages=(made,))


def adjusted(
    project: Project,
    *,
    only: Iterable[Part] = (),
    skip: Iterable[str] = (),
    skip_faulty: bool = False,
    strict: bool = False,
    include: Iterable[str] = (),
    exclude: Iterable[str] = (),
    style: Style | None = None,
    http_library: HttpLibrary | None = None,
    references: Iterable[str] = (),
) -> Project:
    """The project with `only`, `style` and `http_library` instead of each package's own, and `skip` left out.

    `skip_faulty` and `strict` count for every package, `exclude` for every document beside its own and
    `include` instead of that.

    `references` (each "URI=PATH") are further copies of documents; for a URI that the project file has, too,
    they count. Raises :class:`UsageError` where one is wrong, and where a client or server is asked for in a
    style that has none.
    """
    parts = tuple(only)
    included, excluded = _patterns("--include", include), _patterns("--exclude", exclude)
    packages = []
    for package in project.packages:
        chosen, wanted = style or package.style, parts or package.only
        if chosen != "pydantic":
            others = [part for part in wanted if part != "models"]
            if others:
                raise UsageError(f"the style {chosen} is for models alone, not for {' and '.join(others)}")
            wanted = ("models",)
        library = http_library or package.http_library
        packages.append(
            replace(
                package,
                only=wanted,
                style=chosen,
                http_library=library,
                skip_faulty=skip_faulty or package.skip_faulty,
                strict=strict or package.strict,
                sources=tuple(
                    replace(source, include=included or source.include, exclude=(*source.exclude, *excluded))
                    for source in package.sources
                ),
            )
        )
    files = {**project.references.files, **_copies(references)}
    allowed = replace(project.references, files=files)
    return replace(project, packages=tuple(packages), skip=tuple(skip), references=allowed)


def _patterns(option: str, written: Iterable[str]) -> tuple[Pattern, ...]:
    try:
        return tuple(map(Pattern.of, written))
    except ValueError as fault:
        raise UsageError(f"{option}: {fault}") from None


def _copies(references: Iterable[str]) -> dict[str, str]:
    from specloom.document.copies import table_fault

    found = {}
    for given in references:
        uri, sign, path = given.rpartition("=")  # a URI's query may have the sign, too
        fault = table_fault(uri, path, path) if sign else f"{given!r} is not of the form URI=PATH"
        if fault is not None:
            raise UsageError(f"--reference: {fault}")
        found[uri] = path
    return found


def base_folder(project: Project) -> str:
    """The folder of the project file, or of the first document."""
    first = project.path or project.packages[0].sources[0].path
    return os.path.dirname(os.path.abspath(first))


def relative_name(path: str, project: Project) -> str:
    """A path relative to that folder, as it stands in what is generated."""
    name = os.path.relpath(os.path.abspath(path), base_folder(project)).replace(os.sep, "/")
    # A name is bytes; what those say as text must not depend on the locale.
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _identifier(path: str) -> str:
    stem = os.path.basename(path).partition(".")[0].lower()
    words = re.sub(r"[^a-z0-9]+", "_", stem).strip("_")
    good = words[:1].isalpha() and not keyword.iskeyword(words)
    return words if good else f"api_{words}".strip("_")
