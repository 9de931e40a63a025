"""Routes: one for each operation and base path, matched on the path as it was sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from fastapi import APIRouter
from starlette.routing import Match
from starlette.types import Scope

from .bases import base_paths
from .credentials import Hook
from .endpoints import Endpoint, Settings
from .route import LITERAL, OperationRoute
from .services import Handles, Service

_PARAMETER = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Group:
    """A service interface, and what fills it in; without a service its operations answer 501.

    A class is made anew for each request, and its `__init__` may take FastAPI's dependencies. `paths` are
    given for what has no place of its own (webhooks, callbacks), by the operations' names.
    """

    interface: type[Service]
    service: Service | type[Service] | None = None
    paths: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """The services of one source, and its security hooks by scheme name."""

    groups: Sequence[Group]
    hooks: Mapping[str, Hook | None] = field(default_factory=dict[str, "Hook | None"])


def add_routes(router: APIRouter, parts: Iterable[Part], settings: Settings) -> None:
    """Add a route for each operation, concrete paths first (OpenAPI 3.2, "Path Templating Matching").

    Of paths that only names of parameters tell apart, the smaller in code-point order comes first.

    Raises :class:`MissingHookError` for a filled-in operation without a hook for its security scheme.
    """
    endpoints = [endpoint for part in parts for endpoint in _endpoints(part, settings)]
    shapes = {
        (_PARAMETER.sub("{}", each.path), each.operation.method.upper())
        for each in endpoints
    }
    for endpoint in sorted(
        endpoints, key=lambda each: (_order(each), each.operation.method)
    ):
        method = endpoint.operation.method.upper()
        methods = [method]
        if (
            method == "GET"
            and (_PARAMETER.sub("{}", endpoint.path), "HEAD") not in shapes
        ):
            methods.append("HEAD")
        router.add_api_route(
            _pattern(endpoint),
            endpoint,
            methods=methods,
            name=endpoint.operation.name,
            response_model=None,
            include_in_schema=False,
            dependencies=endpoint.dependencies,
            route_class_override=OperationRoute,
        )


def _placed(group: Group) -> Iterator[Handles]:
    for handles in group.interface.operations_:
        if group.paths is None:
            yield handles
        elif handles.operation.name in group.paths:
            path = group.paths[handles.operation.name]
            operation = replace(handles.operation, path=path, servers=())
            yield replace(handles, operation=operation)


def _endpoints(part: Part, settings: Settings) -> Iterator[Endpoint]:
    for group in part.groups:
        service = group.service or group.interface()
        for handles in _placed(group):
            for base in base_paths(handles.operation.servers):
                path = base + handles.operation.path
                names = parameter_names(path)
                yield Endpoint(
                    path, names, handles, service, group.interface, part.hooks, settings
                )


def _pattern(endpoint: Endpoint) -> str:
    """The route's path in Starlette's words; a parameter is called by its place, as names may be anything."""
    rest = {
        p.name
        for p in endpoint.operation.parameters
        if p.place == "path" and p.rest_of_path
    }
    pieces = _PARAMETER.split(endpoint.path)
    for index in range(1, len(pieces), 2):
        pieces[index] = f"{{p{index // 2}{':path' if pieces[index] in rest else ''}}}"
    pieces[::2] = [quote(piece, safe=LITERAL) for piece in pieces[::2]]
    return "".join(pieces)


def parameter_names(path: str) -> dict[str, str]:
    """The names in a route's pattern to the names in the document."""
    return {f"p{index}": name for index, name in enumerate(_PARAMETER.findall(path))}


def _order(endpoint: Endpoint) -> list[tuple[int, int, str]]:
    """Segment by segment: a literal, then one with a literal part, a parameter, the rest of the path."""
    rest = {
        p.name
        for p in endpoint.operation.parameters
        if p.place == "path" and p.rest_of_path
    }
    return [_rank(segment, rest) for segment in endpoint.path.split("/")]


def _rank(segment: str, rest: set[str]) -> tuple[int, int, str]:
    names = _PARAMETER.findall(segment)
    literal = _PARAMETER.sub("", segment)
    if not names:
        return 0, 0, segment
    kind = 3 if rest.intersection(names) else 1 if literal else 2
    return kind, -len(literal), segment


def allowed(routes: Iterable[Any], scope: Scope) -> list[str]:
    """The methods that a path takes."""
    matching = (route for route in routes if route.matches(scope)[0] is not Match.NONE)
    return sorted(
        {
            method
            for route in matching
            for method in getattr(route, "methods", None) or ()
        }
    )
