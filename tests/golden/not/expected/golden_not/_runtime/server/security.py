"""Who is asking: an operation's alternatives, decided by the hooks that the user gave (OpenAPI 3.2, 4.30)."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import parse_qs

from starlette.requests import Request

from ..operation import Operation, Requirement, SecurityScheme
from .calls import call
from .problems import ProblemError


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
class Other(Credential):
    """Any other http scheme: what follows its name in `Authorization`. For `mutualTLS` it is empty."""

    value: str = field(repr=False)


Verdict: TypeAlias = Awaitable[object] | object
Hook: TypeAlias = Callable[[Any], Verdict]
"""Takes a credential and gives back who it is (see :func:`principals`), or None or False to refuse.

It may raise :class:`ProblemError` with status 403 for somebody known who may not do this.
"""
ApiKeyHook: TypeAlias = Callable[[ApiKey], Verdict]
BearerHook: TypeAlias = Callable[[Bearer], Verdict]
BasicHook: TypeAlias = Callable[[Basic], Verdict]
OtherHook: TypeAlias = Callable[[Other], Verdict]


class MissingHookError(ValueError):
    """A filled-in operation has a security scheme for which there is no hook."""

    def __init__(self, operation: Operation, scheme: str) -> None:
        name = operation.id or f"{operation.method} {operation.path}"
        super().__init__(
            f"operation {name!r} asks for the security scheme {scheme!r}, for which no hook was given"
        )
        self.operation = operation
        self.scheme = scheme


class Guard:
    """Decides on the requests of one operation."""

    def __init__(self, operation: Operation, hooks: Mapping[str, Hook | None]) -> None:
        self._schemes = operation.source.security_schemes
        self._hooks = {name: hook for name, hook in hooks.items() if hook is not None}
        self._alternatives = sorted(
            operation.security, key=lambda alternative: not alternative
        )
        for requirement in (
            each for alternative in operation.security for each in alternative
        ):
            if requirement.scheme not in self._hooks:
                raise MissingHookError(operation, requirement.scheme)

    async def check(self, request: Request) -> dict[str, Any]:
        """Principals by scheme name, of the first alternative that holds.

        An alternative that asks for nothing is tried last, so that who shows credentials is known.
        Raises :class:`ProblemError`, status 401 or 403.
        """
        forbidden: ProblemError | None = None
        for alternative in self._alternatives:
            try:
                found = await self._all(alternative, request)
            except ProblemError as refused:
                forbidden = refused if refused.status != 401 else forbidden
                continue
            if found is not None:
                return found
        if not self._alternatives:
            return {}
        if forbidden is not None:
            raise forbidden
        raise ProblemError(
            401, "Valid credentials are required.", headers=self._challenge()
        )

    async def _all(
        self, alternative: tuple[Requirement, ...], request: Request
    ) -> dict[str, Any] | None:
        shown: list[Credential] = []
        for requirement in alternative:
            credential = _credential(
                requirement, self._schemes[requirement.scheme], request
            )
            if credential is None:
                return None
            shown.append(credential)
        found: dict[str, Any] = {}
        for credential in shown:
            verdict = await call(self._hooks[credential.scheme], credential)
            if verdict is None or verdict is False:
                return None
            found[credential.scheme] = verdict
        return found

    def _challenge(self) -> dict[str, str]:
        """`WWW-Authenticate` (RFC 9110, section 11.6.1): one challenge for each http scheme, in order."""
        names = [
            _scheme(self._schemes[each.scheme])
            for alternative in self._alternatives
            for each in alternative
        ]
        challenges = [
            f'{name} realm="api"' for name in dict.fromkeys(filter(None, names))
        ]
        return {"WWW-Authenticate": ", ".join(challenges or ['ApiKey realm="api"'])}


def _scheme(scheme: SecurityScheme) -> str:
    if scheme.type == "http":
        known = {"basic": "Basic", "bearer": "Bearer"}
        return known.get((scheme.scheme or "").lower(), scheme.scheme or "")
    return "Bearer" if scheme.type in ("oauth2", "openIdConnect") else ""


def _credential(
    requirement: Requirement, scheme: SecurityScheme, request: Request
) -> Credential | None:
    name, scopes = requirement.scheme, requirement.scopes
    if scheme.type == "apiKey":
        key = _key(scheme.place, scheme.name or "", request)
        return (
            None
            if key is None
            else ApiKey(scheme=name, scopes=scopes, request=request, key=key)
        )
    if scheme.type == "mutualTLS":
        return Other(scheme=name, scopes=scopes, request=request, value="")
    wanted, _, value = request.headers.get("authorization", "").partition(" ")
    value = value.strip()
    if not value or wanted.lower() != _scheme(scheme).lower():
        return None
    if wanted.lower() == "bearer":
        return Bearer(scheme=name, scopes=scopes, request=request, token=value)
    if wanted.lower() == "basic":
        return _basic(name, scopes, request, value)
    return Other(scheme=name, scopes=scopes, request=request, value=value)


def _key(place: str | None, name: str, request: Request) -> str | None:
    if place == "header":
        return request.headers.get(name)
    if place == "query":
        found = parse_qs(request.url.query, keep_blank_values=True).get(name)
        return found[0] if found else None
    return request.cookies.get(name)


def _basic(
    name: str, scopes: tuple[str, ...], request: Request, value: str
) -> Basic | None:
    try:
        user, colon, password = (
            base64.b64decode(value, validate=True).decode().partition(":")
        )
    except (binascii.Error, UnicodeDecodeError):
        return None
    if not colon:
        return None
    return Basic(
        scheme=name, scopes=scopes, request=request, username=user, password=password
    )
