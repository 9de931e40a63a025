"""The whole of *plan*: which files a package has."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.python.client import plan_client
from specloom.python.headers import plan_headers
from specloom.python.inputs_package import plan_inputs
from specloom.python.models import plan_models
from specloom.python.modelsindex import plan_indexes
from specloom.python.operationnames import by_group, name_operations
from specloom.python.operations import plan_operations
from specloom.python.package import plan_package
from specloom.python.receivers import Receivers, plan_receivers
from specloom.python.schemas import plan_schemas
from specloom.python.server import plan_server
from specloom.python.settings import PackageSettings
from specloom.python.supported import report_unsupported_in
from specloom.python.types import TypePlan
from specloom.python.views import File, Package

_MODELS_RUNTIME = (
    "__init__.py",
    "choices.py",
    "containers.py",
    "data.py",
    "equality.py",
    "formats.py",
    "labels.py",
    "lazy.py",
    "model.py",
    "numbers.py",
    "own.py",
    "patterns.py",
    "rfc3339.py",
    "scalars.py",
    "texts.py",
    "unions.py",
    "untyped.py",
)


def plan(api: ir.Api, settings: PackageSettings, *, diagnostics: Diagnostics) -> Package:
    """Views of every file. Reports names that clash and what the generated code could not do."""
    _report_mixed_namespaces(api, diagnostics)
    types = TypePlan(api, pins=settings.pins, formats=settings.formats, diagnostics=diagnostics)
    client, server = settings.wants("client"), settings.wants("server")
    exchange = client or server
    names = name_operations(api, pins=settings.pins, diagnostics=diagnostics) if exchange else {}
    for operation in (*api.operations, *api.receivers):
        report_unsupported_in(operation, diagnostics)
    files: list[File] = []
    files += plan_models(api, types, package=settings.package)
    files += plan_schemas(api, types, package=settings.package)
    files += plan_indexes(api, types, package=settings.package)
    if exchange:
        files += plan_operations(api, types, names, package=settings.package)
    receivers = Receivers((), {})
    if exchange and api.receivers:
        receivers = plan_receivers(api, types, settings, diagnostics)
        files += receivers.files
    if exchange:
        groups = {**by_group(api.operations, names), **receivers.groups}
        every = {**names, **receivers.names}
        files += plan_headers(api, types, groups, every, package=settings.package)
    if client:
        files += plan_client(api, types, names, package=settings.package)
        files += plan_inputs(api, types, package=settings.package)
    if server:
        files += plan_server(api, types, names, settings, receivers.classes)
    top, verbatim = plan_package(api, types, names, receivers, settings)
    return Package(
        files=(*files, *top),
        verbatim=verbatim,
        runtime=(
            *((".",) if exchange else _MODELS_RUNTIME),
            *(("uploads.py",) if not exchange and _has_forms(api) else ()),
            *(("assertions",) if api.schemas else ()),
            *(("client",) if client else ()),
            *(("instead/httpx2",) if client and settings.http_library == "httpx2" else ()),
            *(("server",) if server else ()),
        ),
        runtime_path=f"{settings.package}/_runtime",
    )


def _has_forms(api: ir.Api) -> bool:
    """Whether a type has files among its members."""
    return any(named.variant is not None and named.variant.direction == "form" for named in api.types)


def _report_mixed_namespaces(api: ir.Api, diagnostics: Diagnostics) -> None:
    """Models of a source without a namespace would stand beside the others' packages of models."""
    for source in api.sources:
        if source.namespace is None and len(api.sources) > 1:
            diagnostics.error(
                "namespace-missing",
                f"the source {source.id!r} has no namespace, and others have",
                source.origin,
                hint="give every source a namespace, or none",
            )
