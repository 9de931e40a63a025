"""The server's example in a package's README: a service with one method, and the application of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from specloom import ir
from specloom.code import Code, identifier, join, literal
from specloom.python import expr as x
from specloom.python.expr import Import
from specloom.python.handlerimports import HandlerImports
from specloom.python.handlersample import Given, sample_given
from specloom.python.operationnames import OperationNames, by_group
from specloom.python.samplecalls import Asking, Call, sample_calls
from specloom.python.server import service_class
from specloom.python.serverarguments import HandlerArguments
from specloom.python.serverindex import plan_sources
from specloom.python.serverviews import HookView, ServerSourceView
from specloom.python.types import TypePlan
from specloom.values import Value

_CHECKS: Mapping[str, Code] = {
    "ApiKey": Code('credential.key == "key"'),
    "Bearer": Code('credential.token == "token"'),
    "Basic": Code('(credential.username, credential.password) == ("user", "password")'),
    "Digest": Code('credential.username == "user" and credential.matches("password")'),
    "MutualTls": Code("bool(credential.certificates)"),
    "Other": Code('credential.value == "secret"'),
}
"""What lets in those who show what the client's example shows."""


def server_example(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    plainest: Iterable[Asking],
    package: str,
) -> Code | None:
    """The operation of the client's example, answered; else the first in the same order that can be."""
    shown = answerable(plainest, types)
    if shown is None:
        return None
    call, given = shown
    groups = by_group(api.operations, names)
    classes = {group: (service_class(group),) for group in groups}
    source = next(view for source, view in plan_sources(api, classes) if source.id == call.names.group.source)
    return Example(types, package, call, given, source).text()


def answerable(plainest: Iterable[Asking], types: TypePlan) -> tuple[Call, Given] | None:
    """The first of the operations whose calls and answers can be shown. Streams come last."""
    stream: tuple[Call, Given] | None = None
    for call in sample_calls(plainest, types):
        given = sample_given(call.operation, call.names, types)
        if given is not None and not given.is_stream:
            return call, given
        if given is not None and stream is None:
            stream = call, given
    return stream


class Example(Value):
    """A service with one method, and what serves it."""

    types: TypePlan
    package: str
    call: Call
    given: Given
    source: ServerSourceView

    def text(self) -> Code:
        group = self.call.names.group
        base = service_class(group)
        imports = HandlerImports(("server",), taken=(*self._own(), "app"), root=self.package)
        served = imports.add(Import("." + ".".join(("server", *group.module)), base))
        checks = list(self._checks(imports))
        handler = list(self._handler(imports))
        application = list(self._application(imports))
        lines = [
            imports.view().runtime,
            Code(""),
            *checks,
            Code(f"class {identifier(group.class_name)}({served}):"),
            *handler,
            Code(""),
            *application,
        ]
        return join("\n", lines)

    def _own(self) -> Iterator[str]:
        yield self.call.names.group.class_name
        yield from (f"check_{hook.name}" for hook in self._hooks())

    def _hooks(self) -> tuple[HookView, ...]:
        """Those that the operation asks for: all of its alternatives."""
        asked = {literal(each.scheme) for alternative in self.call.operation.security for each in alternative}
        return tuple(hook for hook in self.source.hooks if hook.scheme in asked)

    def _checks(self, imports: HandlerImports) -> Iterator[Code]:
        for hook in self._hooks():
            credential = imports.add(Import(".server", hook.credential))
            yield Code(f"def check_{hook.name}(credential: {credential}) -> bool:")
            yield Code(f"    return {_CHECKS[hook.credential]}")
            yield Code("")

    def _handler(self, imports: HandlerImports) -> Iterator[Code]:
        operation, named, given = self.call.operation, self.call.names, self.given
        arguments = [
            Code(f"{each.name}: {each.annotation}")
            for each in HandlerArguments(self.types, imports).of(operation, named)
        ]
        result = given.type
        if given.is_stream:
            result = x.subscript(Import("collections.abc", "AsyncIterator"), result)
        name = named.stream_name if given.is_stream else named.name
        taken = join(", ", [Code("self"), *([Code("*"), *arguments] if arguments else [])])
        yield Code(f"    async def {identifier(name)}({taken}) -> {imports.render(result)}:")
        yield Code(f"        {'yield' if given.is_stream else 'return'} {imports.render(given.value)}")

    def _application(self, imports: HandlerImports) -> Iterator[Code]:
        group = self.call.names.group
        create_app = imports.add(Import(".server", "create_app"))
        service = next(each.name for each in self.source.services if each.class_name == service_class(group))
        given = Code(f"{service}={identifier(group.class_name)}()")
        if self.source.name is not None:
            services = imports.add(Import(".server", self.source.services_class))
            given = Code(f"{self.source.name}={services}({given})")
        yield Code(f"app = {create_app}({join(', ', [given, *self._security(imports)])})")

    def _security(self, imports: HandlerImports) -> Iterator[Code]:
        """The argument with the hooks, where there are any."""
        hooks = join(", ", [Code(f"{hook.name}=check_{hook.name}") for hook in self._hooks()])
        if hooks and self.source.name is not None:
            security = imports.add(Import(".server", self.source.security_class))
            hooks = Code(f"{self.source.name}={security}({hooks})")
        if hooks:
            yield Code(f"security={imports.add(Import('.server', 'Security'))}({hooks})")
