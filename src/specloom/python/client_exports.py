"""What `client/__init__` offers of the runtime, whatever the API."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from specloom.code import Code
from specloom.python.order import statements
from specloom.runtime.client import statuses
from specloom.runtime.client.errors import StatusError

_STATUSES: Final = sorted(
    name
    for name, value in vars(statuses).items()
    if isinstance(value, type) and issubclass(value, StatusError) and value is not StatusError
)

EAGER: Final[Mapping[str, tuple[str, ...]]] = {
    "client.auth": ("Auth",),
    "client.downloads": ("AsyncDownload", "Download"),
    "client.errors": (
        "ApiConnectionError",
        "ApiError",
        "ApiTimeoutError",
        "ArgumentError",
        "ConfigurationError",
        "CredentialsError",
        "DecodeError",
        "PaginationError",
        "ResponseError",
        "ResponseTooLargeError",
        "StatusError",
        "StreamError",
        "TokenError",
    ),
    "client.files": ("File",),
    "client.middleware": ("AsyncMiddleware", "AsyncNext", "Middleware", "Next"),
    "client.omit": ("OMIT", "Omit"),
    "client.options": ("Connections", "ServerChoice", "Timeout"),
    "client.statuses": tuple(_STATUSES),
    "client.streams": ("AsyncEventStream", "EventStream"),
    "client.wire": ("Answer", "AsyncAnswer", "AsyncTransport", "Request", "Transport"),
    "sse": ("ServerSentEvent",),
}
"""By module of the runtime; a client loads these anyway."""

_USED: Final[Mapping[str, tuple[str, ...]]] = {
    "client.base": ("AsyncClientBase", "SyncClient"),
    "client.changing": ("changed", "settings"),
    "client.options": ("MAX_RESPONSE_SIZE",),
    "lazy": ("lazy",),
}
"""What the module itself is made with."""

LATER: Final[Mapping[str, str]] = {
    "AsyncLoggingMiddleware": "client.logs",
    "AsyncPages": "client.pages",
    "AsyncTelemetryMiddleware": "client.telemetry",
    "ClientCredentials": "client.oauth",
    "Exchange": "client.expressions",
    "LoggingMiddleware": "client.logs",
    "Pages": "client.pages",
    "RawResponse": "client.raw",
    "TelemetryMiddleware": "client.telemetry",
    "callback_url": "client.expressions",
}
"""What is loaded on first use, and the modules that have it."""

OWN: Final = frozenset({"AsyncClient", "Client", *(name for names in EAGER.values() for name in names)})
"""What it offers beside."""

PUBLIC: Final = OWN | frozenset(LATER)


def imports() -> Code:
    """The statements that bring in what is loaded with the module."""
    return statements(
        (f".._runtime.{module}", name, name)
        for loaded in (EAGER, _USED)
        for module, names in loaded.items()
        for name in names
    )
