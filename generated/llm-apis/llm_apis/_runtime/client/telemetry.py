"""Middleware that makes an OpenTelemetry span of each attempt (semantic conventions for HTTP client spans).

opentelemetry-api has to be installed where it is used, and is imported then: nothing else needs it.
"""

from __future__ import annotations

import importlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from .errors import ApiConnectionError
from .middleware import AsyncNext, Next
from .redaction import shown_url
from .wire import Answer, AsyncAnswer, Head, Request


class _Telemetry:
    """`tracer_provider` is the global one, if none is given. Its context goes with the request."""

    def __init__(self, tracer_provider: Any = None) -> None:
        self._trace: Any = importlib.import_module("opentelemetry.trace")
        self._propagate: Any = importlib.import_module("opentelemetry.propagate")
        name = __name__.partition(".")[0]
        self._tracer: Any = self._trace.get_tracer(
            name, tracer_provider=tracer_provider
        )

    @contextmanager
    def _span(self, request: Request) -> Generator[Any, None, None]:
        started: Any = self._tracer.start_as_current_span(
            f"{request.method} {request.path}".rstrip(),
            kind=self._trace.SpanKind.CLIENT,
            attributes=_attributes(request),
        )
        with started as span:
            try:
                yield span
            except ApiConnectionError as error:
                span.set_attribute("error.type", type(error).__qualname__)
                raise

    def _carrying(self, request: Request) -> Request:
        fields: dict[str, str] = {}
        self._propagate.inject(fields)
        return request.with_headers(fields) if fields else request

    def _answered(self, span: Any, answer: Head) -> None:
        span.set_attribute("http.response.status_code", answer.status)
        if answer.status >= 400:
            span.set_attribute("error.type", str(answer.status))
            span.set_status(self._trace.StatusCode.ERROR)


class TelemetryMiddleware(_Telemetry):
    """A span for each attempt, which ends when the answer's head has come."""

    def __call__(self, request: Request, next: Next, /) -> Answer:
        with self._span(request) as span:
            answer = next(self._carrying(request))
            self._answered(span, answer)
            return answer


class AsyncTelemetryMiddleware(_Telemetry):
    """As :class:`TelemetryMiddleware`, for an asynchronous client."""

    async def __call__(self, request: Request, next: AsyncNext, /) -> AsyncAnswer:
        with self._span(request) as span:
            answer = await next(self._carrying(request))
            self._answered(span, answer)
            return answer


def _attributes(request: Request) -> dict[str, str | int]:
    parts = urlsplit(request.url)
    found: dict[str, str | int] = {
        "http.request.method": request.method,
        "server.address": parts.hostname or "",
        "server.port": parts.port or {"https": 443}.get(parts.scheme, 80),
        "url.full": shown_url(request),
    }
    if request.path:
        found["url.template"] = request.path
    if request.attempt > 1:
        found["http.request.resend_count"] = request.attempt - 1
    return found
