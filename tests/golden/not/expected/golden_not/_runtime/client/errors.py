"""What can go wrong with a call. Everything derives from :class:`ApiError`.

Messages are short, and never hold credentials or whole bodies; what was received is in the attributes.
"""

from __future__ import annotations

from typing import Any

from .headers import Headers

_REQUEST_ID_HEADERS = (
    "x-request-id",
    "request-id",
    "x-correlation-id",
    "x-amzn-requestid",
)


class ApiError(Exception):
    """The base of every error that this package raises about a call."""


class ArgumentError(ApiError, ValueError):
    """An argument does not fit the operation. Nothing was sent."""


class CredentialsError(ApiError):
    """The configured credentials satisfy none of the operation's security requirements. Nothing was sent."""


class ConfigurationError(ApiError, ValueError):
    """The client's settings name no usable server. Nothing was sent."""


class ApiConnectionError(ApiError):
    """No (whole) answer came: refused, reset, name not found, TLS or protocol failure."""


class ApiTimeoutError(ApiConnectionError):
    """The answer took longer than the timeout allows."""


class ResponseError(ApiError):
    """The base of errors about an answer.

    `status` is its code, `headers` its header fields, `raw` the body as received, `operation` says
    what was called ("POST /things/{id}").
    """

    def __init__(
        self, message: str, *, operation: str, status: int, headers: Headers, raw: bytes
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.status = status
        self.headers = headers
        self.raw = raw

    @property
    def request_id(self) -> str | None:
        """What the server calls this request, if it said so."""
        return next(
            (
                self.headers[name]
                for name in _REQUEST_ID_HEADERS
                if name in self.headers
            ),
            None,
        )


class DecodeError(ResponseError):
    """The body is not what the document says; `raw` is what came. The cause says what is wrong with it."""


class StreamError(ResponseError):
    """A stream broke off or ended with an error, or is used after it was closed."""


class StatusError(ResponseError):
    """The server answered with a status that is no success.

    `body` is the typed body where the document declares one for the status, else JSON, text or
    bytes as received. `retry_after` is how many seconds the server asked to wait. `documented` says
    whether the document knows the status.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        status: int,
        headers: Headers,
        raw: bytes,
        body: Any,
        retry_after: float | None,
        documented: bool,
    ) -> None:
        super().__init__(
            message, operation=operation, status=status, headers=headers, raw=raw
        )
        self.body = body
        self.retry_after = retry_after
        self.documented = documented
