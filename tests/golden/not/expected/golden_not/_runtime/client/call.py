"""One call: from an operation and its arguments to a request, sent with retries, and its answer."""

from __future__ import annotations

import asyncio
import platform
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final, TypeVar

from ..operation import Operation, Stream
from .auth import Auth, Proof, grants, proof, proof_async
from .bodies import encode
from .errors import ApiConnectionError, ConfigurationError
from .headers import UNFIT
from .options import ServerChoice, Settings
from .parameters import Written, query_string, write
from .responses import acceptable, no_stream, stream_of, value_of
from .streams import AsyncEventStream, EventStream
from .styles import encoded
from .urls import base_url
from .wire import (
    Answer,
    AsyncAnswer,
    AsyncTransport,
    Head,
    Received,
    Request,
    Transport,
    title,
)

A = TypeVar("A", bound=Head)
USER_AGENT: Final = f"python-openapi-client (Python {platform.python_version()})"
_NOTHING: Final = Auth()
_DEFAULT: Final = ServerChoice()


class Call:
    """What is to be sent, all but the credentials: those may have to be awaited.

    Raises :class:`ArgumentError`, :class:`ConfigurationError` or :class:`CredentialsError`.
    """

    def __init__(
        self,
        operation: Operation,
        settings: Settings,
        arguments: Mapping[str, Any],
        body: Any,
        *,
        streaming: bool,
    ) -> None:
        self._operation = operation
        self._settings = settings
        self._streaming = streaming
        self._base = base_url(
            operation, settings.servers.get(operation.source.id, _DEFAULT)
        )
        self.grants = grants(
            operation, settings.auth.get(operation.source.id, _NOTHING)
        )
        self._written: Written = write(operation, arguments)
        own = {name.lower(): value for name, value in settings.headers.items()}
        for name, value in own.items():
            if UNFIT.search(value):
                raise ConfigurationError(
                    f"the header {name} holds a character that no header field can"
                )
        self._body = encode(
            operation.body,
            body,
            content_type=own.get("content-type"),
            streaming=streaming,
        )

    def request(self, proof: Proof) -> Request:
        """The whole request. Settings' header fields win over ours, and credentials over both."""
        written, operation = self._written, self._operation
        fields = {
            "accept": acceptable(operation, streaming=self._streaming),
            "user-agent": USER_AGENT,
        }
        fields.update(
            (name.lower(), value) for name, value in self._settings.headers.items()
        )
        fields.update((name.lower(), value) for name, value in written.headers)
        fields.pop("content-type", None)
        if self._body is not None:
            fields["content-type"] = self._body[0]
        cookies = [*written.cookies, *proof.cookies]
        if cookies:
            fields["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
        for name, value in proof.headers:
            fields[name.lower()] = value
        query = written.querystring
        if query is None:
            query = query_string(
                [*written.query, *((encoded(n), encoded(v)) for n, v in proof.query)]
            )
        return Request(
            method=operation.method,
            url=self._base + written.path + (f"?{query}" if query else ""),
            headers=tuple(fields.items()),
            content=self._body[1] if self._body is not None else None,
            timeout=self._settings.timeout,
            stream=self._streaming,
            operation=title(operation),
            secrets=proof.secrets,
        )


class Caller:
    """Sends calls through a transport, which is made when it is first needed."""

    def __init__(
        self,
        settings: Settings,
        transport: Callable[[], Transport],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.settings = settings
        self._transport = transport
        self._sleep = sleep

    def with_settings(self, settings: Settings) -> Caller:
        """One with other settings on the same connections."""
        return Caller(settings, self._transport, self._sleep)

    def call(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any
    ) -> Any:
        """Send, and give the typed body of a success. Raises :class:`ApiError`."""
        call = Call(operation, self.settings, arguments, body, streaming=False)
        request = call.request(proof(call.grants))
        answer = self._send(request, self._whole)
        return value_of(
            operation,
            answer,
            request.secrets,
            strict=self.settings.strict_responses,
        )

    def stream(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any
    ) -> EventStream[Any]:
        """A stream that is sent when it is opened. Raises :class:`ApiError`, then also for its answer."""
        call = Call(operation, self.settings, arguments, body, streaming=True)
        strict = self.settings.strict_responses

        def once(request: Request) -> Answer | Received:
            answer = self._transport().send(request)
            if stream_of(operation, answer.status, answer.headers) is not None:
                return answer
            return Received(answer.status, answer.headers, answer.read())

        def opened() -> tuple[Answer, Stream]:
            request = call.request(proof(call.grants))
            answer = self._send(request, once)
            stream = stream_of(operation, answer.status, answer.headers)
            if stream is None or isinstance(answer, Received):
                raise no_stream(operation, answer, request.secrets, strict=strict)
            return answer, stream

        return EventStream(operation, opened, strict=strict)

    def _whole(self, request: Request) -> Received:
        answer = self._transport().send(request)
        return Received(answer.status, answer.headers, answer.read())

    def _send(self, request: Request, once: Callable[[Request], A]) -> A:
        retry, attempt = self.settings.retry, 0
        while True:
            try:
                answer = once(request)
            except ApiConnectionError:
                wait = retry.after_failure(attempt, request.method)
                if wait is None:
                    raise
            else:
                wait = retry.after_answer(
                    attempt, request.method, answer.status, answer.headers
                )
                if wait is None:
                    return answer
            self._sleep(wait)
            attempt += 1


class AsyncCaller:
    """As :class:`Caller`."""

    def __init__(
        self,
        settings: Settings,
        transport: Callable[[], AsyncTransport],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self.settings = settings
        self._transport = transport
        self._sleep = sleep

    def with_settings(self, settings: Settings) -> AsyncCaller:
        """One with other settings on the same connections."""
        return AsyncCaller(settings, self._transport, self._sleep)

    async def call(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any
    ) -> Any:
        """Send, and give the typed body of a success. Raises :class:`ApiError`."""
        call = Call(operation, self.settings, arguments, body, streaming=False)
        request = call.request(await proof_async(call.grants))
        answer = await self._send(request, self._whole)
        return value_of(
            operation,
            answer,
            request.secrets,
            strict=self.settings.strict_responses,
        )

    def stream(
        self, operation: Operation, arguments: Mapping[str, Any], body: Any
    ) -> AsyncEventStream[Any]:
        """A stream that is sent when it is opened. Raises :class:`ApiError`, then also for its answer."""
        call = Call(operation, self.settings, arguments, body, streaming=True)
        strict = self.settings.strict_responses

        async def once(request: Request) -> AsyncAnswer | Received:
            answer = await self._transport().send(request)
            if stream_of(operation, answer.status, answer.headers) is not None:
                return answer
            return Received(answer.status, answer.headers, await answer.read())

        async def opened() -> tuple[AsyncAnswer, Stream]:
            request = call.request(await proof_async(call.grants))
            answer = await self._send(request, once)
            stream = stream_of(operation, answer.status, answer.headers)
            if stream is None or isinstance(answer, Received):
                raise no_stream(operation, answer, request.secrets, strict=strict)
            return answer, stream

        return AsyncEventStream(operation, opened, strict=strict)

    async def _whole(self, request: Request) -> Received:
        answer = await self._transport().send(request)
        return Received(answer.status, answer.headers, await answer.read())

    async def _send(
        self, request: Request, once: Callable[[Request], Awaitable[A]]
    ) -> A:
        retry, attempt = self.settings.retry, 0
        while True:
            try:
                answer = await once(request)
            except ApiConnectionError:
                wait = retry.after_failure(attempt, request.method)
                if wait is None:
                    raise
            else:
                wait = retry.after_answer(
                    attempt, request.method, answer.status, answer.headers
                )
                if wait is None:
                    return answer
            await self._sleep(wait)
            attempt += 1
