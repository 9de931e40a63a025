"""Digest access authentication, the server's side (RFC 7616)."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Mapping
from typing import Final, TypeAlias

from starlette.requests import Request

Parameters: TypeAlias = "Mapping[str, str]"

REQUIRED: Final = frozenset(["realm", "nonce", "uri", "response"])
_PAIR: Final = re.compile(r'([A-Za-z0-9*_-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))')
_ALGORITHMS: Final = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}
"""The registered ones (section 6.1); each has a `-sess` form."""


def challenge(realm: str, nonce: str, *, stale: bool) -> str:
    """A challenge with the strongest algorithm that all clients know (section 3.7).

    `stale` tells that only the nonce of the request was too old (section 3.3).
    """
    said = f'Digest realm="{realm}", qop="auth", algorithm=SHA-256, nonce="{nonce}"'
    return f"{said}, stale=true" if stale else said


def parse(value: str) -> dict[str, str]:
    """The parameters of an `Authorization` header field, names in lower case."""
    return {
        name.lower(): re.sub(r"\\(.)", r"\1", quoted) if quoted else plain
        for name, quoted, plain in _PAIR.findall(value)
    }


def matches(said: Parameters, password: str, request: Request) -> bool:
    """Whether the response is that of `password` for this request (section 3.4.1)."""
    algorithm = said.get("algorithm", "MD5").upper()
    name = _ALGORITHMS.get(algorithm.removesuffix("-SESS"))
    if name is None or said["uri"] != _target(request):
        return False
    secret = _hash(name, f"{said.get('username', '')}:{said['realm']}:{password}")
    nonce, cnonce = said["nonce"], said.get("cnonce", "")
    if algorithm.endswith("-SESS"):
        secret = _hash(name, f"{secret}:{nonce}:{cnonce}")
    what = _hash(name, f"{request.method}:{said['uri']}")
    quality = said.get("qop")
    if quality == "auth":
        middle = f"{nonce}:{said.get('nc', '')}:{cnonce}:{quality}"
    elif quality is None:
        middle = nonce
    else:
        return False
    expected = _hash(name, f"{secret}:{middle}:{what}")
    return hmac.compare_digest(expected.encode(), said["response"].lower().encode())


def _hash(name: str, text: str) -> str:
    return hashlib.new(name, text.encode(), usedforsecurity=False).hexdigest()


def _target(request: Request) -> str:
    """The request target as it was sent: the path, still encoded, and the query."""
    raw = request.scope.get("raw_path")
    path = raw.decode("latin-1").partition("?")[0] if raw else request.url.path
    query = request.scope["query_string"].decode("latin-1")
    return f"{path}?{query}" if query else path
