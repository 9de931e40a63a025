"""What generated clients and their groups of operations are made of."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from types import TracebackType
from typing import Any, Self

from ..operation import Operation
from .auth import Auth
from .call import AsyncCaller, Caller
from .omit import OMIT, Omit
from .options import Connections, ServerChoice, Settings, Timeout
from .retry import RetryPolicy
from .streams import AsyncEventStream, EventStream
from .wire import AsyncTransport, Transport


class Group:
    """The operations of one tag."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def _call(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Any:
        return self._caller.call(operation, arguments, body)

    def _stream(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> EventStream[Any]:
        return self._caller.stream(operation, arguments, body)


class AsyncGroup:
    """The operations of one tag."""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def _call(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Any:
        return await self._caller.call(operation, arguments, body)

    def _stream(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> AsyncEventStream[Any]:
        return self._caller.stream(operation, arguments, body)


def settings(
    auth: Mapping[str, Auth | None],
    servers: Mapping[str, ServerChoice | str | None],
    timeout: Timeout | float | Omit | None,
    max_retries: int,
    headers: Mapping[str, str] | None,
    strict_responses: bool = False,
) -> Settings:
    """A client's settings from its arguments."""
    return Settings(
        auth={source: given for source, given in auth.items() if given is not None},
        servers={source: ServerChoice.of(given) for source, given in servers.items()},
        timeout=Timeout() if isinstance(timeout, Omit) else Timeout.of(timeout),
        retry=RetryPolicy(max_retries=max_retries),
        headers=dict(headers or {}),
        strict_responses=strict_responses,
    )


def changed(
    old: Settings,
    servers: Mapping[str, ServerChoice | str | None],
    timeout: Timeout | float | Omit | None,
    max_retries: int | Omit,
    headers: Mapping[str, str] | None,
    strict_responses: bool | Omit = OMIT,
) -> Settings:
    """Settings with what was given changed; header fields are added to those there are."""
    names = {name.lower() for name in headers or {}}
    kept = {
        name: value for name, value in old.headers.items() if name.lower() not in names
    }
    retry = (
        old.retry
        if isinstance(max_retries, Omit)
        else replace(old.retry, max_retries=max_retries)
    )
    chosen = {
        source: ServerChoice.of(given)
        for source, given in servers.items()
        if given is not None
    }
    strict = (
        old.strict_responses if isinstance(strict_responses, Omit) else strict_responses
    )
    return replace(
        old,
        servers={**old.servers, **chosen},
        timeout=old.timeout if isinstance(timeout, Omit) else Timeout.of(timeout),
        retry=retry,
        headers={**kept, **(headers or {})},
        strict_responses=strict,
    )


class SyncClient:
    """Holds the connections and the settings. Use it as a context manager, or close it."""

    def __init__(
        self,
        settings: Settings,
        *,
        transport: Transport | None = None,
        connections: Connections | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._made = transport
        self._connections = connections
        self._lock = threading.Lock()
        self._closes = transport is None
        self._caller = Caller(settings, self._transport, sleep)

    def _transport(self) -> Transport:
        if self._made is None:
            from .transport import HttpxTransport

            with self._lock:
                if self._made is None:
                    self._made = HttpxTransport(self._connections)
        return self._made

    def _copy(self, settings: Settings) -> Self:
        """One with other settings on the same connections, which stay this one's to close."""
        copy = object.__new__(type(self))
        copy._made, copy._closes = None, False
        copy._caller = self._caller.with_settings(settings)
        return copy

    def close(self) -> None:
        """Close the connections, unless they were given or belong to another client."""
        if self._closes and self._made is not None:
            self._made.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncClientBase:
    """As :class:`SyncClient`, for `async with`; else `aclose` it."""

    def __init__(
        self,
        settings: Settings,
        *,
        transport: AsyncTransport | None = None,
        connections: Connections | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._made = transport
        self._connections = connections
        self._closes = transport is None
        self._caller = AsyncCaller(settings, self._transport, sleep)

    def _transport(self) -> AsyncTransport:
        if self._made is None:
            from .transport import AsyncHttpxTransport

            self._made = AsyncHttpxTransport(self._connections)
        return self._made

    def _copy(self, settings: Settings) -> Self:
        """One with other settings on the same connections, which stay this one's to close."""
        copy = object.__new__(type(self))
        copy._made, copy._closes = None, False
        copy._caller = self._caller.with_settings(settings)
        return copy

    async def aclose(self) -> None:
        """Close the connections, unless they were given or belong to another client."""
        if self._closes and self._made is not None:
            await self._made.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()
