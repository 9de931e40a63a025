"""The modules of the client: one a tag, one for each source, and the clients themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python.arguments import ArgumentPlanner
from specloom.python.client_errors import ErrorNames, error_modules, plan_errors
from specloom.python.client_exports import LATER, OWN, PUBLIC, imports
from specloom.python.client_methods import MethodPlanner
from specloom.python.client_views import (
    ClientView,
    GroupNamesView,
    GroupView,
    NamespaceView,
    PartView,
    SourceArgumentView,
)
from specloom.python.exports import exports
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports
from specloom.python.names import identifier as python_name
from specloom.python.operationnames import GroupNames, OperationNames
from specloom.python.order import Statement, ordered
from specloom.python.types import TypePlan
from specloom.python.views import File

RESERVED = frozenset(
    {
        "self",
        "servers",
        "timeout",
        "max_retries",
        "headers",
        "strict_responses",
        "max_response_size",
        "middleware",
        "transport",
        "connections",
        "auth",
        "base_url",
    }
    | {"close", "aclose", "with_options", "with_raw_response", "settings", "changed", "chosen"}
)
"""What a client has for itself, as an argument or as an attribute."""


def plan_client(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    errors: Mapping[str, ErrorNames],
    inside: Mapping[GroupNames, Sequence[ir.Operation]],
    *,
    package: str,
) -> Iterator[File]:
    """`client/`: importing it loads neither models nor descriptors. `inside` are the operations of groups."""
    groups = sorted(inside, key=lambda group: group.module)
    for group in groups:
        yield plan_client_group(package, types, api, group, inside[group], names, errors)
    titles = {source.id: source.title for source in api.sources}
    called = {group.source for group in groups}
    spaces = {s.id: s.namespace for s in types.sources if s.namespace is not None and s.id in called}
    for source, space in spaces.items():
        own = [group for group in groups if group.source == source]
        yield _namespace(package, titles[source], space, own)
    raised = () if spaces else error_modules(groups, inside, errors)
    yield _client(package, api, titles, spaces, groups, [name for name, _ in raised])
    yield from plan_errors(api, types, names, errors, inside, raised, package=package)


def attribute(name: str) -> str:
    """A group's or namespace's name on the client."""
    return f"{name}_" if name in RESERVED else name


def plan_client_group(
    package: str,
    types: TypePlan,
    api: ir.Api,
    group: GroupNames,
    operations: Sequence[ir.Operation],
    names: Mapping[str, OperationNames],
    errors: Mapping[str, ErrorNames],
) -> File:
    """The module of the calls of one tag."""
    module = ("client", *group.module)
    folder = ".".join(("", "operations", *group.module[:-1]))
    ordered = sorted(operations, key=lambda operation: names[operation.key].name)
    asked = ArgumentPlanner(types)
    arguments = {o.key: asked.of(o, names[o.key]) for o in ordered}
    methods = {name for o in ordered for name in names[o.key].methods(o)}
    used = {name for planned in arguments.values() for name in planned.names}
    class_name, async_class_name = group.class_name, f"Async{group.class_name}"
    taken = (
        methods | used | {class_name, async_class_name, "self", "body_", "content_type_", "extra_", "_reply"}
    )
    imports = ModuleImports(module, taken=taken)
    planner = MethodPlanner(types, imports, Import(folder, group.module[-1]), errors)
    views = [view for o in ordered for view in planner.methods(o, names[o.key], arguments[o.key])]
    overloads = any(view.overloads for view in views)
    deprecated = any(view.deprecated for view in views)
    base = "._runtime.client.base"
    local = GroupNamesView(
        group=imports.add(Import(base, "Group")),
        async_group=imports.add(Import(base, "AsyncGroup")),
        overload=imports.add(Import("typing", "overload")) if overloads else None,
        deprecated=imports.add(Import("typing_extensions", "deprecated")) if deprecated else None,
    )
    described = {(s.id, g.name): g.description for s in api.sources for g in s.groups}
    view = GroupView(
        doc=docstring(f"Calls of the operations under the tag {group.tag!r}."),
        class_doc=docstring(
            described.get((group.source, group.tag)) or f"The operations under the tag {group.tag!r}."
        ),
        imports=imports.view(),
        names=local,
        class_name=identifier(class_name),
        async_class_name=identifier(async_class_name),
        errors=literal(".".join(group.module)),
        methods=tuple(views),
    )
    return File(f"{package}/{'/'.join(module)}.py", "client/group.py.jinja", view)


def _namespace(package: str, title: str, space: str, groups: list[GroupNames]) -> File:
    class_name = python_name(space, "class")
    parts = tuple(_part(group, group.name) for group in groups)
    view = NamespaceView(
        doc=docstring(f"Calls of {title}."),
        class_doc=docstring(f"{title}: its operations by tag."),
        class_name=identifier(class_name),
        async_class_name=identifier(f"Async{class_name}"),
        imports=ordered(map(_statement, parts)),
        parts=parts,
    )
    return File(f"{package}/client/{space}/__init__.py", "client/namespace.py.jinja", view)


def _statement(part: PartView) -> Statement:
    return Statement(".", part.module, f"{part.module} as _{part.module}")


def _part(group: GroupNames, name: str) -> PartView:
    return PartView(
        name=identifier(name),
        class_name=identifier(group.class_name),
        async_class_name=identifier(f"Async{group.class_name}"),
        module=identifier(group.module[-1]),
        doc=docstring(f"The operations under the tag {group.tag!r}."),
    )


def _client(
    package: str,
    api: ir.Api,
    titles: Mapping[str, str],
    spaces: Mapping[str, str],
    groups: list[GroupNames],
    errors: Iterable[str],
) -> File:
    ordered = sorted(spaces.items(), key=lambda entry: entry[1])
    parts = (
        [_space_part(space, titles[source]) for source, space in ordered]
        if spaces
        else [_part(group, attribute(group.name)) for group in groups]
    )
    view = ClientView(
        doc=docstring(f"The clients of {api.title}."),
        class_doc=docstring(f"Calls {api.title}."),
        async_class_doc=docstring(f"Calls {api.title} asynchronously."),
        sources=tuple(
            SourceArgumentView(
                name=identifier(attribute(space)), text=literal(attribute(space)), key=literal(space)
            )
            for _, space in ordered
        ),
        parts=tuple(parts),
        imports=imports(),
        exports=exports(
            ((name, f"._runtime.{module}") for name, module in LATER.items()),
            further=(
                *map(_statement, parts),
                *(Statement(".errors", name, f"{name} as {name}") for name in errors if name not in PUBLIC),
            ),
            also=(*OWN, *(("Servers",) if ordered else ())),
        ),
    )
    return File(f"{package}/client/__init__.py", "client/client.py.jinja", view)


def _space_part(space: str, title: str) -> PartView:
    class_name = python_name(space, "class")
    return PartView(
        name=identifier(attribute(space)),
        class_name=identifier(class_name),
        async_class_name=identifier(f"Async{class_name}"),
        module=Code(space),
        doc=docstring(f"{title}: its operations by tag."),
    )
