"""What generated clients and their groups of operations are made of."""

from __future__ import annotations

import threading
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Coroutine,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import replace
from types import MethodType, TracebackType
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec, Self, TypeVar, overload

from ..operation import Operation
from .caller import AsyncCaller, Caller, pause
from .downloads import AsyncDownload, Download
from .middleware import AsyncMiddleware, Middleware
from .omit import OMIT
from .options import Connections, Settings
from .streams import AsyncEventStream, EventStream
from .wire import AsyncTransport, Transport

if TYPE_CHECKING:
    from .pages import AsyncPages, Pages
    from .raw import RawAsyncCaller, RawCaller, RawResponse

P = ParamSpec("P")
A = TypeVar("A", bound="AsyncGroup")
G = TypeVar("G", bound="Group")
R = TypeVar("R")
T = TypeVar("T")


class Group:
    """The operations of one tag. `_errors` names the module of their error classes."""

    _errors: ClassVar[str] = ""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    def _call(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Any:
        return self._caller.call(operation, arguments, body, self._errors)

    def _stream(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> EventStream[Any]:
        return self._caller.stream(operation, arguments, body, self._errors)

    def _download(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Download:
        return self._caller.download(operation, arguments, body, self._errors)

    def _pages(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Pages[Any]:
        from .pages import Pages

        return Pages(self._caller, operation, arguments, body, self._errors)

    def _items(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Iterator[Any]:
        return self._pages(operation, arguments, body).items_()

    def raw_(self) -> tuple[Self, RawCaller]:
        """The same group on a caller that keeps the answer."""
        from .raw import RawCaller

        caller = RawCaller(self._caller)
        return type(self)(caller), caller


class AsyncGroup:
    """The operations of one tag. `_errors` names the module of their error classes."""

    _errors: ClassVar[str] = ""

    def __init__(self, caller: AsyncCaller) -> None:
        self._caller = caller

    async def _call(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> Any:
        return await self._caller.call(operation, arguments, body, self._errors)

    def _stream(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> AsyncEventStream[Any]:
        return self._caller.stream(operation, arguments, body, self._errors)

    def _download(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> AsyncDownload:
        return self._caller.download(operation, arguments, body, self._errors)

    def _pages(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> AsyncPages[Any]:
        from .pages import AsyncPages

        return AsyncPages(self._caller, operation, arguments, body, self._errors)

    def _items(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any = OMIT
    ) -> AsyncIterator[Any]:
        return self._pages(operation, arguments, body).items_()

    def raw_(self) -> tuple[Self, RawAsyncCaller]:
        """The same group on a caller that keeps the answer."""
        from .raw import RawAsyncCaller

        caller = RawAsyncCaller(self._caller)
        return type(self)(caller), caller


class SyncClient:
    """Holds the connections and the settings. Use it as a context manager, or close it."""

    def __init__(
        self,
        settings: Settings,
        *,
        transport: Transport | None = None,
        connections: Connections | None = None,
        middleware: Sequence[Middleware] = (),
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._made = transport
        self._connections = connections
        self._lock = threading.Lock()
        self._closes = transport is None
        self._caller = Caller(settings, self._transport, sleep, middleware)

    def _transport(self) -> Transport:
        if self._made is None:
            from .transport import HttpxTransport

            with self._lock:
                if self._made is None:
                    self._made = HttpxTransport(self._connections)
        return self._made

    def _copy(
        self, settings: Settings, middleware: Sequence[Middleware] | None = None
    ) -> Self:
        """One with other settings on the same connections, which stay this one's to close."""
        copy = object.__new__(type(self))
        copy._made, copy._closes = None, False
        copy._caller = self._caller.changed(settings, middleware or ())
        return copy

    def with_raw_response(
        self, method: Callable[P, R], /
    ) -> Callable[P, RawResponse[R]]:
        """The same method, but it gives the answer as it came.

        `client.with_raw_response(client.things.get_thing)(id=1)`. No status raises; :meth:`RawResponse.parse`
        does, and gives what the method would. A stream that it gives has to be closed.

        Raises :class:`TypeError` for what is no method of a single call, and else what sending raises. (Pages
        have `raw()` for theirs.)
        """
        group, function = _parts(method)
        if not isinstance(group, Group):
            raise TypeError(f"{method!r} is no method of this client's groups")

        def called(*args: P.args, **kwargs: P.kwargs) -> RawResponse[R]:
            clone, caller = group.raw_()
            function(clone, *args, **kwargs)
            return _found(caller.found, method)

        return called

    def send_to(self, url: str, group: type[G]) -> G:
        """The webhooks or callbacks of `group`, each sent to `url` by this client's connections and settings.

        `client.send_to(url, Webhooks).new_pet(id=1)`; :func:`callback_url` tells the URL of a callback.
        """
        return group(self._caller.changed(_aimed(self._caller.settings, url), ()))

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


def _aimed(settings: Settings, url: str) -> Settings:
    """Settings with which all webhooks and callbacks are sent to one URL."""
    return replace(settings, target=url)


class AsyncClientBase:
    """As :class:`SyncClient`, for `async with`; else `aclose` it."""

    def __init__(
        self,
        settings: Settings,
        *,
        transport: AsyncTransport | None = None,
        connections: Connections | None = None,
        middleware: Sequence[AsyncMiddleware] = (),
        sleep: Callable[[float], Awaitable[None]] = pause,
    ) -> None:
        self._made = transport
        self._connections = connections
        self._closes = transport is None
        self._caller = AsyncCaller(settings, self._transport, sleep, middleware)

    def _transport(self) -> AsyncTransport:
        if self._made is None:
            from .transport import AsyncHttpxTransport

            self._made = AsyncHttpxTransport(self._connections)
        return self._made

    def _copy(
        self, settings: Settings, middleware: Sequence[AsyncMiddleware] | None = None
    ) -> Self:
        """One with other settings on the same connections, which stay this one's to close."""
        copy = object.__new__(type(self))
        copy._made, copy._closes = None, False
        copy._caller = self._caller.changed(settings, middleware or ())
        return copy

    @overload
    def with_raw_response(
        self, method: Callable[P, AsyncEventStream[T]], /
    ) -> Callable[P, Coroutine[Any, Any, RawResponse[AsyncEventStream[T]]]]: ...

    @overload
    def with_raw_response(
        self, method: Callable[P, AsyncDownload], /
    ) -> Callable[P, Coroutine[Any, Any, RawResponse[AsyncDownload]]]: ...

    @overload
    def with_raw_response(
        self, method: Callable[P, Coroutine[Any, Any, R]], /
    ) -> Callable[P, Coroutine[Any, Any, RawResponse[R]]]: ...

    def with_raw_response(self, method: Callable[..., Any], /) -> Callable[..., Any]:
        """As :meth:`SyncClient.with_raw_response`; what it gives is to be awaited, for streams too."""
        group, function = _parts(method)
        if not isinstance(group, AsyncGroup):
            raise TypeError(f"{method!r} is no method of this client's groups")

        async def called(*args: Any, **kwargs: Any) -> RawResponse[Any]:
            clone, caller = group.raw_()
            result = function(clone, *args, **kwargs)
            if isinstance(result, Coroutine):
                await result
            await caller.finish()
            return _found(caller.found, method)

        return called

    def send_to(self, url: str, group: type[A]) -> A:
        """As :meth:`SyncClient.send_to`."""
        return group(self._caller.changed(_aimed(self._caller.settings, url), ()))

    async def aclose(self) -> None:
        """Close the connections, unless they were given or belong to another client."""
        if self._closes and self._made is not None:
            await self._made.close()

    close = aclose

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


def _parts(method: object) -> tuple[object, Callable[..., Any]]:
    if not isinstance(method, MethodType):
        raise TypeError(f"{method!r} is no method of this client's groups")
    return method.__self__, method.__func__


def _found(found: RawResponse[Any] | None, method: object) -> RawResponse[Any]:
    if found is None:
        raise TypeError(f"{method!r} is not a single call")
    return found
