"""Fetching a referenced file over HTTP, which a document may only cause where it is allowed."""

from __future__ import annotations

import ipaddress
import socket
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from specloom.document.copies import how_to_add
from specloom.document.options import References

_SECONDS = 20.0


class RemoteError(Exception):
    """Why the file was not fetched, and what would allow it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        """A redirect could lead where the document itself may not."""


def fetch(address: str, allow: References, *, limit: int) -> bytes:
    """The bytes at `address`, at most one more than `limit`.

    Without `allow.remote` nothing touches the network, name resolution included. Hosts whose address
    is not a public one are refused unless `allow.hosts` names them.
    Raises `RemoteError` where it is not allowed or fails.
    """
    parts = urlsplit(address)
    if not allow.remote:
        raise RemoteError(
            "references to the network are not allowed",
            f"{how_to_add(address)}; `references: {{remote: true}}` has it fetched",
        )
    host = parts.hostname
    if parts.scheme not in ("http", "https") or not host:
        raise RemoteError(f"{parts.scheme or 'this'} is no scheme that can be fetched; http and https are")
    try:
        if host not in allow.hosts and not _is_public(host, parts.port or 443):
            raise RemoteError(
                f"{host} has no public address",
                "name the host in `references: {hosts: […]}` in the project file to allow it",
            )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
        with opener.open(address, timeout=_SECONDS) as response:
            data: bytes = response.read(limit + 1)
            return data
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "reason", None) or problem
        raise RemoteError(f"{address} cannot be fetched: {reason}") from None


def _is_public(host: str, port: int) -> bool:
    found = {info[4][0] for info in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)}
    return bool(found) and all(ipaddress.ip_address(str(name).split("%")[0]).is_global for name in found)
