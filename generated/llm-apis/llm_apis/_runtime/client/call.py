"""One call: from an operation and its arguments to a request."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from typing import Any, Final

from ..operation import Operation
from ..styles import encoded, fits_field, names_field
from .auth import Auth, Proof, grants
from .bodies import encode
from .errors import ConfigurationError
from .idempotency import with_key
from .options import ServerChoice, Settings
from .parameters import Written, query_string, write
from .payload import Payload
from .responses import acceptable
from .retry import IDEMPOTENT
from .urls import base_url, receiver_url
from .wire import Request, title

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
        url: str | None = None,
    ) -> None:
        self.operation = operation
        self._settings = settings
        self._streaming = streaming
        self._url = url
        self.base = _base_url(operation, settings)
        self.grants = grants(
            operation, settings.auth.get(operation.source.id, _NOTHING)
        )
        own = {name.lower(): value for name, value in settings.headers.items()}
        arguments, self._key = with_key(
            operation, settings.idempotency_key, own, arguments
        )
        self._written: Written = write(operation, arguments)
        for name, value in (*own.items(), *self._key):
            if not (names_field(name) and fits_field(value)):
                raise ConfigurationError(
                    f"the header {name} holds what no header field can, in its name or value"
                )
        self._body = encode(
            operation.body,
            body,
            content_type=own.get("content-type"),
            streaming=streaming,
            boundary=settings.boundary,
        )

    def request(self, proof: Proof) -> Request:
        """The whole request. Settings' header fields win over ours, and credentials over both."""
        written, operation = self._written, self.operation
        fields = {
            "accept": acceptable(operation, streaming=self._streaming),
            "user-agent": USER_AGENT,
        }
        fields.update(
            (name.lower(), value) for name, value in self._settings.headers.items()
        )
        fields.update(
            (name.lower(), value) for name, value in (*self._key, *written.headers)
        )
        fields.pop("content-type", None)
        if self._body is not None:
            fields["content-type"] = self._body[0]
            if isinstance(self._body[1], Payload) and self._body[1].length is not None:
                fields["content-length"] = str(self._body[1].length)
        cookies = [*written.cookies, *proof.cookies]
        if cookies:
            fields["cookie"] = "; ".join(f"{name}={value}" for name, value in cookies)
        for name, value in proof.headers:
            fields[name.lower()] = value
        added = [*self._settings.query.items(), *proof.query]
        query = query_string(
            [*written.query, *((encoded(n), encoded(v)) for n, v in added)]
        )
        if written.querystring:
            query = "&".join(filter(None, [written.querystring, query]))
        url = self.base + written.path
        if query:
            # The URL of a receiver may have a query of its own.
            url += ("&" if "?" in url else "?") + query
        return Request(
            method=operation.method,
            url=url if self._url is None else _with_proof(self._url, proof),
            headers=tuple(fields.items()),
            content=self._body[1] if self._body is not None else None,
            timeout=self._settings.timeout,
            stream=self._streaming,
            operation=title(operation),
            secrets=proof.secrets,
            operation_id=operation.id,
            path=operation.path,
            idempotent=operation.method in IDEMPOTENT
            or operation.idempotency_key is not None,
            digest=proof.digest,
        )


def _with_proof(url: str, proof: Proof) -> str:
    """A URL that the server named, with the credentials that belong into its query."""
    base, _, query = url.partition("#")[0].partition("?")
    there = {pair.partition("=")[0] for pair in query.split("&")}
    added = [
        (encoded(n), encoded(v)) for n, v in proof.query if encoded(n) not in there
    ]
    query = "&".join(part for part in (query, query_string(added)) if part)
    return f"{base}?{query}" if query else base


def _base_url(operation: Operation, settings: Settings) -> str:
    """Worked out once for all calls of an operation with the same settings."""
    known = settings.base_urls.get(id(operation))
    if known is None or known[0] is not operation:
        if operation.receiver is not None:
            url = receiver_url(operation, settings.target)
        else:
            choice = settings.servers.get(operation.source.id, _DEFAULT)
            url = base_url(operation, choice)
        known = operation, url
        settings.base_urls[id(operation)] = known
    return known[1]
