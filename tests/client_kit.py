"""Operations by hand, and a caller for them, for tests of the client's runtime."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from specloom.runtime.client.auth import Auth
from specloom.runtime.client.base import AsyncClientBase, AsyncGroup, Group, SyncClient
from specloom.runtime.client.changing import changed
from specloom.runtime.client.omit import OMIT
from specloom.runtime.client.options import ServerChoice, Settings, Timeout
from specloom.runtime.client.retry import RetryPolicy
from specloom.runtime.codec import Codec
from specloom.runtime.operation import (
    Body,
    Content,
    Operation,
    Parameter,
    Requirement,
    Response,
    SecurityScheme,
    Server,
    Source,
    Stream,
)

SCHEMES: Mapping[str, SecurityScheme] = {
    "bearer": SecurityScheme("http", scheme="Bearer"),
    "basic": SecurityScheme("http", scheme="basic"),
    "appId": SecurityScheme("apiKey", name="app_id", place="query"),
    "appKey": SecurityScheme("apiKey", name="X-App-Key", place="header"),
    "session": SecurityScheme("apiKey", name="sid", place="cookie"),
    "raw": SecurityScheme("apiKey", name="authorization", place="header"),
    "oauth": SecurityScheme("oauth2"),
    "mtls": SecurityScheme("mutualTLS"),
}


def codec(type_: Any) -> Codec[Any]:
    return Codec(lambda: type_)


def json_content(type_: Any = Any, media_type: str = "application/json") -> Content:
    return Content(media_type, codec(type_))


def source(*servers: Server, schemes: Mapping[str, SecurityScheme] | None = None, **named: Any) -> Source:
    return Source(
        id="",
        title="Things",
        version="1",
        servers=servers or (Server("http://nowhere.invalid"),),
        security_schemes=SCHEMES if schemes is None else schemes,
        **named,
    )


def operation(
    *parameters: Parameter,
    method: str = "GET",
    path: str = "/things",
    body: Body | None = None,
    responses: tuple[Response, ...] = (Response("200", "fine", (json_content(),)),),
    security: tuple[tuple[str, ...], ...] = (),
    of: Source | None = None,
    servers: tuple[Server, ...] | None = None,
    idempotency_key: str | None = None,
) -> Operation:
    origin = of or source()
    return Operation(
        id="thing",
        name="thing",
        method=method,
        path=path,
        source=origin,
        servers=origin.servers if servers is None else servers,
        responses=responses,
        parameters=parameters,
        body=body,
        security=tuple(tuple(map(Requirement, alternative)) for alternative in security),
        idempotency_key=idempotency_key,
    )


def events(item: Any = None, *, sentinel: str | None = None) -> Response:
    stream = Stream("events", None if item is None else codec(item), sentinel=sentinel)
    return Response("200", "events", (Content("text/event-stream", stream=stream),))


class Client(SyncClient):
    """Calls any operation on one base URL; waits are noted, not waited for."""

    def __init__(self, url: str | None, *, auth: Auth | None = None, **settings: Any) -> None:
        self.waits: list[float] = []
        own = _own(settings)
        super().__init__(_settings(url, auth, settings), sleep=self.waits.append, **own)
        self.group = Group(self._caller)

    def call(self, operation: Operation, body: Any = OMIT, /, **arguments: Any) -> Any:
        return self._caller.call(operation, arguments, body)

    def stream(self, operation: Operation, body: Any = OMIT, /, **arguments: Any) -> Any:
        return self._caller.stream(operation, arguments, body)

    def download(self, operation: Operation, body: Any = OMIT, /, **arguments: Any) -> Any:
        return self._caller.download(operation, arguments, body)

    def changed(self, *, middleware: Any = (), servers: Any = None, **changes: Any) -> Client:
        return self._copy(changed(self._caller.settings, servers or {}, **changes), middleware)


class AsyncClient(AsyncClientBase):
    """As :class:`Client`."""

    def __init__(self, url: str | None, *, auth: Auth | None = None, **settings: Any) -> None:
        self.waits: list[float] = []
        own = _own(settings)
        super().__init__(_settings(url, auth, settings), sleep=self._note, **own)
        self.group = AsyncGroup(self._caller)

    async def _note(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)

    async def call(self, operation: Operation, body: Any = OMIT, /, **arguments: Any) -> Any:
        return await self._caller.call(operation, arguments, body)

    def stream(self, operation: Operation, body: Any = OMIT, /, **arguments: Any) -> Any:
        return self._caller.stream(operation, arguments, body)

    def download(self, operation: Operation, body: Any = OMIT, /, **arguments: Any) -> Any:
        return self._caller.download(operation, arguments, body)


def _own(settings: dict[str, Any]) -> dict[str, Any]:
    """What of the arguments is the client's own, and none of its settings."""
    return {name: settings.pop(name) for name in ("middleware", "transport") if name in settings}


def _settings(url: str | None, auth: Auth | None, settings: dict[str, Any]) -> Settings:
    settings.setdefault("timeout", Timeout(connect=2, read=5, write=5))
    settings.setdefault("retry", RetryPolicy(jitter=lambda: 0.0))
    return Settings(
        auth={} if auth is None else {"": auth}, servers={"": ServerChoice(base_url=url)}, **settings
    )
