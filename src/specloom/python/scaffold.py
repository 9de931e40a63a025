"""The first version of what users write: handlers of every service, hooks, and the application of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.diagnostics import Diagnostics
from specloom.python import expr as x
from specloom.python.expr import Import
from specloom.python.handlerimports import HandlerImports
from specloom.python.modules import ImportsView, ModuleImports, ModulePath
from specloom.python.operationnames import GroupNames, OperationNames, by_group, name_operations
from specloom.python.order import statements
from specloom.python.receivers import name_receivers
from specloom.python.server import instead_of_items, service_class
from specloom.python.serverarguments import HandlerArguments
from specloom.python.serverindex import Classes, plan_sources, receiver_kinds
from specloom.python.serverreplies import ReplyPlanner
from specloom.python.serverviews import ArgumentView, ServerSourceView
from specloom.python.settings import PackageSettings
from specloom.python.types import TypePlan
from specloom.python.views import File, Package
from specloom.values import Value

_ITERATOR = Import("collections.abc", "AsyncIterator", typing_only=True)


class HandlerView(Value, kw_only=True):
    """A method that says it is not written yet; `message` is a string literal."""

    name: Code
    arguments: tuple[ArgumentView, ...]
    result: Code
    message: Code


class HandlersView(Value, kw_only=True):
    """A module with the handlers of one service."""

    doc: Code
    imports: ImportsView
    class_name: Code
    base: Code
    problem: Code
    handlers: tuple[HandlerView, ...]


class SourceHandlersView(Value, kw_only=True):
    """A source in the application: its view in `create_app`, and for each service the class of handlers."""

    source: ServerSourceView
    services: tuple[ServiceHandlersView, ...]


class ServiceHandlersView(Value, kw_only=True):
    """A service's keyword, its handlers' module (relative to the application's), class and local name."""

    name: Code
    module: Code
    class_name: Code
    local: Code


class ReceiverView(Value, kw_only=True):
    """The handlers of webhooks or callbacks (`kind`), and where callbacks come: methods' names and paths,
    as literals."""

    kind: Code
    handlers: ServiceHandlersView
    paths: tuple[tuple[Code, Code], ...]


class ApplicationView(Value, kw_only=True):
    """`app.py`, `security.py` and `receivers.py`, and what each imports."""

    doc: Code
    receivers_doc: Code
    imports: Code
    security_imports: Code
    receivers_imports: Code
    sources: tuple[SourceHandlersView, ...]
    receivers: tuple[ReceiverView, ...]
    receiver_kinds: tuple[Code, ...]

    @property
    def has_hooks(self) -> bool:
        return any(each.source.hooks for each in self.sources)


def plan_scaffold(api: ir.Api, settings: PackageSettings, *, diagnostics: Diagnostics) -> Package:
    """`app.py`, `security.py` and a module of handlers for each service, to import `settings.package`.

    `receivers.py` is the application of those whom the API calls, if it calls anybody.
    """
    types = TypePlan(api, pins=settings.pins, formats=settings.formats, diagnostics=diagnostics)
    names = name_operations(api, pins=settings.pins, diagnostics=diagnostics)
    _, received = name_receivers(api, settings, diagnostics)
    names |= received
    groups, receivers = by_group(api.operations, names), by_group(api.receivers, names)
    every = {**groups, **receivers}
    files = [_package((), "An application."), _package(("handlers",), "What answers each operation.")]
    for space in sorted({group.namespace for group in every if group.namespace is not None}):
        files.append(_package(("handlers", space), f"What answers the operations of {space}."))
    for group, operations in every.items():
        view = _handlers(types, names, settings.package, group, operations)
        path = "/".join(("handlers", *group.module))
        files.append(File(f"{path}.py", "scaffold/handlers.py.jinja", view))
    application = _application(api, groups, receivers, names, settings)
    files.append(File("app.py", "scaffold/app.py.jinja", application))
    if application.has_hooks:
        files.append(File("security.py", "scaffold/security.py.jinja", application))
    if receivers:
        files.append(File("receivers.py", "scaffold/receivers.py.jinja", application))
    return Package(files=tuple(files), verbatim=(), runtime=(), runtime_path="")


class _DocView(Value, kw_only=True):
    doc: Code


def _package(folder: ModulePath, doc: str) -> File:
    path = "/".join((*folder, "__init__.py"))
    return File(path, "scaffold/package.py.jinja", _DocView(doc=docstring(doc)))


def _handlers(
    types: TypePlan,
    names: Mapping[str, OperationNames],
    package: str,
    group: GroupNames,
    operations: Sequence[ir.Operation],
) -> HandlersView:
    class_name = handlers_class(group)
    methods = {name for o in operations for name in (names[o.key].name, names[o.key].stream_name)}
    module: ModulePath = ("server", *group.module)
    imports = HandlerImports(module, taken={*methods, class_name}, root=package)
    replies = ReplyPlanner(types, imports)
    problem = imports.add(Import(".server", "ProblemError"))
    base = imports.add(Import("." + ".".join(module), service_class(group)))
    handlers = tuple(
        handler
        for operation in operations
        for handler in _methods(types, operation, names[operation.key], replies)
    )
    return HandlersView(
        doc=docstring(f"What answers the operations under the tag {group.tag!r}."),
        imports=imports.view(),
        class_name=identifier(class_name),
        base=base,
        problem=problem,
        handlers=handlers,
    )


def handlers_class(group: GroupNames) -> str:
    return f"{group.class_name}Handlers"


def _methods(
    types: TypePlan, operation: ir.Operation, named: OperationNames, replies: ReplyPlanner
) -> Iterator[HandlerView]:
    module: ModulePath = ("server", *named.group.module)
    imports = replies.imports
    arguments = HandlerArguments(types, imports).of(operation, named)
    # The classes are the service's: what they import themselves is not for here.
    classes = ReplyPlanner(types, ModuleImports(module)).classes(operation, named)
    described = [
        (planned, x.expr(Import("." + ".".join(module), str(planned.view.name), typing_only=True)))
        for planned in classes
    ]
    message = literal(f"{operation.id or operation.key} is not implemented.")
    if named.answers:
        every = (each for planned, each in described if not planned.is_stream)
        result = x.union([*replies.plain(operation), *every])
        yield HandlerView(
            name=identifier(named.name), arguments=arguments, result=imports.render(result), message=message
        )
    if named.streams:
        others = [each for planned, each in described if instead_of_items(planned, operation)]
        yield HandlerView(
            name=identifier(named.stream_name),
            arguments=arguments,
            result=imports.render(x.union([*replies.streamed(operation, _ITERATOR), *others])),
            message=message,
        )


Groups = Mapping[GroupNames, Sequence[ir.Operation]]


def _application(
    api: ir.Api,
    groups: Groups,
    receivers: Groups,
    names: Mapping[str, OperationNames],
    settings: PackageSettings,
) -> ApplicationView:
    sources = []
    for source, view in plan_sources(api, _classes(groups), _classes(receivers)):
        own = sorted((g for g in groups if g.source == source.id), key=lambda group: group.module)
        services = tuple(
            _served(group, service.name) for group, service in zip(own, view.services, strict=True)
        )
        sources.append(SourceHandlersView(source=view, services=services))
    called = tuple(_receiver(group, inside, names) for group, inside in receivers.items())
    server = f"{identifier(settings.package)}.server"
    secured = [(".security", "SECURITY", "SECURITY")] if any(each.source.hooks for each in sources) else []
    handlers = [_import(service) for each in sources for service in each.services]
    routers = [(server, name, name) for name in (f"create_{kind}_router" for kind in receiver_kinds(api))]
    return ApplicationView(
        doc=docstring(f"{api.title}: services and security hooks put together."),
        receivers_doc=docstring(f"What {api.title} calls: an application of whoever is called."),
        imports=statements(
            [(server, name, name) for name in ("create_app", *_services(sources))] + secured + handlers
        ),
        security_imports=statements((server, name, name) for name in _credentials(sources)),
        receivers_imports=statements(
            [("fastapi", "FastAPI", "FastAPI"), *routers, *(_import(e.handlers) for e in called), *secured]
        ),
        sources=tuple(sources),
        receivers=called,
        receiver_kinds=receiver_kinds(api),
    )


def _services(sources: Iterable[SourceHandlersView]) -> Iterator[str]:
    yield from (each.source.services_class for each in sources if each.source.name)


def _credentials(sources: Sequence[SourceHandlersView]) -> set[str]:
    """What `security.py` needs of the server."""
    hooks = {hook.credential for each in sources for hook in each.source.hooks}
    own = {each.source.security_class for each in sources if each.source.name and each.source.hooks}
    return {"ProblemError", "Security", *hooks, *own}


def _import(handlers: ServiceHandlersView) -> tuple[str, str, str]:
    return handlers.module, handlers.class_name, handlers.local


def _classes(groups: Groups) -> Classes:
    return {group: (service_class(group),) for group in groups}


def _served(group: GroupNames, keyword: Code) -> ServiceHandlersView:
    return ServiceHandlersView(
        name=keyword,
        module=Code("." + ".".join(map(identifier, ("handlers", *group.module)))),
        class_name=identifier(handlers_class(group)),
        local=identifier("_".join((*group.module[:-1], handlers_class(group)))),
    )


def _receiver(
    group: GroupNames, operations: Sequence[ir.Operation], names: Mapping[str, OperationNames]
) -> ReceiverView:
    kinds = {each.receiver.kind for each in operations if each.receiver is not None}
    (kind,) = kinds
    methods = [names[each.key].name for each in operations] if kind == "callback" else []
    return ReceiverView(
        kind=identifier(kind),
        handlers=_served(group, identifier(group.name)),
        paths=tuple((literal(name), literal(f"/{name}")) for name in methods),
    )
