"""Applications of hand-written operations whose handlers are plain functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from specloom.runtime.operation import Operation
from specloom.runtime.server import Application, Group, Handles, Part, Service, Settings, build_app, unfilled


def interface(*operations: Operation) -> type[Service]:
    """A service interface as generated ones are: a method for each operation, and one for its stream."""

    def unwritten(self: Service, **arguments: Any) -> Any:
        unfilled()

    handled = []
    for operation in operations:
        contents = [content for each in operation.responses for content in each.contents]
        streams = any(content.stream for content in contents)
        both = streams and any(not content.stream for content in contents)
        stream = f"{operation.name}_stream" if both else operation.name if streams else None
        handled.append(Handles(operation, None if streams and not both else operation.name, stream))
    names = {name for each in handled for name in (each.once, each.stream) if name}
    return type(
        "Interface", (Service,), {"operations_": tuple(handled)} | {n: _copy(unwritten) for n in names}
    )


def _copy(function: Callable[..., Any]) -> Callable[..., Any]:
    def copied(self: Service, **arguments: Any) -> Any:
        return function(self, **arguments)

    return copied


def group(*operations: Operation, **handlers: Callable[..., Any]) -> Group:
    """A service in which the named operations are answered by `handlers`."""
    base = interface(*operations)
    methods = {name: staticmethod(handler) for name, handler in handlers.items()}
    return Group(base, type("Filled", (base,), methods)())


def application(
    *operations: Operation,
    hooks: Mapping[str, Callable[[Any], Any]] | None = None,
    settings: Settings | None = None,
    options: Mapping[str, Any] | None = None,
    **handlers: Callable[..., Any],
) -> Application:
    parts = [Part([group(*operations, **handlers)], hooks or {})]
    return build_app(parts, settings or Settings(), title="Tested", version="1", options=options or {})
