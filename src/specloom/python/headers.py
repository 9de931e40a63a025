"""The package `headers`: a TypedDict for each response with header fields, which both ends speak of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.expr import Import
from specloom.python.inputs_package import plan_index
from specloom.python.modules import ImportsView, ModuleImports, ModulePath
from specloom.python.operationnames import GroupNames, OperationNames
from specloom.python.types import TypePlan
from specloom.python.views import File
from specloom.values import Value


class FieldView(Value, kw_only=True):
    """A header field: its name (a literal) and its type, within quotes."""

    name: Code
    annotation: Code


class HeadersView(Value, kw_only=True):
    """The header fields of a response: their class, also as a literal, and whose they are."""

    name: Code
    text: Code
    fields: tuple[FieldView, ...]
    doc: Code
    operation: Code
    status: Code


class HeadersModuleView(Value, kw_only=True):
    """`headers/TAG.py`. The others are the module's names for what it imports."""

    doc: Code
    imports: ImportsView
    classes: tuple[HeadersView, ...]
    typed_dict: Code
    final: Code
    mapping: Code
    operation: Code


def headers_name(named: OperationNames, response: ir.Response) -> str:
    """The class of a response's header fields."""
    status = response.status
    return f"{named.class_name}{'Default' if status == 'default' else status.upper()}Headers"


def headers_of(named: OperationNames, response: ir.Response, *, typing_only: bool) -> Import | None:
    """The same, to be imported; None where the response declares no header fields."""
    if not response.headers:
        return None
    module = "." + ".".join(("headers", *named.group.module))
    return Import(module, headers_name(named, response), typing_only=typing_only)


def has_required(response: ir.Response) -> bool:
    return bool(response.headers) and any(header.required for header in response.headers)


def plan_headers(
    api: ir.Api,
    types: TypePlan,
    groups: Mapping[GroupNames, Sequence[ir.Operation]],
    names: Mapping[str, OperationNames],
    *,
    package: str,
) -> tuple[File, ...]:
    """The modules of the groups that have such responses, and the packages that find a class in them."""
    found = {group: list(_declaring(inside, names)) for group, inside in groups.items()}
    found = {group: entries for group, entries in found.items() if entries}
    files: list[File] = []
    for group, entries in sorted(found.items(), key=lambda entry: entry[0].module):
        module = ("headers", *group.module)
        view = _module(types, group, module, entries)
        files.append(File(f"{package}/{'/'.join(module)}.py", "headers/module.py.jinja", view))
    titles = {source.id: source.title for source in api.sources}
    spaces: set[str] = set()
    for holder in sorted({("headers", *group.module[:-1]) for group in found}):
        own = [group for group in found if ("headers", *group.module[:-1]) == holder]
        exports = {
            headers_name(named, response): group.module[-1]
            for group in sorted(own, key=lambda group: group.module, reverse=True)
            for _, named, response in found[group]
        }
        doc = f"Header fields of answers of {titles[own[0].source]}."
        files.append(plan_index(package, holder, doc, exports.items(), template="headers/index.py.jinja"))
        spaces |= set(holder[1:])
    if spaces:
        doc = f"Header fields of answers of {api.title}, by source."
        every = [(space, "") for space in spaces]
        files.append(plan_index(package, ("headers",), doc, every, template="headers/index.py.jinja"))
    return tuple(files)


Entry = tuple[ir.Operation, OperationNames, ir.Response]


def _declaring(operations: Iterable[ir.Operation], names: Mapping[str, OperationNames]) -> Iterator[Entry]:
    for operation in sorted(operations, key=lambda operation: names[operation.key].name):
        for response in operation.responses:
            if response.headers:
                yield operation, names[operation.key], response


def _module(
    types: TypePlan, group: GroupNames, module: ModulePath, entries: Sequence[Entry]
) -> HeadersModuleView:
    taken = {headers_name(named, response) for _, named, response in entries}
    imports = ModuleImports(module, taken={*taken, "ANSWERS"})
    holder = imports.add(Import("." + ".".join(("operations", *group.module[:-1])), group.module[-1]))
    return HeadersModuleView(
        doc=docstring(f"Header fields of answers to the operations under the tag {group.tag!r}."),
        classes=tuple(_class(types, module, imports, holder, *entry) for entry in entries),
        typed_dict=imports.add(Import("typing", "TypedDict")),
        final=imports.add(Import("typing", "Final")),
        mapping=imports.add(Import("collections.abc", "Mapping", typing_only=True)),
        operation=imports.add(Import("._runtime.operation", "Operation", typing_only=True)),
        imports=imports.view(),
    )


def _class(
    types: TypePlan,
    module: ModulePath,
    imports: ModuleImports,
    holder: Code,
    operation: ir.Operation,
    named: OperationNames,
    response: ir.Response,
) -> HeadersView:
    name = headers_name(named, response)
    route = f"{operation.method} {operation.path}" if operation.receiver is None else operation.receiver.name
    return HeadersView(
        name=identifier(name),
        text=literal(name),
        fields=tuple(_field(types, header, module, imports) for header in response.headers),
        doc=docstring(f"{route}, status {response.status}."),
        operation=Code(f"{holder}.{identifier(named.constant)}"),
        status=literal(response.status),
    )


def _field(types: TypePlan, header: ir.Header, module: ModulePath, imports: ModuleImports) -> FieldView:
    annotation = x.quoted(types.plain(header.type))
    if not header.required:
        annotation = x.subscript(Import("typing", "NotRequired"), annotation)
    return FieldView(name=literal(header.name), annotation=imports.render(annotation))
