"""Tokens by the client credentials grant (RFC 6749, section 4.4), kept until they expire."""

from __future__ import annotations

import asyncio
import base64
import json
import threading
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast
from urllib.parse import quote_plus, urlencode, urljoin
from weakref import WeakKeyDictionary

from ..operation import SecurityScheme
from .errors import CredentialsError, TokenError
from .options import Timeout
from .wire import Received, Request

_FORM: Final = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class Token:
    """An access token. `forget` is set where it was kept from before, and takes it for expired."""

    value: str
    forget: Callable[[], None] | None = None


@dataclass(slots=True)
class _Held:
    """The token of one token URL and set of scopes; one thread or task at a time asks for it."""

    value: str = ""
    until: float | None = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)
    locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = field(
        default_factory=WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]
    )

    def given(self, now: float) -> Token | None:
        if not self.value or (self.until is not None and now >= self.until):
            return None
        value = self.value
        return Token(value, lambda: self._expire(value))

    def _expire(self, value: str) -> None:
        if self.value == value:  # else somebody got a new one already
            self.value = ""


class ClientCredentials:
    """A client's id and secret, for `oauth2` schemes with the client credentials flow.

    The token URL is the document's, unless `token_url` is given; the scopes are those that the operation
    asks for, unless `scopes` are. Id and secret go as HTTP Basic, with `in_body` as members of the body;
    `extra` are further ones (such as `audience`). A token counts as expired `leeway` seconds before it is,
    or at half its time, whichever is later.
    It is safe to share between clients, threads and tasks, which wait for one request for a token.
    """

    def __init__(
        self,
        client_id: str,
        client_secret: str,
        *,
        scopes: Sequence[str] | None = None,
        token_url: str | None = None,
        in_body: bool = False,
        extra: Mapping[str, str] | None = None,
        leeway: float = 30.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._id = client_id
        self._secret = client_secret
        self._scopes = None if scopes is None else tuple(scopes)
        self._url = token_url
        self._in_body = in_body
        self._extra = dict(extra or {})
        self._leeway = leeway
        self._now = now
        self._held: dict[str, _Held] = {}

    def __repr__(self) -> str:
        return "<ClientCredentials>"

    def token(self, request: Request, fetch: Callable[[Request], Received]) -> Token:
        """The token that `request` asks for: a kept one, else a new one.

        Raises :class:`TokenError`, and what `fetch` raises.
        """
        held = self._of(request)
        with held.lock:
            return held.given(self._now()) or self._keep(held, request, fetch(request))

    async def token_async(
        self, request: Request, fetch: Callable[[Request], Awaitable[Received]]
    ) -> Token:
        """As :meth:`token`."""
        held = self._of(request)
        lock = held.locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
        async with lock:
            kept = held.given(self._now())
            return kept or self._keep(held, request, await fetch(request))

    def request(
        self,
        scheme: SecurityScheme,
        scopes: Sequence[str],
        base_url: str,
        timeout: Timeout,
    ) -> Request:
        """The request for a token. Raises :class:`CredentialsError` where nobody names a token URL."""
        flows: Mapping[str, Mapping[str, Any]] = scheme.declaration.get("flows", {})
        url = self._url or flows.get("clientCredentials", {}).get("tokenUrl")
        if not url:
            raise CredentialsError(
                "the document names no token URL for client credentials: give `token_url`"
            )
        members = {"grant_type": "client_credentials", **self._extra}
        wanted = scopes if self._scopes is None else self._scopes
        if wanted:
            members["scope"] = " ".join(wanted)
        headers = {"accept": "application/json", "content-type": _FORM}
        pair = f"{quote_plus(self._id)}:{quote_plus(self._secret)}"
        basic = base64.b64encode(pair.encode()).decode()
        if self._in_body:
            members |= {"client_id": self._id, "client_secret": self._secret}
        else:
            headers["authorization"] = f"Basic {basic}"
        url = urljoin(f"{base_url}/", url)
        return Request(
            method="POST",
            url=url,
            headers=tuple(headers.items()),
            content=urlencode(members).encode(),
            timeout=timeout,
            stream=False,
            operation=f"POST {url.partition('?')[0]}",
            secrets=(self._secret, basic),
            idempotent=True,
        )

    def _of(self, request: Request) -> _Held:
        form = request.content if isinstance(request.content, bytes) else b""
        key = f"{request.url}\n{form.decode()}"
        return self._held.setdefault(key, _Held())

    def _keep(self, held: _Held, request: Request, answer: Received) -> Token:
        said = _said(answer)
        value, kind = said.get("access_token"), said.get("token_type", "bearer")
        is_bearer = isinstance(kind, str) and kind.lower() == "bearer"
        if answer.status != 200 or not isinstance(value, str) or not is_bearer:
            reason = said.get("error")
            text = f": {reason}" if isinstance(reason, str) else ""
            raise TokenError(
                f"{request.operation} gave no token, but answered {answer.status}{text[:100]}",
                status=answer.status,
            )
        seconds = said.get("expires_in")
        held.until = None
        if isinstance(seconds, int | float):
            held.until = self._now() + seconds - min(self._leeway, seconds / 2)
        held.value = value
        return Token(value)


def _said(answer: Received) -> Mapping[str, Any]:
    try:
        body: Any = json.loads(answer.raw)
    except ValueError:
        return {}
    return cast("Mapping[str, Any]", body) if isinstance(body, Mapping) else {}
