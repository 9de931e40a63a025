"""What can go wrong with a call. Everything derives from :class:`ApiError`.

Messages are short, and never hold credentials or whole bodies; what was received is in the attributes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .headers import Headers

REQUEST_ID_HEADERS = (
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


class TokenError(CredentialsError):
    """The token server answered with `status`, and gave no token that can be used. Only it was asked."""

    def __init__(self, message: str, *, status: int) -> None:
        super().__init__(message)
        self.status = status

    def __reduce__(self) -> tuple[Any, ...]:
        return _token_error, (*self.args, self.status)


class ConfigurationError(ApiError, ValueError):
    """The client's settings name no usable server. Nothing was sent."""


class ApiConnectionError(ApiError):
    """No (whole) answer came: refused, reset, name not found, TLS or protocol failure."""


class ApiTimeoutError(ApiConnectionError):
    """The answer took longer than the timeout allows."""


class PaginationError(ApiError):
    """The next page of a list is one that was there already, or on another server."""


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

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (type(self), self.args, self.__dict__)

    @property
    def request_id(self) -> str | None:
        """What the server calls this request, if it said so."""
        return next(
            (self.headers[name] for name in REQUEST_ID_HEADERS if name in self.headers),
            None,
        )


class DecodeError(ResponseError):
    """The body is not what the document says; `raw` is what came. The cause says what is wrong with it."""


class ResponseTooLargeError(ResponseError):
    """The body is larger than the client's `max_response_size`. It was not read; `raw` is empty."""


class StreamError(ResponseError):
    """A stream broke off or ended with an error, or is used after it was closed.

    `items` is how many items it gave before. The cause is the :class:`ApiConnectionError`, if it broke off.
    """

    def __init__(
        self,
        message: str,
        *,
        operation: str,
        status: int,
        headers: Headers,
        raw: bytes,
        items: int = 0,
    ) -> None:
        super().__init__(
            message, operation=operation, status=status, headers=headers, raw=raw
        )
        self.items = items


class StatusError(ResponseError):
    """The server answered with a status that is no success.

    `body` is the typed body where the document declares one for the status, else JSON, text or
    bytes as received. `retry_after` is how many seconds the server asked to wait. `documented` says
    whether the document knows the status.
    """

    made_of: ClassVar[tuple[type[StatusError], type[StatusError]] | None] = None

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
        declared: Mapping[str, Any] | str,
    ) -> None:
        super().__init__(
            message, operation=operation, status=status, headers=headers, raw=raw
        )
        self.body = body
        self.retry_after = retry_after
        self.documented = documented
        self._declared = declared

    @property
    def typed_headers(self) -> Mapping[str, Any]:
        """The header fields that the document declares for the status, by its names, each of its type.

        One that was not sent is not there. Raises :class:`DecodeError` where a required one was not, or
        where one is not what the document says.
        """
        found: Mapping[str, Any] = self._typed_headers()
        return found

    def _typed_headers(self) -> Any:
        if isinstance(self._declared, str):
            raise DecodeError(
                f"{self.operation} answered {self.status}: {self._declared}",
                operation=self.operation,
                status=self.status,
                headers=self.headers,
                raw=self.raw,
            )
        return self._declared

    def __reduce__(self) -> tuple[Any, ...]:
        kind = self.made_of or type(self)
        return _unpickled, (kind, self.args, self.__dict__)


def _unpickled(
    kind: type[ResponseError] | tuple[type[StatusError], type[StatusError]],
    arguments: tuple[Any, ...],
    state: dict[str, Any],
) -> ResponseError:
    if isinstance(kind, tuple):
        from .raising import raised_again

        kind = raised_again(kind)
    error = kind.__new__(kind, *arguments)
    error.__dict__.update(state)
    return error


def _token_error(message: str, status: int) -> TokenError:
    return TokenError(message, status=status)
