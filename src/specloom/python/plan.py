"""The whole of *plan*: which files a package has."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.python.models import plan_models
from specloom.python.modelsindex import plan_indexes
from specloom.python.package import plan_package
from specloom.python.settings import PackageSettings
from specloom.python.types import TypePlan
from specloom.python.views import Package

_MODELS_RUNTIME = (
    "__init__.py",
    "choices.py",
    "containers.py",
    "equality.py",
    "lazy.py",
    "model.py",
    "numbers.py",
    "scalars.py",
    "texts.py",
    "unions.py",
)


def plan(api: ir.Api, settings: PackageSettings, *, diagnostics: Diagnostics) -> Package:
    """Views of every file. Reports names that clash and what the generated code could not do."""
    types = TypePlan(api, pins=settings.pins, diagnostics=diagnostics)
    files = [*plan_models(api, types, package=settings.package)]
    files += plan_indexes(api, types, package=settings.package)
    top = plan_package(api, settings)
    return Package(
        files=tuple(files) + top.files,
        verbatim=top.verbatim,
        runtime=_MODELS_RUNTIME,
        runtime_path=f"{settings.package}/_runtime",
    )
