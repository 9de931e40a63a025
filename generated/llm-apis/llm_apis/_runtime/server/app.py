"""The application: routes, the answers to what no route takes, and the document it serves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import APIRouter, FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ..operation import Operation
from .endpoints import Settings
from .openapi import describe
from .problems import ProblemError, respond
from .routing import Part, add_routes, allowed
from .services import Service


class Application(FastAPI):
    """A FastAPI application whose OpenAPI document is put together from its routes."""

    def openapi(self) -> dict[str, Any]:
        """The document of the operations that are routed now (OpenAPI 3.2)."""
        routes = tuple(map(id, self.routes))
        if self.openapi_schema is None or routes != self._described:
            info = {
                "title": self.title,
                "version": self.version,
                "description": self.description,
            }
            self.openapi_schema = describe(
                self.routes,
                {key: value for key, value in info.items() if value},
                self.receivers,
            )
            self._described = routes
        return self.openapi_schema

    receivers: Sequence[Operation] = ()
    """The webhooks and callbacks that it sends, as it describes them."""
    _described: tuple[int, ...] = ()


def build_app(
    parts: Iterable[Part],
    settings: Settings,
    *,
    title: str,
    version: str,
    options: Mapping[str, Any],
    receivers: Iterable[type[Service]] = (),
) -> Application:
    """The application with all operations. `receivers` are the interfaces of what it calls itself, for its
    document. `options` are handed on to :class:`fastapi.FastAPI`.

    Raises :class:`MissingHookError`. FastAPI's own pages give way to an operation on the same path.
    """
    settled: dict[str, Any] = {
        "title": title,
        "version": version,
        "redirect_slashes": False,
        **options,
    }
    app = Application(**settled)
    app.receivers = [each.operation for r in receivers for each in r.operations_]
    pages = list(app.router.routes)
    add_routes(app.router, parts, settings)
    own = [route for route in app.router.routes if route not in pages]
    taken = {getattr(page, "path", None) for page in pages}
    first = [route for route in own if getattr(route, "path", None) in taken]
    app.router.routes[:] = [
        *first,
        *pages,
        *(route for route in own if route not in first),
    ]
    app.add_exception_handler(HTTPException, _unrouted)
    return app


def build_router(
    parts: Iterable[Part], settings: Settings, *, options: Mapping[str, Any]
) -> APIRouter:
    """A router with all operations. `options` are handed on to :class:`fastapi.APIRouter`."""
    settled: dict[str, Any] = {"redirect_slashes": False, **options}
    router = APIRouter(**settled)
    add_routes(router, parts, settings)
    return router


async def _unrouted(request: Request, error: Exception) -> Response:
    """Problem details for 404 and 405; OPTIONS says what a path takes (RFC 9110, section 9.3.7)."""
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    if error.status_code == 405:
        methods = allowed(request.app.routes, request.scope)
        headers = {"Allow": ", ".join([*methods, "OPTIONS"])}
        if request.method == "OPTIONS":
            return Response(None, 204, headers)
    return respond(ProblemError(error.status_code, error.detail, headers=headers))
