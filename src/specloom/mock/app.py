"""The generated server, put together with answers for handlers."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import commonpath
from typing import TYPE_CHECKING, Any

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.mock.answers import Answers
from specloom.mock.loading import MemoryPackage
from specloom.mock.maker import Maker
from specloom.mock.services import Answering, hook, service

if TYPE_CHECKING:
    from starlette.types import ASGIApp

Key = tuple[str, str, str, str | None]


def application(
    api: ir.Api, package: MemoryPackage, *, seed: int, token: str, diagnostics: Diagnostics
) -> ASGIApp:
    """The application. What cannot be made, and examples that do not fit, are reported with their places."""
    runtime: Any = package.load("_runtime.server")
    maker = Maker(api)
    said = dict(_operations(api))
    parts = []
    for interfaces in _interfaces(package).values():
        answering = {
            id(operation): Answering(
                Answers(maker, said[_key(operation)], operation, seed, diagnostics), package
            )
            for interface in interfaces
            for operation in (handles.operation for handles in interface.operations_)
        }
        groups = [runtime.Group(each, service(each, answering)) for each in interfaces]
        schemes = interfaces[0].operations_[0].operation.source.security_schemes
        hooks = {name: hook(scheme, token) for name, scheme in schemes.items()}
        parts.append(runtime.Part(groups, hooks))
    options = {"description": api.description} if api.description else {}
    settings = runtime.Settings()
    app: ASGIApp = runtime.build_app(parts, settings, title=api.title, version=api.version, options=options)
    return app


def bases(package: MemoryPackage) -> list[str]:
    """The paths that the base URLs of clients end in: what all operations of a source are served below."""
    base_paths: Any = package.load("_runtime.server.bases").base_paths
    found = []
    for interfaces in _interfaces(package).values():
        served = [handles.operation.servers for each in interfaces for handles in each.operations_]
        found.append(commonpath(f"{base_paths(servers)[0]}/" for servers in served).rstrip("/"))
    return list(dict.fromkeys(found)) or [""]


def _operations(api: ir.Api) -> Iterator[tuple[Key, ir.Operation]]:
    titles = {source.id: source.title for source in api.sources}
    for operation in api.operations:
        yield (titles[operation.source], operation.method, operation.path, operation.id), operation


def _key(operation: Any) -> Key:
    """What the IR and the package alike tell an operation by."""
    return operation.source.title, operation.method, operation.path, operation.id


def _interfaces(package: MemoryPackage) -> dict[str, list[Any]]:
    """The service interfaces of the generated server, by the id of their source."""
    base = package.load("_runtime.server").Service
    found: dict[str, list[Any]] = {}
    for module in package.modules("server"):
        for value in vars(package.load(module)).values():
            is_own = isinstance(value, type) and value.__module__ == f"{package.name}.{module}"
            handled = getattr(value, "operations_", ()) if is_own and issubclass(value, base) else ()
            if handled and handled[0].operation.receiver is None:  # What clients serve is not ours.
                found.setdefault(handled[0].operation.source.id, []).append(value)
    return found
