"""Whether to send a request again, and when."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Final

from .headers import Headers

IDEMPOTENT: Final = frozenset(
    {"GET", "HEAD", "OPTIONS", "TRACE", "PUT", "DELETE", "QUERY"}
)
"""RFC 9110, section 9.2.2, and QUERY, which is safe."""
_STATUSES: Final = frozenset({408, 429, 500, 502, 503, 504})


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often to try again, and how long to wait (seconds).

    The wait starts at `first` and doubles up to `longest`, less up to a quarter by chance. A server's
    own wish (Retry-After) is honoured up to `patience`; a longer one is not waited for.
    """

    max_retries: int = 2
    first: float = 0.5
    longest: float = 8.0
    patience: float = 60.0
    jitter: Callable[[], float] = random.random
    now: Callable[[], float] = time.time

    def after_failure(self, attempt: int, *, idempotent: bool) -> float | None:
        """The wait after no answer came to attempt number `attempt` (from 0), or None to give up.

        `idempotent`: by its method, or because it carries an idempotency key.
        """
        if attempt >= self.max_retries or not idempotent:
            return None
        return self._backoff(attempt)

    def after_answer(
        self, attempt: int, status: int, headers: Headers, *, idempotent: bool
    ) -> float | None:
        """The wait after an answer, or None to take it as it is.

        A server that says `x-should-retry` decides itself, for every request.
        """
        if attempt >= self.max_retries or status < 300:
            return None
        verdict = headers.get("x-should-retry", "").lower()
        if verdict == "false" or (
            verdict != "true" and (status not in _STATUSES or not idempotent)
        ):
            return None
        asked = retry_after(headers, self.now)
        if asked is None:
            return self._backoff(attempt)
        return asked if asked <= self.patience else None

    def _backoff(self, attempt: int) -> float:
        return min(self.first * 2.0**attempt, self.longest) * (1 - 0.25 * self.jitter())


def retry_after(headers: Headers, now: Callable[[], float] = time.time) -> float | None:
    """How many seconds the server asks to wait: `retry-after-ms`, else Retry-After (RFC 9110, 10.2.3)."""
    milliseconds = _seconds(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after")
    seconds = _seconds(value)
    if seconds is not None or value is None:
        return seconds
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if when.tzinfo is None:  # an HTTP date is in GMT (RFC 9110, section 5.6.7)
        when = when.replace(tzinfo=UTC)
    return max(0.0, when.timestamp() - now())


def _seconds(text: str | None) -> float | None:
    if (
        text is None
        or not text.strip().replace(".", "", 1).isdecimal()
        or not text.isascii()
    ):
        return None
    return float(text)
