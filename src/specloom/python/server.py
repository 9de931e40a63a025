"""The server: for each group a module with its service interface and the answers of its operations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.operationnames import GroupNames, OperationNames, successes
from specloom.python.serverarguments import HandlerArguments
from specloom.python.serverreplies import ITEMS, PlannedReply, ReplyPlanner, alias, reply_name, stream_name
from specloom.python.serverviews import (
    HandlesView,
    MethodView,
    ReplyView,
    ServiceModuleView,
    ServiceNames,
)
from specloom.python.settings import PackageSettings
from specloom.python.types import TypePlan
from specloom.python.views import File

_EVENTUALLY = Import("._runtime.server", "Eventually", typing_only=True)


def plan_service(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    settings: PackageSettings,
    group: GroupNames,
    operations: Sequence[ir.Operation],
) -> tuple[File, tuple[str, ...]]:
    """The module of one group, and the names of its classes. `names` are those of :func:`name_operations`."""
    view = _Module(api, types, names, group).plan(operations)
    path = "/".join(("server", *group.module))
    aliases = [method.alias for method in view.methods]
    classes = tuple(sorted({service_class(group), *(r.name for r in view.replies), *aliases}))
    return File(f"{settings.package}/{path}.py", "server/service.py.jinja", view), classes


def service_class(group: GroupNames) -> str:
    return f"{group.class_name}Service"


class _Module:
    def __init__(
        self, api: ir.Api, types: TypePlan, names: Mapping[str, OperationNames], group: GroupNames
    ) -> None:
        self._types = types
        self._names = names
        self._group = group
        self._doc = _group_doc(api, group)
        self.module: ModulePath = ("server", *group.module)

    def plan(self, operations: Sequence[ir.Operation]) -> ServiceModuleView:
        imports = ModuleImports(self.module, taken=self._taken(operations))
        arguments = HandlerArguments(self._types, imports)
        replies = ReplyPlanner(self._types, imports)
        methods: list[MethodView] = []
        classes: list[ReplyView] = []
        for operation in operations:
            named = self._names[operation.key]
            own = list(replies.classes(operation, named))
            classes += [planned.view for planned in own]
            methods += self._methods(operation, own, replies, arguments)
        descriptors = "." + ".".join(("operations", *self._group.module[:-1]))
        holder = imports.add(Import(descriptors, self._group.module[-1]))
        return ServiceModuleView(
            doc=docstring(self._doc),
            names=_service_names(imports, self._group, classes, _base(operations)),
            replies=tuple(classes),
            handles=tuple(_handles(self._names[o.key], holder) for o in operations),
            methods=tuple(methods),
            imports=imports.view(),
        )

    def _taken(self, operations: Sequence[ir.Operation]) -> set[str]:
        """The module's own names, and those of the interface's methods, which its annotations see first."""
        taken = {service_class(self._group), "operations_"}
        for operation in operations:
            named = self._names[operation.key]
            taken.update((named.name, named.stream_name))
            taken.update((f"{named.class_name}Reply", f"{named.class_name}Stream"))
            for response in operation.responses:
                name = reply_name(named, response)
                taken.update((name, stream_name(name)))
        return taken

    def _methods(
        self,
        operation: ir.Operation,
        own: Sequence[PlannedReply],
        replies: ReplyPlanner,
        arguments: HandlerArguments,
    ) -> Iterator[MethodView]:
        named = self._names[operation.key]
        taken = arguments.of(operation, named)
        doc = docstring(_operation_doc(operation))
        if named.answers:
            every = [x.expr(planned.view.name) for planned in own if not planned.is_stream]
            result = _eventually(x.union([*replies.plain(operation), *every]))
            yield MethodView(
                name=identifier(named.name),
                arguments=taken,
                alias=identifier(f"{named.class_name}Reply"),
                result=alias(replies.imports, result),
                doc=doc,
            )
        if named.streams:
            others = [x.expr(planned.view.name) for planned in own if instead_of_items(planned, operation)]
            result = _eventually(x.union([*replies.streamed(operation, ITEMS), *others]))
            yield MethodView(
                name=identifier(named.stream_name),
                arguments=taken,
                alias=identifier(f"{named.class_name}Stream"),
                result=alias(replies.imports, result),
                doc=doc,
            )


def _eventually(result: Expr) -> Expr:
    return x.subscript(_EVENTUALLY, result)


def instead_of_items(planned: PlannedReply, operation: ir.Operation) -> bool:
    """Whether a streaming handler may give it: a stream with headers, and all but another form of success."""
    whole = bool(planned.response.contents) and not planned.is_stream
    return not (whole and planned.response in successes(operation))


def _handles(named: OperationNames, holder: Code) -> HandlesView:
    return HandlesView(
        descriptor=Code(f"{holder}.{identifier(named.constant)}"),
        once=literal(named.name if named.answers else None),
        stream=literal(named.stream_name if named.streams else None),
    )


def _base(operations: Sequence[ir.Operation]) -> str:
    """The class that the interface extends, by who calls its operations."""
    kinds = {None if each.receiver is None else each.receiver.kind for each in operations}
    bases = {"webhook": "WebhookService", "callback": "CallbackService", None: "Service"}
    (kind,) = kinds
    return bases[kind]


def _service_names(
    imports: ModuleImports, group: GroupNames, replies: Sequence[ReplyView], base: str
) -> ServiceNames:
    runtime = "._runtime.server"
    free = [reply for reply in replies if not reply.headers_required]
    defaults = any(reply.headers for reply in free)
    return ServiceNames(
        service=identifier(service_class(group)),
        base=imports.add(Import(runtime, base)),
        handles=imports.add(Import(runtime, "Handles")),
        unfilled=imports.add(Import(runtime, "unfilled")),
        type_alias=imports.add(Import("typing", "TypeAlias")),
        reply=imports.add(Import(runtime, "Reply")) if free else Code(""),
        any_reply=imports.add(Import(runtime, "AnyReply")) if len(free) < len(replies) else Code(""),
        field=imports.add(Import("dataclasses", "field")) if defaults else Code(""),
    )


def _group_doc(api: ir.Api, group: GroupNames) -> str:
    source = next(source for source in api.sources if source.id == group.source)
    said = next((g.description for g in source.groups if g.name == group.tag), None)
    return "\n\n".join(filter(None, (f"The service {group.tag} of {source.title}.", said)))


def _operation_doc(operation: ir.Operation) -> str:
    said = [(text or "").strip() for text in (operation.summary, operation.description)]
    receiver = operation.receiver
    route = f"{operation.method} {operation.path}"
    if receiver is not None:
        route = (
            f"The {receiver.kind} {receiver.name}, {operation.method} {receiver.expression or ''}".rstrip()
        )
    return "\n\n".join(filter(None, [*dict.fromkeys(said), route]))
