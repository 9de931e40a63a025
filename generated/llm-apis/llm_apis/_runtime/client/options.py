"""A client's settings: values that never change; `with_options` makes other ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from .auth import Auth
from .boundary import make_boundary
from .idempotency import new_key
from .retry import RetryPolicy

if TYPE_CHECKING:
    from ssl import SSLContext


MAX_RESPONSE_SIZE: Final = 512 * 2**20
"""Bytes. An answer is held in memory whole: a larger one is a fault, or an attack."""


@dataclass(frozen=True, slots=True)
class Timeout:
    """Seconds; None waits for ever.

    `read` and `write` bound the time between two pieces of a body. A stream has no read limit; `idle`
    is how long it may stay silent.
    """

    connect: float | None = 5.0
    read: float | None = 60.0
    write: float | None = 60.0
    idle: float | None = None

    @classmethod
    def of(cls, value: Timeout | float | None) -> Timeout:
        """A number bounds connecting, reading and writing alike; None bounds nothing."""
        return (
            value
            if isinstance(value, Timeout)
            else cls(connect=value, read=value, write=value)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerChoice:
    """Where a source is served.

    `base_url` replaces what all server URLs of the source begin with; what an operation's own server
    adds to that stays. `server` chooses among an operation's servers by its place in the list or by its
    description; an operation that has no such server uses its first. `variables` fill in the `{names}`
    of server URLs.
    """

    base_url: str | None = None
    server: int | str = 0
    variables: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, value: ServerChoice | str | None) -> ServerChoice:
        """A text is a base URL."""
        if isinstance(value, ServerChoice):
            return value
        return cls(base_url=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Connections:
    """How connections are made. `tls` says whom to trust, and may carry client certificates.

    `cert` is a client certificate for mutual TLS: the PEM file of it and of its key, or one file with both.
    `max_connections` bounds those open at once (streams hold theirs), None does not; `proxy` is a URL,
    without which the environment's proxy settings count.
    """

    tls: SSLContext | None = None
    cert: str | tuple[str, str] | None = None
    proxy: str | None = None
    max_connections: int | None = None
    max_keepalive: int | None = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """`auth` and `servers` are by source id; `headers` go with every request.

    `strict_responses` takes no answer that is not exactly as described. `query` (names and values, not
    encoded) goes with every request. `idempotency_key` is what operations that declare a key get, or makes
    one for each call. `max_response_size` bounds the body of an answer that is neither a stream nor a
    download, in bytes. `boundary` makes what stands between the parts of a multipart body.
    """

    auth: Mapping[str, Auth] = field(default_factory=dict[str, Auth])
    servers: Mapping[str, ServerChoice] = field(default_factory=dict[str, ServerChoice])
    timeout: Timeout = field(default_factory=Timeout)
    retry: RetryPolicy = field(default_factory=RetryPolicy)
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    strict_responses: bool = False
    query: Mapping[str, str] = field(default_factory=dict[str, str])
    idempotency_key: str | Callable[[], str] = new_key
    max_response_size: int = MAX_RESPONSE_SIZE
    boundary: Callable[[], str] = make_boundary
    target: str | None = None
    """Where webhooks and callbacks are sent."""
    base_urls: dict[int, tuple[object, str]] = field(
        default_factory=dict[int, tuple[object, str]],
        init=False,
        repr=False,
        compare=False,
    )
    """The base URLs of operations that were called already, by the operations' identity."""
