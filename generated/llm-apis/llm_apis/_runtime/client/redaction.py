"""What of a request and an answer may be shown: no credentials, known by their names and their values."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

from .wire import Request

HIDDEN: Final = "***"
_SECRET_NAME: Final = re.compile(
    "auth|cookie|credential|key|pass|secret|session|signature|token", re.IGNORECASE
)


def shown_url(request: Request) -> str:
    """The URL, without the values of query parameters that are credentials or are called like some.

    It is still a URL, and of the same server: cookies are kept by it.
    """
    base, mark, query = request.url.partition("?")
    pairs = (_shown_pair(pair) for pair in query.split("&"))
    scheme, between, rest = base.partition("://")
    authority, slash, path = rest.partition("/")
    user, at, host = authority.rpartition("@")
    return "".join(
        [
            f"{scheme}{between}{HIDDEN if user else ''}{at}{host}",
            slash + shown_text(request, path),
            mark + shown_text(request, "&".join(pairs)),
        ]
    )


def shown_headers(
    fields: Iterable[tuple[str, str]], request: Request
) -> dict[str, str]:
    """Header fields of a request or an answer, without the values of those that are credentials."""
    return {
        name: HIDDEN if _SECRET_NAME.search(name) else shown_text(request, value)
        for name, value in fields
    }


def shown_text(request: Request, text: str) -> str:
    """A text without the request's credentials, as they are and as a URL has them."""
    for secret in request.secrets:
        text = text.replace(secret, HIDDEN).replace(quote(secret, safe=""), HIDDEN)
    return text


def _shown_pair(pair: str) -> str:
    name, equals, _ = pair.partition("=")
    return f"{name}={HIDDEN}" if equals and _SECRET_NAME.search(name) else pair
