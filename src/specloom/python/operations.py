"""The modules of descriptors: one a tag, one for each source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.operationnames import GroupNames, OperationNames
from specloom.python.operations_body import stream_member
from specloom.python.operations_text import Descriptors, flag, made, rows, some, table, text
from specloom.python.operations_views import ConstantView, OperationsModuleView, PackageDocView
from specloom.python.pagination import paged
from specloom.python.types import TypePlan
from specloom.python.views import File

SOURCE = "SOURCE"
"""The constant that describes a source, in the module `_source`: no tag's module is called so."""


def plan_operations(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    groups: Mapping[GroupNames, Sequence[ir.Operation]],
    *,
    package: str,
) -> Iterator[File]:
    """`operations/`: importing it loads no model."""
    sources = {source.id: source for source in api.sources}
    yield _init(package, ("operations",), "What the operations are, as data.")
    for models in types.sources:
        folder = ("operations",) if models.namespace is None else ("operations", models.namespace)
        if len(folder) > 1:
            yield _init(package, folder, f"The operations of {sources[models.id].title}.")
        own = [operation for operation in api.operations if operation.source == models.id]
        yield _source(package, types, folder, sources[models.id], models.namespace, own)
    for group, operations in sorted(groups.items(), key=lambda entry: entry[0].module):
        yield plan_group(package, types, group, operations, names)


def _init(package: str, folder: ModulePath, doc: str) -> File:
    view = PackageDocView(doc=docstring(doc))
    return File(f"{package}/{'/'.join(folder)}/__init__.py", "operations/package.py.jinja", view)


def _source(
    package: str,
    types: TypePlan,
    folder: ModulePath,
    source: ir.Source,
    namespace: str | None,
    operations: Iterable[ir.Operation],
) -> File:
    lists = sorted({tuple(operation.servers) for operation in operations}, key=repr)
    module = _Module(types, (*folder, "_source"), [SOURCE])
    of = module.descriptors
    value = made(
        of.word("Source"),
        id=literal(namespace or ""),
        title=literal(source.title),
        version=literal(source.version),
        servers=of.servers(source.servers),
        security_schemes=table({s.name: of.scheme(s) for s in source.security_schemes}),
        description=text(source.description),
        tags=table({group.name: literal(group.description) for group in source.groups})
        if source.groups
        else None,
        server_lists=some(map(of.servers, lists)),
    )
    return module.file(package, f"{source.title}: where it is served.", {SOURCE: value})


def plan_group(
    package: str,
    types: TypePlan,
    group: GroupNames,
    operations: Iterable[ir.Operation],
    names: Mapping[str, OperationNames],
) -> File:
    """The module of the descriptors of one tag, each of which is made on first use."""
    path = ("operations", *group.module)
    source = Import("." + ".".join((*path[:-1], "_source")), SOURCE)
    ordered = sorted(operations, key=lambda operation: names[operation.key].constant)
    module = _Module(types, path, [names[operation.key].constant for operation in ordered])
    constants: dict[str, Code] = {}
    for operation in ordered:
        named, later = names[operation.key], module.descriptors.word("later")
        descriptor = _operation(operation, named, module.descriptors, source, types)
        constants[named.constant] = Code(f"{later}(lambda: {descriptor})")
    return module.file(package, f"The operations under the tag {group.tag!r}.", constants)


def _operation(
    operation: ir.Operation, names: OperationNames, of: Descriptors, source: Import, types: TypePlan
) -> Code:
    asks = stream_member(operation, names, types)
    arguments = names.arguments
    return made(
        of.word("Operation"),
        id=literal(operation.id),
        name=literal(names.name),
        method=literal(operation.method),
        path=literal(operation.path),
        source=of.imports.add(source),
        servers=of.servers(operation.servers),
        responses=rows(map(of.response, operation.responses)),
        tags=some(map(literal, operation.tags)),
        summary=text(operation.summary),
        description=text(operation.description),
        deprecated=flag(operation.deprecated),
        parameters=some(of.parameter(p, arguments[p.place, p.name]) for p in operation.parameters),
        body=of.body(operation.body, asks.name if asks else None) if operation.body else None,
        security=of.security(operation.security),
        receiver=of.receiver(operation.receiver) if operation.receiver else None,
        idempotency_key=text(operation.idempotency_key),
        pagination=of.pagination(paged(operation, names, types)),
    )


class _Module:
    """A module of descriptors."""

    def __init__(self, types: TypePlan, path: ModulePath, constants: Iterable[str]) -> None:
        self._path = path
        self._imports = ModuleImports(path, taken=constants)
        self._final = self._imports.add(Import("typing", "Final"))
        self.descriptors = Descriptors(types, self._imports)

    def file(self, package: str, doc: str, constants: Mapping[str, Code]) -> File:
        view = OperationsModuleView(
            doc=docstring(doc),
            imports=self._imports.view(),
            final=self._final,
            constants=tuple(
                ConstantView(name=identifier(name), value=value) for name, value in constants.items()
            ),
        )
        return File(f"{package}/{'/'.join(self._path)}.py", "operations/module.py.jinja", view)
