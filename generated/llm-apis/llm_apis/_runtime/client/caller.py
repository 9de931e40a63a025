"""Callers: they send calls with retries, and give what the answers hold."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..operation import Operation, Stream
from .auth import Grant, proof, proof_async
from .call import Call
from .downloads import AsyncDownload, Download
from .errors import ApiConnectionError
from .headers import Headers
from .middleware import (
    AsyncMiddleware,
    AsyncNext,
    Middleware,
    Next,
    async_through,
    through,
)
from .options import Settings
from .receiving import receive, receive_async
from .responses import find_success, no_stream, status_error, stream_of, value_of
from .streams import AsyncEventStream, EventStream
from .wire import (
    Answer,
    AsyncAnswer,
    AsyncTransport,
    Head,
    Received,
    Request,
    Transport,
)

if TYPE_CHECKING:
    from .oauth import ClientCredentials, Token

A = TypeVar("A", bound=Head)
Unread = Callable[[Operation, int, Headers], object]
"""Says of an answer whether its body is left to be read later."""


def is_success(operation: Operation, status: int, headers: Headers) -> bool:
    return find_success(operation, status) is not None


@dataclass(frozen=True, slots=True)
class Sent(Generic[A]):
    """The answer to a call, and the request that it answers: the last one that was sent."""

    answer: A
    request: Request


class Reader:
    """What answers are read as, by a client's settings."""

    settings: Settings

    def value(
        self, operation: Operation, answer: Received, request: Request, errors: str
    ) -> Any:
        """The typed body of a success; raises for anything else."""
        strict = self.settings.strict_responses
        return value_of(
            operation, answer, request.secrets, strict=strict, errors=errors
        )

    def opened(
        self, operation: Operation, sent: Sent[A | Received], errors: str
    ) -> tuple[A, Stream]:
        """The stream that the answer is; raises if it is none."""
        answer, strict = sent.answer, self.settings.strict_responses
        stream = stream_of(operation, answer.status, answer.headers)
        if stream is None or isinstance(answer, Received):
            raise no_stream(
                operation, answer, sent.request.secrets, strict=strict, errors=errors
            )
        return answer, stream

    def content(self, operation: Operation, sent: Sent[A | Received], errors: str) -> A:
        """The answer, if it is a success; raises if it is none."""
        answer, strict = sent.answer, self.settings.strict_responses
        if isinstance(answer, Received):
            raise status_error(
                operation, answer, sent.request.secrets, strict=strict, errors=errors
            )
        return answer


class Caller(Reader):
    """Sends calls through a transport, which is made when it is first needed.

    `errors` names the module with the error classes of the operation: without one they are those of the
    statuses alone.
    """

    def __init__(
        self,
        settings: Settings,
        transport: Callable[[], Transport],
        sleep: Callable[[float], None] = time.sleep,
        middleware: Sequence[Middleware] = (),
    ) -> None:
        self.settings = settings
        self.middleware = tuple(middleware)
        self._transport = transport
        self._sleep = sleep

    def changed(
        self, settings: Settings, middleware: Sequence[Middleware] = ()
    ) -> Caller:
        """One with other settings, and more middleware, on the same connections."""
        every = (*self.middleware, *middleware)
        return Caller(settings, self._transport, self._sleep, every)

    def call(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> Any:
        """Send, and give the typed body of a success. Raises :class:`ApiError`."""
        sent = self.whole(operation, arguments, body)
        return self.value(operation, sent.answer, sent.request, errors)

    def stream(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> EventStream[Any]:
        """A stream that is sent when it is opened. Raises :class:`ApiError`, then also for its answer."""
        call = Call(operation, self.settings, arguments, body, streaming=True)

        def opened() -> tuple[Answer, Stream]:
            return self.opened(operation, self.open(call), errors)

        return EventStream(operation, opened, strict=self.settings.strict_responses)

    def download(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> Download:
        """Binary content, asked for when it is opened. Raises :class:`ApiError`, then also for its answer."""
        call = Call(operation, self.settings, arguments, body, streaming=False)

        def opened() -> Answer:
            return self.content(operation, self.open(call, is_success), errors)

        return Download(opened)

    def whole(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        url: str | None = None,
    ) -> Sent[Received]:
        """Send, to `url` if the server named one, and read the answer whole, whatever its status."""
        limit = self.settings.max_response_size

        def once(send: Next, request: Request) -> Received:
            return receive(send(request), request, limit)

        call = Call(operation, self.settings, arguments, body, streaming=False, url=url)
        return self._send(call, once)

    def open(self, call: Call, unread: Unread = stream_of) -> Sent[Answer | Received]:
        """Send, and leave the answer unread if it is a stream, or whatever else is told."""
        limit = self.settings.max_response_size

        def once(send: Next, request: Request) -> Answer | Received:
            answer = send(request)
            if unread(call.operation, answer.status, answer.headers):
                return answer
            return receive(answer, request, limit)

        return self._send(call, once)

    def _send(self, call: Call, once: Callable[[Next, Request], A]) -> Sent[A]:
        """Send with credentials; a token that was kept and is refused is replaced, once."""

        def token(grant: Grant, given: ClientCredentials) -> Token:
            timeout = self.settings.timeout
            request = given.request(grant.scheme, grant.scopes, call.base, timeout)
            return given.token(request, self._fetch)

        proven = proof(call.grants, token)
        sent = self._tried(call.request(proven), once)
        if sent.answer.status != 401 or not proven.forget:
            return sent
        for forget in proven.forget:
            forget()
        if not sent.request.repeatable:
            return sent
        renewed = call.request(proof(call.grants, token))
        return self._tried(replace(renewed, attempt=sent.request.attempt + 1), once)

    def _fetch(self, request: Request) -> Received:
        limit = self.settings.max_response_size

        def once(send: Next, request: Request) -> Received:
            return receive(send(request), request, limit)

        return self._tried(request, once).answer

    def _tried(self, request: Request, once: Callable[[Next, Request], A]) -> Sent[A]:
        retry, tried = self.settings.retry, 0
        send = through(self.middleware, self._transport().send)
        while True:
            try:
                answer = once(send, request)
            except ApiConnectionError:
                wait = retry.after_failure(tried, idempotent=request.idempotent)
                if wait is None or not request.repeatable:
                    raise
            else:
                wait = retry.after_answer(
                    tried,
                    answer.status,
                    answer.headers,
                    idempotent=request.idempotent,
                )
                if wait is None or not request.repeatable:
                    return Sent(answer, request)
            self._sleep(wait)
            tried += 1
            request = replace(request, attempt=request.attempt + 1)


async def pause(seconds: float) -> None:
    """Wait as asyncio does, which costs clients that never wait for it a while to import."""
    from asyncio import sleep

    await sleep(seconds)


class AsyncCaller(Reader):
    """As :class:`Caller`."""

    def __init__(
        self,
        settings: Settings,
        transport: Callable[[], AsyncTransport],
        sleep: Callable[[float], Awaitable[None]] = pause,
        middleware: Sequence[AsyncMiddleware] = (),
    ) -> None:
        self.settings = settings
        self.middleware = tuple(middleware)
        self._transport = transport
        self._sleep = sleep

    def changed(
        self, settings: Settings, middleware: Sequence[AsyncMiddleware] = ()
    ) -> AsyncCaller:
        """One with other settings, and more middleware, on the same connections."""
        every = (*self.middleware, *middleware)
        return AsyncCaller(settings, self._transport, self._sleep, every)

    async def call(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> Any:
        """Send, and give the typed body of a success. Raises :class:`ApiError`."""
        sent = await self.whole(operation, arguments, body)
        return self.value(operation, sent.answer, sent.request, errors)

    def stream(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> AsyncEventStream[Any]:
        """A stream that is sent when it is opened. Raises :class:`ApiError`, then also for its answer."""
        call = Call(operation, self.settings, arguments, body, streaming=True)

        async def opened() -> tuple[AsyncAnswer, Stream]:
            return self.opened(operation, await self.open(call), errors)

        strict = self.settings.strict_responses
        return AsyncEventStream(operation, opened, strict=strict)

    def download(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        errors: str = "",
    ) -> AsyncDownload:
        """Binary content, asked for when it is opened. Raises :class:`ApiError`, then also for its answer."""
        call = Call(operation, self.settings, arguments, body, streaming=False)

        async def opened() -> AsyncAnswer:
            return self.content(operation, await self.open(call, is_success), errors)

        return AsyncDownload(opened)

    async def whole(
        self,
        operation: Operation,
        arguments: Mapping[str, Any],
        body: Any,
        url: str | None = None,
    ) -> Sent[Received]:
        """Send, to `url` if the server named one, and read the answer whole, whatever its status."""
        limit = self.settings.max_response_size

        async def once(send: AsyncNext, request: Request) -> Received:
            return await receive_async(await send(request), request, limit)

        call = Call(operation, self.settings, arguments, body, streaming=False, url=url)
        return await self._send(call, once)

    async def open(
        self, call: Call, unread: Unread = stream_of
    ) -> Sent[AsyncAnswer | Received]:
        """Send, and leave the answer unread if it is a stream, or whatever else is told."""
        limit = self.settings.max_response_size

        async def once(send: AsyncNext, request: Request) -> AsyncAnswer | Received:
            answer = await send(request)
            if unread(call.operation, answer.status, answer.headers):
                return answer
            return await receive_async(answer, request, limit)

        return await self._send(call, once)

    async def _send(
        self, call: Call, once: Callable[[AsyncNext, Request], Awaitable[A]]
    ) -> Sent[A]:
        """Send with credentials; a token that was kept and is refused is replaced, once."""

        async def token(grant: Grant, given: ClientCredentials) -> Token:
            timeout = self.settings.timeout
            request = given.request(grant.scheme, grant.scopes, call.base, timeout)
            return await given.token_async(request, self._fetch)

        proven = await proof_async(call.grants, token)
        sent = await self._tried(call.request(proven), once)
        if sent.answer.status != 401 or not proven.forget:
            return sent
        for forget in proven.forget:
            forget()
        if not sent.request.repeatable:
            return sent
        renewed = call.request(await proof_async(call.grants, token))
        return await self._tried(
            replace(renewed, attempt=sent.request.attempt + 1), once
        )

    async def _fetch(self, request: Request) -> Received:
        limit = self.settings.max_response_size

        async def once(send: AsyncNext, request: Request) -> Received:
            return await receive_async(await send(request), request, limit)

        return (await self._tried(request, once)).answer

    async def _tried(
        self, request: Request, once: Callable[[AsyncNext, Request], Awaitable[A]]
    ) -> Sent[A]:
        retry, tried = self.settings.retry, 0
        send = async_through(self.middleware, self._transport().send)
        while True:
            try:
                answer = await once(send, request)
            except ApiConnectionError:
                wait = retry.after_failure(tried, idempotent=request.idempotent)
                if wait is None or not request.repeatable:
                    raise
            else:
                wait = retry.after_answer(
                    tried,
                    answer.status,
                    answer.headers,
                    idempotent=request.idempotent,
                )
                if wait is None or not request.repeatable:
                    return Sent(answer, request)
            await self._sleep(wait)
            tried += 1
            request = replace(request, attempt=request.attempt + 1)
