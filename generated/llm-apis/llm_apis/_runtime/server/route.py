"""One route: matched on the path as it was sent; what is raised in it gets its operation's answer."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Coroutine
from functools import lru_cache
from inspect import getclosurevars, isfunction
from typing import Any
from urllib.parse import quote

from fastapi.dependencies.models import Dependant
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import Message, Receive, Scope, Send

from .endpoints import Endpoint
from .problems import Fault, ProblemError, invalid, respond
from .services import UnfilledError
from .streams import ClientGoneError

_ENCODED = re.compile("%([0-9A-Fa-f]{2})")
_UNRESERVED = frozenset(
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
)
LITERAL = "/!$&'()*+,;=:@-._~"

logger = logging.getLogger(__name__)


class OperationRoute(APIRoute):
    """A route whose parameters may hold an encoded `/`: it is matched before percent-decoding.

    Exceptions pass through the dependencies of the request, so that those with `yield` see them, and
    through the exception handlers that the application has for them, before they are answered here.
    """

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http":
            return Match.NONE, {}
        sent = _sent_path(scope)
        if sent != scope["path"]:
            scope = {**scope, "path": sent}
        return super().matches(scope)

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """What answers requests.

        An operation that depends on nothing is asked at once, without the search for what to ask it with;
        but not where FastAPI's telemetry is to be told of its steps.
        """
        handler = super().get_route_handler()
        endpoint = self.endpoint if self._is_all(handler) else handler

        async def handle(request: Request) -> Response:
            """What FastAPI has handlers for is told as a problem, in applications of others too."""
            told = request.scope.get("fastapi.telemetry") is not None
            ask: Callable[[Request], Any] = handler if told else endpoint
            try:
                response: Response = await ask(request)
            except HTTPException as error:
                raise ProblemError(
                    error.status_code, error.detail, headers=error.headers
                ) from error
            except RequestValidationError as error:
                raise invalid([_fault(each) for each in error.errors()]) from error
            return response

        return handle

    def _is_all(self, handler: Callable[..., Any]) -> bool:
        """Whether all that a handler of FastAPI's does is to ask the endpoint.

        A router that a route is included in may bring dependencies, and whoever looks on at FastAPI may have
        put something round the handler or the endpoint: so the handler itself is asked what it depends on.
        """
        if not isfunction(handler):
            return False
        asks: Any = getclosurevars(handler).nonlocals.get("dependant")
        return (
            isinstance(asks, Dependant)
            and asks.call is self.endpoint
            and not asks.dependencies
        )

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def sending(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await super().handle(scope, receive, sending)
        except (
            HTTPException
        ):  # A method that the path does not take: the application's affair.
            raise
        except Exception as error:
            if started:
                raise
            await self._answer(error)(scope, receive, send)

    def _answer(self, error: Exception) -> Response:
        assert isinstance(self.endpoint, Endpoint)
        if isinstance(error, UnfilledError):
            return respond(error)
        if isinstance(error, ProblemError):
            return self.endpoint.refusals.respond(error)
        if isinstance(error, ClientGoneError | ClientDisconnect):
            return Response(status_code=499)
        operation = self.endpoint.operation
        logger.error("%s %s failed", operation.method, operation.path, exc_info=error)
        return self.endpoint.refusals.respond(ProblemError(500))


def _fault(entry: Any) -> Fault:
    """A fault that FastAPI found in what a dependency asks for."""
    place, *names = entry["loc"]
    name = ".".join(map(str, names))
    return Fault(entry["msg"], place=str(place), name=name, type=entry["type"])


def _sent_path(scope: Scope) -> str:
    """The path with only unreserved characters decoded, below no mount (RFC 3986, section 6.2.2.2)."""
    raw: Any = scope.get("raw_path")
    return _normal(raw or quote(scope["path"], safe=LITERAL).encode())


@lru_cache(
    maxsize=256
)  # every route that is tried asks for the path of the same request
def _normal(raw: bytes) -> str:
    path = _ENCODED.sub(_decode, raw.decode("latin-1").partition("?")[0])
    return quote(path, safe=LITERAL + "%", encoding="latin-1")


def _decode(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    return chr(code) if code in _UNRESERVED else found[0].upper()
