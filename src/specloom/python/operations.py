"""The modules of descriptors: one a tag, one for each source."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from specloom import ir
from specloom.code import docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.operationnames import GroupNames, OperationNames
from specloom.python.operations_body import stream_member
from specloom.python.operations_expr import (
    DescriptorPlanner,
    described,
    flag,
    made,
    pagination,
    receiver,
    rows,
    scheme,
    security,
    server,
    some,
    table,
    text,
)
from specloom.python.operations_views import ConstantView, OperationsModuleView, PackageDocView
from specloom.python.pagination import paged
from specloom.python.types import TypePlan
from specloom.python.views import File

SOURCE = "SOURCE"
"""The constant that describes a source, in the module `_source`: no tag's module is called so."""


def plan_operations(
    api: ir.Api, types: TypePlan, names: Mapping[str, OperationNames], *, package: str
) -> Iterator[File]:
    """`operations/`: importing it loads no model."""
    inside: dict[GroupNames, list[ir.Operation]] = defaultdict(list)
    for operation in api.operations:
        inside[names[operation.key].group].append(operation)
    sources = {source.id: source for source in api.sources}
    yield _init(package, ("operations",), "What the operations are, as data.")
    for models in types.sources:
        folder = ("operations",) if models.namespace is None else ("operations", models.namespace)
        if len(folder) > 1:
            yield _init(package, folder, f"The operations of {sources[models.id].title}.")
        own = [operation for operation in api.operations if operation.source == models.id]
        yield _source(package, folder, sources[models.id], models.namespace, own)
    for group, operations in sorted(inside.items(), key=lambda entry: entry[0].module):
        yield plan_group(package, types, group, operations, names)


def _init(package: str, folder: ModulePath, doc: str) -> File:
    view = PackageDocView(doc=docstring(doc))
    return File(f"{package}/{'/'.join(folder)}/__init__.py", "operations/package.py.jinja", view)


def _source(
    package: str,
    folder: ModulePath,
    source: ir.Source,
    namespace: str | None,
    operations: Iterable[ir.Operation],
) -> File:
    lists = sorted({tuple(operation.servers) for operation in operations}, key=repr)
    value = made(
        "Source",
        id=literal(namespace or ""),
        title=literal(source.title),
        version=literal(source.version),
        servers=rows(map(server, source.servers)),
        security_schemes=table({s.name: scheme(s) for s in source.security_schemes}),
        description=text(source.description),
        tags=table({group.name: literal(group.description) for group in source.groups})
        if source.groups
        else None,
        server_lists=some(rows(map(server, servers)) for servers in lists),
    )
    return _file(package, (*folder, "_source"), f"{source.title}: where it is served.", {SOURCE: value})


def plan_group(
    package: str,
    types: TypePlan,
    group: GroupNames,
    operations: Iterable[ir.Operation],
    names: Mapping[str, OperationNames],
) -> File:
    """The module of the descriptors of one tag, each of which is made on first use."""
    module = ("operations", *group.module)
    planner = DescriptorPlanner(types)
    source = Import("." + ".".join((*module[:-1], "_source")), SOURCE)
    ordered = sorted(operations, key=lambda operation: names[operation.key].constant)
    constants = {
        names[operation.key].constant: x.call(
            described("later"),
            x.expr("lambda: ", _operation(operation, names[operation.key], planner, source, types)),
        )
        for operation in ordered
    }
    return _file(package, module, f"The operations under the tag {group.tag!r}.", constants)


def _operation(
    operation: ir.Operation,
    names: OperationNames,
    planner: DescriptorPlanner,
    source: Import,
    types: TypePlan,
) -> Expr:
    asks = stream_member(operation, types)
    parameters = (
        planner.parameter(parameter, names.arguments[parameter.place, parameter.name])
        for parameter in operation.parameters
    )
    body = planner.body(operation.body, asks.name if asks else None) if operation.body else None
    return made(
        "Operation",
        id=literal(operation.id),
        name=literal(names.name),
        method=literal(operation.method),
        path=literal(operation.path),
        source=source,
        servers=rows(map(server, operation.servers)),
        responses=rows(map(planner.response, operation.responses)),
        tags=some(map(literal, operation.tags)),
        summary=text(operation.summary),
        description=text(operation.description),
        deprecated=flag(operation.deprecated),
        parameters=some(parameters),
        body=body,
        security=security(operation.security),
        receiver=None if operation.receiver is None else receiver(operation.receiver),
        idempotency_key=text(operation.idempotency_key),
        pagination=pagination(paged(operation, names, types)),
    )


def _file(package: str, module: ModulePath, doc: str, constants: Mapping[str, Expr]) -> File:
    imports = ModuleImports(module, taken=constants)
    final = imports.add(Import("typing", "Final"))
    values = tuple(
        ConstantView(name=identifier(name), value=imports.render(value)) for name, value in constants.items()
    )
    view = OperationsModuleView(doc=docstring(doc), imports=imports.view(), final=final, constants=values)
    return File(f"{package}/{'/'.join(module)}.py", "operations/module.py.jinja", view)
