"""What clients show to prove who they are, read from a request by its scheme (OpenAPI 3.2, 4.27)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from starlette.requests import Request

from ..operation import Requirement, SecurityScheme
from . import digest
from .values import is_list, is_mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Credential:
    """What a client showed for a scheme. `scopes` are those that the operation asks for."""

    scheme: str
    scopes: tuple[str, ...]
    request: Request = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey(Credential):
    """An `apiKey`, from the header, query parameter or cookie that the scheme names."""

    key: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer(Credential):
    """A token: http `bearer`, `oauth2` or `openIdConnect` (RFC 6750, section 2.1)."""

    token: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basic(Credential):
    """User and password (RFC 7617)."""

    username: str
    password: str = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Digest(Credential):
    """The answer to a digest challenge (RFC 7616): its parameters by name, such as `nonce` and `nc`.

    Its nonce is one of a challenge that was made not too long ago. A hook that is to refuse an answer which
    is sent again meanwhile keeps the nonces and counts that it has seen.
    """

    username: str
    parameters: digest.Parameters = field(repr=False)

    def matches(self, password: str) -> bool:
        """Whether it was made with this password, for this very method and target."""
        return digest.matches(self.parameters, password, self.request)


@dataclass(frozen=True, slots=True, kw_only=True)
class MutualTls(Credential):
    """The client's certificate and its chain, in PEM, by the ASGI extension `tls`.

    It is empty where the ASGI server does not tell: a proxy in front may tell it in a header of `request`.
    """

    certificates: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Other(Credential):
    """Any other http scheme: what follows its name in `Authorization`."""

    value: str = field(repr=False)


Verdict: TypeAlias = Awaitable[object] | object
Hook: TypeAlias = Callable[[Any], Verdict]
"""Takes a credential and gives back who it is (see :func:`principals`), or None or False to refuse.

It may raise :class:`ProblemError` with status 403 for somebody known who may not do this.
"""
ApiKeyHook: TypeAlias = Callable[[ApiKey], Verdict]
BearerHook: TypeAlias = Callable[[Bearer], Verdict]
BasicHook: TypeAlias = Callable[[Basic], Verdict]
DigestHook: TypeAlias = Callable[[Digest], Verdict]
MutualTlsHook: TypeAlias = Callable[[MutualTls], Verdict]
OtherHook: TypeAlias = Callable[[Other], Verdict]


def http_scheme(scheme: SecurityScheme) -> str:
    """The scheme's name in `Authorization`, or "" for one that stands elsewhere."""
    if scheme.type == "http":
        known = {"basic": "Basic", "bearer": "Bearer", "digest": "Digest"}
        return known.get((scheme.scheme or "").lower(), scheme.scheme or "")
    return "Bearer" if scheme.type in ("oauth2", "openIdConnect") else ""


def shown(
    requirement: Requirement, scheme: SecurityScheme, request: Request
) -> Credential | None:
    """The credential of a request for a scheme; None where there is none that can be read."""
    name, scopes = requirement.scheme, requirement.scopes
    if scheme.type == "apiKey":
        key = _key(scheme.place, scheme.name or "", request)
        if key is None:
            return None
        return ApiKey(scheme=name, scopes=scopes, request=request, key=key)
    if scheme.type == "mutualTLS":
        chain = _certificates(request)
        return MutualTls(
            scheme=name, scopes=scopes, request=request, certificates=chain
        )
    wanted, _, value = request.headers.get("authorization", "").partition(" ")
    value = value.strip()
    if not value or wanted.lower() != http_scheme(scheme).lower():
        return None
    if wanted.lower() == "bearer":
        return Bearer(scheme=name, scopes=scopes, request=request, token=value)
    if wanted.lower() == "basic":
        return _basic(name, scopes, request, value)
    if wanted.lower() == "digest":
        return _digest(name, scopes, request, value)
    return Other(scheme=name, scopes=scopes, request=request, value=value)


def _key(place: str | None, name: str, request: Request) -> str | None:
    if place == "header":
        return request.headers.get(name)
    if place == "query":
        found = parse_qs(request.url.query, keep_blank_values=True).get(name)
        return found[0] if found else None
    return request.cookies.get(name)


def _certificates(request: Request) -> tuple[str, ...]:
    extension: Any = request.scope.get("extensions", {}).get("tls")
    chain = extension.get("client_cert_chain") if is_mapping(extension) else None
    return tuple(map(str, chain)) if is_list(chain) else ()


def _basic(
    name: str, scopes: tuple[str, ...], request: Request, value: str
) -> Basic | None:
    try:
        text = base64.b64decode(value, validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    user, colon, password = text.partition(":")
    if not colon:
        return None
    return Basic(
        scheme=name, scopes=scopes, request=request, username=user, password=password
    )


def _digest(
    name: str, scopes: tuple[str, ...], request: Request, value: str
) -> Digest | None:
    parameters = digest.parse(value)
    user = parameters.get("username")
    if user is None or not parameters.keys() >= digest.REQUIRED:
        return None
    return Digest(
        scheme=name,
        scopes=scopes,
        request=request,
        username=user,
        parameters=parameters,
    )
