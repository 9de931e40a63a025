"""The whole of *plan*: which files a package has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from specloom import ir
from specloom.ahead import Shared
from specloom.diagnostics import Diagnostics
from specloom.python.models import modules_of, plan_models
from specloom.python.operationnames import GroupNames, by_group, name_operations
from specloom.python.server import plan_service
from specloom.python.settings import PackageSettings
from specloom.python.supported import Unsupported
from specloom.python.types import TypePlan
from specloom.python.views import File, Package, Verbatim

if TYPE_CHECKING:
    from specloom.python.client_errors import ErrorNames
    from specloom.python.examples import Examples
    from specloom.python.serverindex import Classes

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
    planning = Planning(api, settings, diagnostics)
    files = (*planning.exchange(), *planning.foundation(), *planning.rest(), *planning.models())
    return planning.package(files, planning.verbatim())


class Planning:
    """A package whose names are decided. Two may plan it, one the exchange and then the rest, the other its
    foundation and then the models, where each takes of services and models what the other has not come to.
    All services are planned before the rest is; the top comes last.

    What one of them alone needs is imported by it, beside the other.
    """

    def __init__(self, api: ir.Api, settings: PackageSettings, diagnostics: Diagnostics) -> None:
        _report_mixed_namespaces(api, diagnostics)
        self.types = TypePlan(api, pins=settings.pins, formats=settings.formats, diagnostics=diagnostics)
        self.classes: dict[GroupNames, tuple[str, ...]] = {}
        """The names that each module of services has, as far as these are planned."""
        self._receivers: Classes
        self._examples: Examples
        self._api, self._settings, self._diagnostics = api, settings, diagnostics
        self._exchanges = settings.wants("client") or settings.wants("server")
        self._names = (
            name_operations(api, pins=settings.pins, diagnostics=diagnostics) if self._exchanges else {}
        )
        self._modules = Shared(modules_of(api, self.types))
        self._groups = by_group(api.operations, self._names) if self._exchanges else {}
        self._services = Shared(tuple(self._groups) if settings.wants("server") else ())

    def foundation(self) -> Iterator[File]:
        """The schemas that hold models to what their types do not say, what finds the models, and services,
        from the first on."""
        from specloom.python.modelsindex import plan_indexes
        from specloom.python.schemas import plan_schemas

        package = self._settings.package
        yield from plan_schemas(self._api, self.types, package=package)
        yield from plan_indexes(self._api, self.types, package=package)
        yield from self._served(self._services.first())

    def models(self) -> Iterator[File]:
        """The models, from the first on."""
        yield from plan_models(self.types, self._modules.first(), package=self._settings.package)

    def exchange(self) -> Iterator[File]:
        """Operations and client, and services, from the last on."""
        from specloom.python.examples import plan_examples
        from specloom.python.receivers import Receivers

        api, types, names, settings = self._api, self.types, self._names, self._settings
        unsupported = Unsupported(self._diagnostics)
        for operation in (*api.operations, *api.receivers):
            unsupported.report_in(operation)
        receivers = Receivers()
        if self._exchanges:
            from specloom.python.exchange import plan_exchange

            receivers = yield from plan_exchange(
                api, types, names, self._errors, self._groups, settings, self._diagnostics
            )
        self._receivers = receivers.classes
        self._examples = plan_examples(api, types, names, self._errors, receivers, settings)
        yield from self._served(self._services.last())

    def rest(self) -> Iterator[File]:
        """What finds the services, and the models, from the last on."""
        settings = self._settings
        if settings.wants("server"):
            from specloom.python.serverindex import plan_server_index

            classes = {group: self.classes[group] for group in self._groups}
            yield from plan_server_index(self._api, classes, settings, self._receivers)
        yield from plan_models(self.types, self._modules.last(), package=settings.package)

    @cached_property
    def _errors(self) -> Mapping[str, ErrorNames]:
        from specloom.python.client_errors import name_errors

        return name_errors(self._api, self._names) if self._settings.wants("client") else {}

    def _served(self, groups: Iterable[GroupNames]) -> Iterator[File]:
        for group in groups:
            file, self.classes[group] = plan_service(
                self._api, self.types, self._names, self._settings, group, self._groups[group]
            )
            yield file

    def verbatim(self) -> tuple[Verbatim, ...]:
        """What is in no template's hand: the document itself, and the mark of typed packages."""
        from specloom.python.verbatim import plan_verbatim

        return plan_verbatim(self._settings)

    def package(self, files: Iterable[File] = (), verbatim: tuple[Verbatim, ...] = ()) -> Package:
        """These files with what stands at the top of the package, which tells of all that was planned."""
        from specloom.python.package import plan_package

        api, settings = self._api, self._settings
        client, server = settings.wants("client"), settings.wants("server")
        return Package(
            files=(*files, *plan_package(api, self.types, self._examples, settings)),
            verbatim=verbatim,
            runtime=(
                *((".",) if self._exchanges else _MODELS_RUNTIME),
                *(("uploads.py",) if not self._exchanges and _has_forms(api) else ()),
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
