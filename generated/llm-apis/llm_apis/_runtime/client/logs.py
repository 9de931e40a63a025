"""Middleware that logs requests and their answers, credentials left out."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from .errors import ApiConnectionError
from .middleware import AsyncNext, Next
from .redaction import shown_headers, shown_url
from .wire import Answer, AsyncAnswer, Head, Request


class _Log:
    """`level` is that of answers below 400; failures and other answers are warnings.

    `headers`: header fields are logged, too. `clock` gives seconds.
    """

    def __init__(
        self,
        logger: logging.Logger | None = None,
        *,
        level: int = logging.INFO,
        headers: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._logger = logger or logging.getLogger(__name__.partition(".")[0])
        self._level = level
        self._headers = headers
        self._clock = clock

    def _answered(self, request: Request, answer: Head, begun: float) -> None:
        level = self._level if answer.status < 400 else logging.WARNING
        self._say(level, request, str(answer.status), begun)
        if self._headers and self._logger.isEnabledFor(level):
            sent = shown_headers(request.headers, request)
            got = shown_headers(answer.headers.items(), request)
            self._logger.log(level, "sent %s, received %s", sent, got)

    def _failed(self, request: Request, error: Exception, begun: float) -> None:
        self._say(logging.WARNING, request, type(error).__name__, begun)

    def _say(self, level: int, request: Request, outcome: str, begun: float) -> None:
        if self._logger.isEnabledFor(level):
            self._logger.log(
                level,
                "%s %s (%s, attempt %d): %s in %.3f s",
                request.method,
                shown_url(request),
                request.operation_id or request.operation,
                request.attempt,
                outcome,
                self._clock() - begun,
            )


class LoggingMiddleware(_Log):
    """Logs each attempt, to the logger that is called like the package if none is given."""

    def __call__(self, request: Request, next: Next, /) -> Answer:
        begun = self._clock()
        try:
            answer = next(request)
        except ApiConnectionError as error:
            self._failed(request, error, begun)
            raise
        self._answered(request, answer, begun)
        return answer


class AsyncLoggingMiddleware(_Log):
    """As :class:`LoggingMiddleware`, for an asynchronous client."""

    async def __call__(self, request: Request, next: AsyncNext, /) -> AsyncAnswer:
        begun = self._clock()
        try:
            answer = await next(request)
        except ApiConnectionError as error:
            self._failed(request, error, begun)
            raise
        self._answered(request, answer, begun)
        return answer
