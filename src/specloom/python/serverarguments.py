"""What a server's handlers are given: the parameters of their operations, and the body."""

from __future__ import annotations

from specloom import ir
from specloom.code import identifier
from specloom.python import expr as x
from specloom.python.modules import ModuleImports
from specloom.python.operationnames import OperationNames
from specloom.python.serverreplies import taken_type
from specloom.python.serverviews import ArgumentView
from specloom.python.types import TypePlan


class HandlerArguments:
    """Plans the arguments of one module's handlers, and a parameter that operations share once."""

    def __init__(self, types: TypePlan, imports: ModuleImports) -> None:
        self._types = types
        self._imports = imports
        # By identity: parameters outlive their plan.
        self._parameters: dict[tuple[int, str], ArgumentView] = {}

    def of(self, operation: ir.Operation, named: OperationNames) -> tuple[ArgumentView, ...]:
        arguments = [self._parameter(p, named.arguments[p.place, p.name]) for p in operation.parameters]
        if operation.body is not None:
            name = "body_" if "body" in named.arguments.values() else "body"
            arguments.append(self._body(operation.body, name))
        return tuple(arguments)

    def _parameter(self, parameter: ir.Parameter, name: str) -> ArgumentView:
        key = id(parameter), name
        found = self._parameters.get(key)
        if found is None:
            annotation = self._types.plain(parameter.type)
            if not parameter.required and self._types.default(parameter) is ir.ABSENT:
                annotation = x.union([annotation, x.NONE])
            found = ArgumentView(name=identifier(name), annotation=self._imports.render(annotation))
            self._parameters[key] = found
        return found

    def _body(self, body: ir.Body, name: str) -> ArgumentView:
        annotation = x.union(taken_type(self._types, content) for content in body.contents)
        if not body.required:
            annotation = x.union([annotation, x.NONE])
        return ArgumentView(name=identifier(name), annotation=self._imports.render(annotation))
