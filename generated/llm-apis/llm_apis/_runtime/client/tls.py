"""Whom a client trusts over TLS."""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from .library import httpx
from .options import Connections


def trusted(made: Connections) -> ssl.SSLContext:
    """The context of all connections: the user's, or one of the authorities that the HTTP library takes.

    Raises :class:`OSError` where a client certificate cannot be read.
    """
    if made.tls is None and made.cert is None:
        return _Late(ssl.PROTOCOL_TLS_CLIENT)
    context = made.tls or httpx.create_ssl_context()
    if isinstance(made.cert, str):
        context.load_cert_chain(made.cert)
    elif made.cert is not None:
        context.load_cert_chain(*made.cert)
    return context


class _Late(ssl.SSLContext):
    """Stands in for a context whose authorities are read once TLS is spoken: that takes longer than most
    calls, and plain HTTP does without.
    """

    _protocols: tuple[str, ...] = ()

    @cached_property
    def _context(self) -> ssl.SSLContext:
        return httpx.create_ssl_context()

    def _ready(self) -> ssl.SSLContext:
        self._context.set_alpn_protocols(self._protocols)
        return self._context

    def set_alpn_protocols(self, alpn_protocols: Iterable[str]) -> None:
        # Only what happens from `wrap_…` on closes the connection if it fails.
        self._protocols = tuple(alpn_protocols)

    def wrap_socket(self, *args: Any, **options: Any) -> ssl.SSLSocket:
        return self._ready().wrap_socket(*args, **options)

    def wrap_bio(self, *args: Any, **options: Any) -> ssl.SSLObject:
        return self._ready().wrap_bio(*args, **options)
