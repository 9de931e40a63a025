"""A package planned and rendered in two halves at a time: its models, and what exchanges them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from specloom import ir
from specloom.ahead import ahead
from specloom.diagnostics import Diagnostic, Diagnostics
from specloom.python import Needs, Package, PackageSettings, Planning
from specloom.render import render, rendered
from specloom.values import frozen

_LARGE = 200
"""How many types and operations make it worth the start of a process."""


@frozen
class _Planned:
    """The models are planned: what was found, and what the package needs for them."""

    found: tuple[Diagnostic, ...]
    needs: Needs


@frozen
class Begun:
    """A package of which the models are still being made."""

    package: Package
    models: Iterator[_Planned | dict[str, str]]
    templates: Path | None

    def texts(self) -> dict[str, str]:
        """The texts of all files. Raises :class:`~specloom.render.RenderError`."""
        files = render(self.package, templates=self.templates)
        for models in self.models:
            assert isinstance(models, dict)
            files |= models
        return dict(sorted(files.items()))


def begin(
    api: ir.Api, settings: PackageSettings, *, templates: Path | None, diagnostics: Diagnostics
) -> Begun:
    """Plan a package, and begin to render it. Reports what :func:`specloom.python.plan` does."""
    planning = Planning(api, settings, diagnostics)

    def make() -> Iterator[_Planned | dict[str, str]]:
        before = len(diagnostics)
        files = planning.models()
        yield _Planned(tuple(diagnostics)[before:], planning.types.needs)
        yield rendered(files, templates=templates)

    models = ahead(make) if len(api.types) + len(api.operations) >= _LARGE else make()
    exchange = planning.exchange()
    planned = next(models)
    assert isinstance(planned, _Planned)
    diagnostics.extend(planned.found)
    planning.types.needs.add(planned.needs)
    return Begun(planning.package(exchange), models, templates)
