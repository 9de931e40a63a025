"""Settings from the arguments of a client and of its `with_options`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from .auth import Auth
from .omit import OMIT, Omit
from .options import MAX_RESPONSE_SIZE, ServerChoice, Settings, Timeout
from .retry import RetryPolicy


def settings(
    auth: Mapping[str, Auth | None],
    servers: Mapping[str, ServerChoice | str | None],
    *,
    timeout: Timeout | float | Omit | None = OMIT,
    max_retries: int = 2,
    headers: Mapping[str, str] | None = None,
    strict_responses: bool = False,
    max_response_size: int = MAX_RESPONSE_SIZE,
) -> Settings:
    """A client's settings from its arguments."""
    return Settings(
        auth={source: given for source, given in auth.items() if given is not None},
        servers={source: ServerChoice.of(given) for source, given in servers.items()},
        timeout=Timeout() if isinstance(timeout, Omit) else Timeout.of(timeout),
        retry=RetryPolicy(max_retries=max_retries),
        headers=dict(headers or {}),
        strict_responses=strict_responses,
        max_response_size=max_response_size,
    )


def changed(
    old: Settings,
    servers: Mapping[str, ServerChoice | str | None],
    *,
    timeout: Timeout | float | Omit | None = OMIT,
    max_retries: int | Omit = OMIT,
    headers: Mapping[str, str] | None = None,
    extra_query: Mapping[str, str] | None = None,
    idempotency_key: str | Callable[[], str] | Omit = OMIT,
    strict_responses: bool | Omit = OMIT,
    max_response_size: int | Omit = OMIT,
) -> Settings:
    """Settings with what was given changed; header fields and query are added to those there are."""
    names = {name.lower() for name in headers or {}}
    kept = {
        name: value for name, value in old.headers.items() if name.lower() not in names
    }
    chosen = {
        source: ServerChoice.of(given)
        for source, given in servers.items()
        if given is not None
    }
    changes: dict[str, Any] = {
        "idempotency_key": idempotency_key,
        "strict_responses": strict_responses,
        "max_response_size": max_response_size,
    }
    if not isinstance(timeout, Omit):
        changes["timeout"] = Timeout.of(timeout)
    if not isinstance(max_retries, Omit):
        changes["retry"] = replace(old.retry, max_retries=max_retries)
    return replace(
        old,
        servers={**old.servers, **chosen},
        headers={**kept, **(headers or {})},
        query={**old.query, **(extra_query or {})},
        **{name: value for name, value in changes.items() if value is not OMIT},
    )
