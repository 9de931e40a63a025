"""Credentials, and which of them an operation is given (OpenAPI 3.2, Security Requirement Object)."""

from __future__ import annotations

import base64
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from ..operation import Operation, SecurityScheme
from ..styles import fits_field
from .errors import CredentialsError

if TYPE_CHECKING:
    from .oauth import ClientCredentials, Token

_COOKIE: Final = re.compile(r"[!#-+\--:<-\[\]-~]*")
"""A cookie's value (RFC 6265, section 4.1.1). It has no encoding that all servers would undo."""

Provider: TypeAlias = "Callable[[], str | Awaitable[str]]"
"""Called before each request for a fresh token or key; only an asynchronous client takes awaitable ones."""

Secret: TypeAlias = "str | Provider"
Credential: TypeAlias = "Secret | tuple[str, str] | ClientCredentials"


class Auth:
    """The credentials for one source.

    `api_key` is for its only `apiKey` scheme; where it has several, name each in `schemes`. `bearer`
    is a token for `http` bearer, `oauth2` and `openIdConnect` schemes, `basic` a user and password, `digest`
    the same for HTTP Digest, and `client_credentials` gets tokens for `oauth2` schemes with that flow.
    `schemes` gives a credential to a scheme by the name that the document has for it, and wins.

    An operation gets what its first alternative asks for that can be satisfied in full, and nothing
    where it asks for nothing. Without any credentials requests are sent bare, and the server decides.
    """

    __slots__ = (
        "_api_key",
        "_basic",
        "_bearer",
        "_client_credentials",
        "_digest",
        "_schemes",
    )

    def __init__(
        self,
        *,
        api_key: Secret | None = None,
        bearer: Secret | None = None,
        basic: tuple[str, str] | None = None,
        digest: tuple[str, str] | None = None,
        client_credentials: ClientCredentials | None = None,
        schemes: Mapping[str, Credential] | None = None,
    ) -> None:
        self._api_key = api_key
        self._bearer = bearer
        self._basic = basic
        self._digest = digest
        self._client_credentials = client_credentials
        self._schemes = dict(schemes or {})

    def __repr__(self) -> str:
        names = [*self._given(), *sorted(self._schemes)]
        return f"<Auth: {', '.join(names) or 'nothing'}>"

    def __bool__(self) -> bool:
        return bool(self._schemes or self._given())

    def _given(self) -> list[str]:
        given: dict[str, object] = {
            "api_key": self._api_key,
            "bearer": self._bearer,
            "basic": self._basic,
            "digest": self._digest,
            "client_credentials": self._client_credentials,
        }
        return [name for name, value in given.items() if value is not None]

    def credential(
        self, name: str, schemes: Mapping[str, SecurityScheme]
    ) -> Credential | None:
        """What this holds for the scheme of that name, if anything."""
        if name in self._schemes:
            return self._schemes[name]
        scheme = schemes.get(name)
        if scheme is None:
            return None
        if scheme.type == "apiKey":
            only = sum(other.type == "apiKey" for other in schemes.values()) == 1
            return self._api_key if only else None
        if scheme.type == "http":
            kinds = {
                "basic": self._basic,
                "digest": self._digest,
                "bearer": self._bearer,
            }
            return kinds.get((scheme.scheme or "").lower())
        flows = scheme.declaration.get("flows", {})
        if self._client_credentials is not None and "clientCredentials" in flows:
            return self._client_credentials
        return self._bearer


@dataclass(frozen=True, slots=True)
class Grant:
    """One scheme and the credential it gets."""

    scheme: SecurityScheme
    credential: Credential
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """What goes into the request: header fields, query and cookie pairs. `secrets` must not be printed.

    `digest` is a user and a password that the transport answers a challenge with, `forget` takes tokens that
    were kept from before for expired.
    """

    headers: tuple[tuple[str, str], ...] = ()
    query: tuple[tuple[str, str], ...] = ()
    cookies: tuple[tuple[str, str], ...] = ()
    secrets: tuple[str, ...] = ()
    digest: tuple[str, str] | None = None
    forget: tuple[Callable[[], None], ...] = ()


_NO_PROOF: Final = Proof()


def grants(operation: Operation, auth: Auth) -> tuple[Grant, ...]:
    """The credentials of the first alternative that can be satisfied in full.

    Alternatives that ask for something come first: a key that was configured is used where it is
    optional. Mutual TLS is the transport's affair and counts as satisfied.
    Raises :class:`CredentialsError` where there are credentials, but for no alternative.
    """
    if not operation.security or not auth:
        return ()
    schemes = operation.source.security_schemes
    for alternative in operation.security:
        found: list[Grant] = []
        for requirement in alternative:
            scheme = schemes.get(requirement.scheme)
            credential = auth.credential(requirement.scheme, schemes)
            if scheme is not None and credential is not None:
                found.append(Grant(scheme, credential, requirement.scopes))
            elif scheme is None or scheme.type != "mutualTLS":
                break
        else:
            if alternative:
                return tuple(found)
    if () in operation.security:
        return ()
    wanted = " or ".join(
        " with ".join(r.scheme for r in alternative)
        for alternative in operation.security
    )
    raise CredentialsError(
        f"{operation.method} {operation.path} asks for {wanted}: {auth!r} has none of these"
    )


def proof(
    granted: tuple[Grant, ...], token: Callable[[Grant, ClientCredentials], Token]
) -> Proof:
    """Write the credentials down; `token` gets the token of client credentials.

    Raises :class:`CredentialsError` for an awaitable provider.
    """
    if not granted:
        return _NO_PROOF
    values: list[str | tuple[str, str]] = []
    forget: list[Callable[[], None]] = []
    for grant in granted:
        value = _asked(grant.credential)
        if not isinstance(value, str | tuple):
            if isinstance(value, Awaitable):
                raise CredentialsError(
                    "an asynchronous credential provider needs AsyncClient"
                )
            found = token(grant, value)
            value = found.value
            forget += [found.forget] if found.forget is not None else []
        values.append(value)
    return _write(granted, values, tuple(forget))


async def proof_async(
    granted: tuple[Grant, ...],
    token: Callable[[Grant, ClientCredentials], Awaitable[Token]],
) -> Proof:
    """Write the credentials down, awaiting the providers that have to be."""
    if not granted:
        return _NO_PROOF
    values: list[str | tuple[str, str]] = []
    forget: list[Callable[[], None]] = []
    for grant in granted:
        value = _asked(grant.credential)
        if isinstance(value, Awaitable):
            value = await value
        elif not isinstance(value, str | tuple):
            found = await token(grant, value)
            value = found.value
            forget += [found.forget] if found.forget is not None else []
        values.append(value)
    return _write(granted, values, tuple(forget))


def _asked(
    credential: Credential,
) -> str | tuple[str, str] | Awaitable[str] | ClientCredentials:
    return credential() if callable(credential) else credential


def _write(
    granted: tuple[Grant, ...],
    values: list[str | tuple[str, str]],
    forget: tuple[Callable[[], None], ...],
) -> Proof:
    digest: tuple[str, str] | None = None
    headers: list[tuple[str, str]] = []
    query: list[tuple[str, str]] = []
    cookies: list[tuple[str, str]] = []
    for grant, value in zip(granted, values, strict=True):
        scheme = grant.scheme
        if scheme.type == "apiKey":
            places = {"header": headers, "query": query, "cookie": cookies}
            places[scheme.place or "header"].append((scheme.name or "", _text(value)))
        elif isinstance(value, tuple) and _is_digest(scheme):
            digest = value
        elif isinstance(value, tuple):
            if ":" in value[0]:  # RFC 7617, section 2: the password would begin there.
                raise CredentialsError("a user of HTTP Basic cannot have a colon")
            token = base64.b64encode(":".join(value).encode()).decode()
            headers.append(("Authorization", f"Basic {token}"))
        else:
            name = (scheme.scheme or "bearer") if scheme.type == "http" else "bearer"
            headers.append(
                (
                    "Authorization",
                    f"{'Bearer' if name.lower() == 'bearer' else name} {value}",
                )
            )
    if not all(fits_field(value) for _, value in headers):
        raise CredentialsError(
            "a credential holds a character that no header field can"
        )
    if not all(_COOKIE.fullmatch(value) for _, value in cookies):
        raise CredentialsError("a credential holds a character that no cookie can")
    written = (pair[1] for pair in (*headers, *query, *cookies))
    given = (
        part
        for value in values
        for part in ((value,) if isinstance(value, str) else value[1:])
    )
    secrets = tuple(sorted({*written, *given} - {""}, key=lambda s: (-len(s), s)))
    return Proof(tuple(headers), tuple(query), tuple(cookies), secrets, digest, forget)


def _is_digest(scheme: SecurityScheme) -> bool:
    return scheme.type == "http" and (scheme.scheme or "").lower() == "digest"


def _text(value: str | tuple[str, str]) -> str:
    if isinstance(value, tuple):
        raise CredentialsError("an API key is one text, not a user and a password")
    return value
