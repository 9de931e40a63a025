"""Spans by OpenTelemetry's API, in the words of its semantic conventions for HTTP clients."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.trace import NonRecordingSpan, SpanContext, SpanKind, TraceFlags

from client_kit import AsyncClient, Client, operation
from specloom.runtime.client import errors
from specloom.runtime.client.auth import Auth
from specloom.runtime.client.retry import RetryPolicy
from specloom.runtime.client.telemetry import AsyncTelemetryMiddleware, TelemetryMiddleware


class Span(NonRecordingSpan):
    """Remembers what it is told."""

    def __init__(self, name: str, kind: SpanKind, attributes: Any) -> None:
        super().__init__(SpanContext(1, 2, False, TraceFlags(1)))
        self.name, self.kind, self.told = name, kind, dict(attributes)
        self.status: Any = None

    def set_attribute(self, key: str, value: Any) -> None:
        self.told[key] = value

    def set_status(self, status: Any, description: str | None = None) -> None:
        self.status = status


class Provider(trace.TracerProvider):
    def __init__(self) -> None:
        self.spans: list[Span] = []

    def get_tracer(self, *names: Any, **more: Any) -> Any:
        return self

    @contextmanager
    def start_as_current_span(self, name: str, *, kind: SpanKind, attributes: Any) -> Iterator[Span]:
        self.spans.append(Span(name, kind, attributes))
        with trace.use_span(self.spans[-1]) as span:
            yield span


def test_each_attempt_is_a_span(stub: Any, reply: Any) -> None:
    provider = Provider()
    stub.answers(reply(status=503), reply(body=b"1"))
    auth = Auth(schemes={"appId": "s3cret", "appKey": "k"})
    client = Client(stub.url, auth=auth, middleware=[TelemetryMiddleware(provider)])
    client.call(operation(security=(("appId", "appKey"),)))
    first, second = provider.spans
    port = int(stub.url.rpartition(":")[2])
    shared = {
        "http.request.method": "GET",
        "server.address": "127.0.0.1",
        "server.port": port,
        "url.full": f"{stub.url}/things?app_id=***",
        "url.template": "/things",
    }
    assert (first.name, first.kind) == ("GET /things", SpanKind.CLIENT)
    assert first.told == {**shared, "http.response.status_code": 503, "error.type": "503"}
    assert first.status is trace.StatusCode.ERROR
    assert second.told == {**shared, "http.response.status_code": 200, "http.request.resend_count": 1}
    assert second.status is None
    assert stub.last.headers["traceparent"].split("-")[1:3] == [f"{1:032x}", f"{2:016x}"]


def test_a_failure_is_named(stub: Any) -> None:
    provider = Provider()

    async def run() -> None:
        middleware = [AsyncTelemetryMiddleware(provider)]
        async with AsyncClient("http://127.0.0.1:9", middleware=middleware, retry=RetryPolicy(0)) as client:
            await client.call(operation())

    with pytest.raises(errors.ApiConnectionError):
        asyncio.run(run())
    (span,) = provider.spans
    assert span.told["error.type"] == "ApiConnectionError"


def test_without_a_provider_nothing_changes(stub: Any, reply: Any) -> None:
    stub.answers(reply(body=b"1"))
    assert Client(stub.url, middleware=[TelemetryMiddleware()]).call(operation()) == 1
