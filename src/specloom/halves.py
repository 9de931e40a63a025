"""A package planned and rendered in two halves at a time: its models, and what exchanges them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from specloom import ir
from specloom.ahead import ahead
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.python import Needs, Package, PackageSettings, Planning
from specloom.render import finishing, print_files, runtime_of
from specloom.values import Value

_LARGE = 200
"""How many types and operations make it worth the start of a process, and of another formatter."""


class _Planned(Value):
    """The models are planned: what was found, and what the package needs for them."""

    found: tuple[Diagnostic, ...]
    needs: Needs


class Begun(Value):
    """A package of which the models are being made: its top, and what has been printed of the rest."""

    top: Package
    exchange: dict[str, str]
    models: Iterator[_Planned | dict[str, str]]
    templates: Path | None

    def texts(self, meanwhile: Callable[[], None]) -> dict[str, str]:
        """The texts of all files. While they are formatted, there is time for what is done `meanwhile`.

        Raises :class:`~specloom.render.RenderError`.
        """
        printed = self.exchange | print_files(self.top.files, templates=self.templates)
        with finishing(printed, templates=self.templates) as finished:
            (models,) = self.models
            assert isinstance(models, dict)
            meanwhile()
            return dict(sorted((models | finished() | runtime_of(self.top)).items()))


def is_large(api: ir.Api) -> bool:
    """Whether a package is made sooner in two halves."""
    return len(api.types) + len(api.operations) >= _LARGE


def begin(
    api: ir.Api, settings: PackageSettings, *, templates: Path | None, diagnostics: Diagnostics
) -> Begun:
    """Plan and print a package, file by file, for the views of a large one take as much room as all before.

    Reports what :func:`specloom.python.plan` does. Raises :class:`~specloom.render.RenderError`.
    """
    planning = Planning(api, settings, diagnostics)

    def make() -> Iterator[_Planned | dict[str, str]]:
        before = len(diagnostics)
        printed = print_files(planning.models(), templates=templates)
        yield _Planned(tuple(diagnostics)[before:], planning.types.needs)
        with finishing(printed, templates=templates) as finished:
            written = {file.path: file.text for file in planning.verbatim()}
            yield finished() | written

    models = ahead(make)
    exchange = print_files(planning.exchange(), templates=templates)
    planned = next(models)
    assert isinstance(planned, _Planned)
    diagnostics.extend(planned.found)
    planning.types.needs.add(planned.needs)
    return Begun(planning.package(), exchange, models, templates)
