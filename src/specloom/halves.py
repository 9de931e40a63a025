"""A package planned and rendered in two halves at a time: its models, and what exchanges them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from pathlib import Path

from specloom import ir
from specloom.ahead import ahead
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.python import GroupNames, Needs, Package, PackageSettings, Planning
from specloom.python.views import Verbatim
from specloom.render import Files, Scratch, finishing, print_files, runtime_of
from specloom.values import Value, field

_LARGE = 200
"""How many types and operations make it worth the start of a process, and of another formatter."""


class _Models(Value):
    """What has come of the models: first the names of the modules of services that were planned before them,
    then what was found and what the package needs for them, and in the end their files, formatted."""

    classes: Mapping[GroupNames, tuple[str, ...]] = field(default_factory=dict)
    found: tuple[Diagnostic, ...] = ()
    needs: Needs = field(default_factory=Needs)
    files: dict[str, bytes] = field(default_factory=dict)


class Begun(Value):
    """A package that is being made: its top, what nobody formats, and what comes of the rest."""

    top: Package
    verbatim: Callable[[], Iterable[Verbatim]]
    exchange: Callable[[], Files]
    models: Iterator[_Models]
    place: Scratch
    templates: Path | None

    def texts(self, meanwhile: Callable[[], None]) -> dict[str, bytes]:
        """All files in UTF-8. While they are formatted, there is time for what is done `meanwhile`.

        Raises :class:`~specloom.render.RenderError`.
        """
        top = _formatted(print_files(self.top.files, templates=self.templates), self.place, self.templates)
        meanwhile()
        found = runtime_of(self.top) | {file.path: file.data for file in self.verbatim()}
        for files in (top(), self.exchange()):
            found |= files.take()
        for made in self.models:  # To their end: who is not yet there is asked to end.
            found |= made.files
        return dict(sorted(found.items()))


def is_large(api: ir.Api) -> bool:
    """Whether a package is made sooner in two halves."""
    return len(api.types) + len(api.operations) >= _LARGE


def begin(
    api: ir.Api,
    settings: PackageSettings,
    place: Scratch,
    *,
    templates: Path | None,
    diagnostics: Diagnostics,
    meanwhile: Callable[[Diagnostics], None],
) -> Begun:
    """Plan and print a package, file by file, for the views of a large one take as much room as all before.
    Between its parts something may be done with what was found so far: the other process takes the more.

    Reports what :func:`specloom.python.plan` does. Raises :class:`~specloom.render.RenderError`.
    """
    planning = Planning(api, settings, diagnostics)

    def make() -> Generator[_Models]:
        before = len(diagnostics)
        printed = print_files(planning.foundation(), templates=templates)
        yield _Models(classes=planning.classes)
        files = place.put(printed | print_files(planning.models(), templates=templates))
        with finishing(files, templates=templates) as finished:
            yield _Models(found=tuple(diagnostics)[before:], needs=planning.types.needs)
            finished()
        yield _Models(files=files.take())

    models = place.working(ahead(make))
    printed = print_files(planning.exchange(), templates=templates)
    planning.classes.update(next(models).classes)
    meanwhile(diagnostics)
    printed |= print_files(planning.rest(), templates=templates)
    exchange = _formatted(printed, place, templates)
    planned = next(models)
    diagnostics.extend(planned.found)
    planning.types.needs.add(planned.needs)
    return Begun(planning.package(), planning.verbatim, exchange, models, place, templates)


def _formatted(tree: Mapping[str, bytes], place: Scratch, templates: Path | None) -> Callable[[], Files]:
    """The files of a tree when they are asked for: they are being formatted from now on."""

    def steps() -> Generator[Files]:
        files = place.put(tree)
        with finishing(files, templates=templates) as finished:
            yield files
            finished()
        yield files

    made = place.working(steps())
    next(made)
    return lambda: next(made)
