"""The examples of webhooks and callbacks in a package's README: who receives one, and who sends it."""

from __future__ import annotations

from collections.abc import Iterator

from specloom import ir
from specloom.code import Code, identifier, join, literal
from specloom.python.expr import Import
from specloom.python.handlerimports import HandlerImports
from specloom.python.readme import settings
from specloom.python.receivers import Receivers
from specloom.python.samplecalls import plainest
from specloom.python.serverexample import Example, answerable
from specloom.python.serverindex import plan_sources
from specloom.python.types import TypePlan
from specloom.values import Value

_SENT_TO = "https://example.com"


class ReceiverView(Value, kw_only=True):
    """What the API calls of one kind: `webhook` or `callback`. The examples are None where none is known."""

    kind: Code
    received: Code | None
    sent: Code | None


def receiver_views(
    api: ir.Api, types: TypePlan, receivers: Receivers, package: str, *, client: bool
) -> tuple[ReceiverView, ...]:
    """Of each kind that there is, the one that asks for least, though for something."""
    views: list[ReceiverView] = []
    for kind in ("webhook", "callback"):
        own = [o for inside in receivers.groups.values() for o in inside if _kind(o) == kind]
        if not own:
            continue
        asking = list(plainest(own, receivers.names, types))
        carrying = [each for each in asking if each.operation.body is not None]
        found = answerable(carrying, types) or answerable(asking, types)
        if found is None:
            views.append(ReceiverView(kind=identifier(kind), received=None, sent=None))
            continue
        call, given = found
        sources = plan_sources(api, {}, receivers.classes)
        source = next(view for each, view in sources if each.id == call.names.group.source)
        example = _Example(types, package, call, given, source)
        sent = example.sent(api) if client else None
        views.append(ReceiverView(kind=identifier(kind), received=example.text(), sent=sent))
    return tuple(views)


def _kind(operation: ir.Operation) -> str:
    return "" if operation.receiver is None else operation.receiver.kind


class _Example(Example):
    """An application of those who are called, and a call of them."""

    @property
    def _path(self) -> str:
        """Where it is received: a webhook at its name, unless another path is chosen."""
        receiver = self.call.operation.receiver
        assert receiver is not None
        return f"/{receiver.name if receiver.name.isalnum() else self.call.names.name}"

    def _application(self, imports: HandlerImports) -> Iterator[Code]:
        group, kind = self.call.names.group, _kind(self.call.operation)
        create = imports.add(Import(".server", f"create_{kind}_router"))
        fastapi = imports.add(Import("fastapi", "FastAPI"))
        paths = Code(f"paths={{{literal(self.call.names.name)}: {literal(self._path)}}}")
        given = [Code(f"{identifier(group.class_name)}()"), paths, *self._security(imports)]
        yield Code(f"app = {fastapi}()")
        yield Code(f"app.include_router({create}({join(', ', given)}))")

    def sent(self, api: ir.Api) -> Code:
        """The call by the client of the API's own package."""
        group, call = self.call.names.group, self.call
        given, imports = settings([call], {source.id: source for source in api.sources}, served=False)
        module = ".".join(map(identifier, (self.package, "client", *group.module)))
        class_name = identifier(group.class_name)
        lines = [
            *sorted(call.imports),
            f"from {identifier(self.package)} import {', '.join(imports)}",
            f"from {module} import {class_name}",
            "",
            f"with Client({join(', ', given)}) as client:",
            f"    receiver = client.send_to({literal(_SENT_TO + self._path)}, {class_name})",
            f"    receiver.{identifier(call.names.name)}({call.text})",
        ]
        return join("\n", map(Code, lines))
