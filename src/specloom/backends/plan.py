"""A package of models in another style: one module of definitions for each source, and the usual indexes."""

from __future__ import annotations

from collections import defaultdict

from specloom import ir
from specloom.backends.decodable import Decodable
from specloom.backends.generator import write_models
from specloom.backends.schemas import Schema, SchemaWriter
from specloom.backends.written import UnexpectedCodeError, Written, read
from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.python.examples import plan_examples
from specloom.python.modelsindex import plan_indexes
from specloom.python.package import plan_package
from specloom.python.receivers import Receivers
from specloom.python.settings import PackageSettings
from specloom.python.shapes import record_of
from specloom.python.typenames import NamedView
from specloom.python.types import TypePlan
from specloom.python.verbatim import plan_verbatim
from specloom.python.views import Package, Verbatim
from specloom.values import replace

_MODULE = "definitions"
_RUNTIME = ("__init__.py", "lazy.py")


class StyledTypes(TypePlan):
    """The same names as ever, each source in one module; `renamed` has those that a style cannot use."""

    def __init__(self, api: ir.Api, settings: PackageSettings, diagnostics: Diagnostics) -> None:
        super().__init__(api, pins=settings.pins, formats=settings.formats, diagnostics=diagnostics)
        self.renamed: dict[ir.TypeId, str] = {}

    def of(self, id: ir.TypeId) -> NamedView:
        view = super().of(id)
        name = self.renamed.get(id, view.name)
        return replace(view, name=name, module=(*view.module[:-1], _MODULE))


def plan_style(api: ir.Api, settings: PackageSettings, *, diagnostics: Diagnostics) -> Package:
    """Views of every file of a package whose models are of `settings.style`. Reports what it cannot say."""
    types = StyledTypes(api, settings, diagnostics)
    by_source: dict[str, list[ir.NamedType]] = defaultdict(list)
    for named in api.types:
        by_source[named.id.source].append(named)
    modules = []
    for source in types.sources:
        text = _definitions(types, by_source[source.id], settings, diagnostics)
        modules.append(
            Verbatim("/".join((settings.package, *source.package, f"{_MODULE}.py")), text.encode())
        )
    diagnostics.stop_if_failed()
    files = plan_indexes(api, types, package=settings.package)
    examples = plan_examples(api, types, {}, {}, Receivers(), settings)
    top = plan_package(api, types, examples, settings)
    return Package(
        files=(*files, *top),
        verbatim=(*plan_verbatim(settings), *modules),
        runtime=_RUNTIME,
        runtime_path=f"{settings.package}/_runtime",
    )


def _definitions(
    types: StyledTypes, inside: list[ir.NamedType], settings: PackageSettings, diagnostics: Diagnostics
) -> str:
    """The text of the module of a source's definitions."""
    writer = SchemaWriter(types, settings.style)
    decodable = Decodable(types, diagnostics)
    schemas: dict[str, Schema] = {}
    members: dict[str, str] = {}
    for named in sorted(inside, key=lambda named: types.of(named.id).name):
        mended = decodable.named(named) if settings.style == "msgspec" else named
        name = types.of(named.id).name
        schemas[name] = writer.named(mended)
        if record_of(named) is not None:
            names = types.field_names(named.id)
            members |= {f"{name}.{wire}": own for wire, own in names.items() if own != wire}
    if not schemas:
        return ""
    text, warnings = write_models(schemas, settings.style, members=members)
    place = inside[0].origin
    for warning in warnings:
        diagnostics.warning("style-limited", warning, Location(place.uri))
    try:
        written = read(text)
    except UnexpectedCodeError as error:
        diagnostics.error(
            "style-failed",
            f"datamodel-code-generator wrote what is not taken over: {error}",
            Location(place.uri),
        )
        raise Stop from None
    for named in inside:
        _compare(types, named, written, settings, diagnostics)
    return text


def _compare(
    types: StyledTypes,
    named: ir.NamedType,
    written: Written,
    settings: PackageSettings,
    diagnostics: Diagnostics,
) -> None:
    """Note a class that had to get another name, and report what is called otherwise than in our models."""
    wanted = types.of(named.id).name
    found = next((name for name in (wanted, f"{wanted}Model") if name in written.names), None)
    if found is None:
        diagnostics.error(
            "style-failed",
            f"datamodel-code-generator wrote no {wanted}",
            named.origin,
            hint="skip the schema",
        )
        return
    if found != wanted:
        types.renamed[named.id] = found
        diagnostics.warning(
            "style-renamed",
            f"{wanted} is called {found}: the style's own module needs the name",
            named.origin,
        )
    record = record_of(named)
    if record is None or settings.style == "typeddict":
        return
    for field in record.fields:
        own = types.field_names(named.id)[field.name]
        message = None
        if isinstance(field.type, ir.Nothing) or own in written.tags.get(found, ()):
            continue
        if own not in written.members.get(found, ()):
            message = f"the member {field.name!r} of {found} is not called `{own}` in this style"
        elif settings.style == "dataclass" and own != field.name:
            message = f"no dataclass can say that its member `{own}` is {field.name!r} in JSON"
        if message is not None:
            diagnostics.warning("style-renamed", message, named.origin.at(field.place))
