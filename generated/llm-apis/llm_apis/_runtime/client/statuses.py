"""One error class per status code (RFC 9110, section 15), and one per range."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from .errors import StatusError


class UnexpectedStatusError(StatusError):
    """A 1XX or 2XX status that the document does not declare."""


class RedirectionError(StatusError):
    """Any 3XX status: redirects are not followed."""


class ClientFaultError(StatusError):
    """Any 4XX status: the request is at fault."""


class ServerFaultError(StatusError):
    """Any 5XX status: the server is at fault."""


class NotModifiedError(RedirectionError):
    """304 Not Modified."""


class BadRequestError(ClientFaultError):
    """400 Bad Request."""


class UnauthorizedError(ClientFaultError):
    """401 Unauthorized."""


class PaymentRequiredError(ClientFaultError):
    """402 Payment Required."""


class ForbiddenError(ClientFaultError):
    """403 Forbidden."""


class NotFoundError(ClientFaultError):
    """404 Not Found."""


class MethodNotAllowedError(ClientFaultError):
    """405 Method Not Allowed."""


class NotAcceptableError(ClientFaultError):
    """406 Not Acceptable."""


class ProxyAuthenticationRequiredError(ClientFaultError):
    """407 Proxy Authentication Required."""


class RequestTimeoutError(ClientFaultError):
    """408 Request Timeout."""


class ConflictError(ClientFaultError):
    """409 Conflict."""


class GoneError(ClientFaultError):
    """410 Gone."""


class LengthRequiredError(ClientFaultError):
    """411 Length Required."""


class PreconditionFailedError(ClientFaultError):
    """412 Precondition Failed."""


class ContentTooLargeError(ClientFaultError):
    """413 Content Too Large."""


class UriTooLongError(ClientFaultError):
    """414 Uri Too Long."""


class UnsupportedMediaTypeError(ClientFaultError):
    """415 Unsupported Media Type."""


class RangeNotSatisfiableError(ClientFaultError):
    """416 Range Not Satisfiable."""


class ExpectationFailedError(ClientFaultError):
    """417 Expectation Failed."""


class MisdirectedRequestError(ClientFaultError):
    """421 Misdirected Request."""


class UnprocessableContentError(ClientFaultError):
    """422 Unprocessable Content."""


class LockedError(ClientFaultError):
    """423 Locked."""


class FailedDependencyError(ClientFaultError):
    """424 Failed Dependency."""


class TooEarlyError(ClientFaultError):
    """425 Too Early."""


class UpgradeRequiredError(ClientFaultError):
    """426 Upgrade Required."""


class PreconditionRequiredError(ClientFaultError):
    """428 Precondition Required."""


class TooManyRequestsError(ClientFaultError):
    """429 Too Many Requests."""


class RequestHeaderFieldsTooLargeError(ClientFaultError):
    """431 Request Header Fields Too Large."""


class UnavailableForLegalReasonsError(ClientFaultError):
    """451 Unavailable For Legal Reasons."""


class InternalServerError(ServerFaultError):
    """500 Internal Server Error."""


class NotImplementedStatusError(ServerFaultError):
    """501 Not Implemented."""


class BadGatewayError(ServerFaultError):
    """502 Bad Gateway."""


class ServiceUnavailableError(ServerFaultError):
    """503 Service Unavailable."""


class GatewayTimeoutError(ServerFaultError):
    """504 Gateway Timeout."""


class HttpVersionNotSupportedError(ServerFaultError):
    """505 Http Version Not Supported."""


class VariantAlsoNegotiatesError(ServerFaultError):
    """506 Variant Also Negotiates."""


class InsufficientStorageError(ServerFaultError):
    """507 Insufficient Storage."""


class LoopDetectedError(ServerFaultError):
    """508 Loop Detected."""


class NotExtendedError(ServerFaultError):
    """510 Not Extended."""


class NetworkAuthenticationRequiredError(ServerFaultError):
    """511 Network Authentication Required."""


_EXACT: Final[Mapping[int, type[StatusError]]] = MappingProxyType(
    {
        304: NotModifiedError,
        400: BadRequestError,
        401: UnauthorizedError,
        402: PaymentRequiredError,
        403: ForbiddenError,
        404: NotFoundError,
        405: MethodNotAllowedError,
        406: NotAcceptableError,
        407: ProxyAuthenticationRequiredError,
        408: RequestTimeoutError,
        409: ConflictError,
        410: GoneError,
        411: LengthRequiredError,
        412: PreconditionFailedError,
        413: ContentTooLargeError,
        414: UriTooLongError,
        415: UnsupportedMediaTypeError,
        416: RangeNotSatisfiableError,
        417: ExpectationFailedError,
        421: MisdirectedRequestError,
        422: UnprocessableContentError,
        423: LockedError,
        424: FailedDependencyError,
        425: TooEarlyError,
        426: UpgradeRequiredError,
        428: PreconditionRequiredError,
        429: TooManyRequestsError,
        431: RequestHeaderFieldsTooLargeError,
        451: UnavailableForLegalReasonsError,
        500: InternalServerError,
        501: NotImplementedStatusError,
        502: BadGatewayError,
        503: ServiceUnavailableError,
        504: GatewayTimeoutError,
        505: HttpVersionNotSupportedError,
        506: VariantAlsoNegotiatesError,
        507: InsufficientStorageError,
        508: LoopDetectedError,
        510: NotExtendedError,
        511: NetworkAuthenticationRequiredError,
    }
)
RANGES: Final[Mapping[int, type[StatusError]]] = {
    3: RedirectionError,
    4: ClientFaultError,
    5: ServerFaultError,
}


def error_class(status: int) -> type[StatusError]:
    """The class for a status: its own, else its range's, else :class:`UnexpectedStatusError`."""
    return _EXACT.get(status) or RANGES.get(status // 100, UnexpectedStatusError)
