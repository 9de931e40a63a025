"""Requests of httpx, made of ours."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

from .library import httpx
from .options import Timeout
from .payload import Payload
from .redaction import shown_url
from .wire import Request

_Fields: TypeAlias = "list[tuple[bytes, bytes]]"
_MEASURED: Final = ("POST", "PUT", "PATCH")
"""Their requests say a length even where they have no content (RFC 9110, section 8.6)."""
_NO_AUTH: Final = httpx.Auth()
"""Keeps httpx from adding credentials of its own (from .netrc or a URL)."""


class Builder:
    """Builds the requests that one client sends, and remembers what servers have challenged it with.

    What a client that a user gave adds to its requests is the user's affair. One that is ours adds the same
    few fields to all of them, and cookies once it was given some: that is known without asking it.
    """

    def __init__(
        self, client: httpx.Client | httpx.AsyncClient, *, owned: bool
    ) -> None:
        self._client = client
        self._owned = owned
        self._digests: dict[tuple[str, str], httpx.DigestAuth] = {}
        self._added = {
            name.decode().lower(): (name, value) for name, value in client.headers.raw
        }

    def build(self, request: Request, *, is_async: bool) -> httpx.Request:
        """The request, its URL fit to be printed. Raises :class:`httpx.InvalidURL`."""
        content = request.content
        if (
            self._owned
            and not isinstance(content, Payload)
            and not self._client.cookies
        ):
            built = self._whole(request, content or b"")
        else:
            built = self._client.build_request(
                request.method,
                request.url,
                headers=_encoded(request),
                content=_pieces(content, is_async=is_async),
                timeout=httpx.Timeout(**_limits(request.timeout, request.stream)),
            )
        if request.secrets:
            built.url = _QuietUrl(built.url)
            built.url.shown = shown_url(request)
        return built

    def auth(self, request: Request) -> httpx.Auth:
        """How httpx authenticates the request."""
        if request.digest is None:
            return _NO_AUTH
        # It remembers the server's last challenge: later requests need not be sent twice.
        return self._digests.setdefault(
            request.digest, httpx.DigestAuth(*request.digest)
        )

    def _whole(self, request: Request, content: bytes) -> httpx.Request:
        """With all its fields; those of `build_request` have to be found out and merged anew each time."""
        url = _url(request.url)
        named = {name for name, _ in request.headers}
        fields: _Fields = [] if "host" in named else [(b"Host", url.netloc)]
        fields += [field for name, field in self._added.items() if name not in named]
        fields += _encoded(request)
        if (content or request.method in _MEASURED) and named.isdisjoint(
            ("content-length", "transfer-encoding")
        ):
            fields.append((b"Content-Length", b"%d" % len(content)))
        built = httpx.Request(
            request.method,
            url,
            headers=fields,
            stream=httpx.ByteStream(content),
            extensions={"timeout": _limits(request.timeout, request.stream)},
        )
        built.read()
        return built


# Many calls go to the same few URLs, and taking one apart costs more than all the rest of a request.
_url = lru_cache(maxsize=128)(httpx.URL)


class _QuietUrl(httpx.URL):
    """httpx logs the URLs that it is asked for, whose query may hold a key."""

    shown: str

    def __str__(self) -> str:
        return self.shown


class _Pieces:
    """A payload as httpx takes one: it looks for the one way to iterate."""

    def __init__(self, payload: Payload) -> None:
        self._payload = payload

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._payload)


class _AsyncPieces:
    """As :class:`_Pieces`."""

    def __init__(self, payload: Payload) -> None:
        self._payload = payload

    def __aiter__(self) -> AsyncIterator[bytes]:
        return aiter(self._payload)


def _pieces(
    content: bytes | Payload | None, *, is_async: bool
) -> bytes | _Pieces | _AsyncPieces | None:
    if not isinstance(content, Payload):
        return content
    return _AsyncPieces(content) if is_async else _Pieces(content)


def _encoded(request: Request) -> _Fields:
    return [(name.encode(), value.encode("latin-1")) for name, value in request.headers]


@lru_cache(maxsize=128)
def _limits(timeout: Timeout, stream: bool) -> dict[str, float | None]:
    return {
        "connect": timeout.connect,
        "read": timeout.idle if stream else timeout.read,
        "write": timeout.write,
        "pool": timeout.connect,
    }
