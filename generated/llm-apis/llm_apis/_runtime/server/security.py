"""Who is asking: an operation's alternatives, decided by the hooks that the user gave (OpenAPI 3.2, 4.30)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request

from ..operation import Operation, Requirement
from . import digest
from .calls import call
from .credentials import Credential, Digest, Hook, http_scheme, shown
from .nonces import Nonces
from .problems import ProblemError

_REALM = "api"


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

    def __init__(
        self, operation: Operation, hooks: Mapping[str, Hook | None], nonces: Nonces
    ) -> None:
        self._schemes = operation.source.security_schemes
        self._nonces = nonces
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
        if not self._alternatives:
            return {}
        forbidden: ProblemError | None = None
        for alternative in self._alternatives:
            try:
                found = await self._all(alternative, request)
            except ProblemError as refused:
                forbidden = refused if refused.status != 401 else forbidden
                continue
            if found is not None:
                return found
        if forbidden is not None:
            raise forbidden
        raise ProblemError(
            401, "Valid credentials are required.", headers=self._challenge(request)
        )

    async def _all(
        self, alternative: tuple[Requirement, ...], request: Request
    ) -> dict[str, Any] | None:
        credentials: list[Credential] = []
        for requirement in alternative:
            scheme = self._schemes[requirement.scheme]
            credential = shown(requirement, scheme, request)
            if credential is None or not self._is_fresh(credential):
                return None
            credentials.append(credential)
        found: dict[str, Any] = {}
        for credential in credentials:
            verdict = await call(self._hooks[credential.scheme], credential)
            if verdict is None or verdict is False:
                return None
            found[credential.scheme] = verdict
        return found

    def _is_fresh(self, credential: Credential) -> bool:
        """Whether an answer to a challenge is one to a challenge of ours, made not too long ago."""
        if not isinstance(credential, Digest):
            return True
        return self._nonces.is_fresh(credential.parameters["nonce"])

    def _digest_challenge(self, request: Request) -> str:
        shown = request.headers.get("authorization", "")
        nonce = digest.parse(shown).get("nonce", "")
        stale = self._nonces.is_own(nonce) and not self._nonces.is_fresh(nonce)
        return digest.challenge(_REALM, self._nonces.make(), stale=stale)

    def _challenge(self, request: Request) -> dict[str, str]:
        """`WWW-Authenticate` (RFC 9110, section 11.6.1): one challenge for each http scheme, in order."""
        names = [
            http_scheme(self._schemes[each.scheme])
            for alternative in self._alternatives
            for each in alternative
        ]
        challenges = [
            self._digest_challenge(request)
            if name == "Digest"
            else f'{name} realm="{_REALM}"'
            for name in dict.fromkeys(filter(None, names))
        ]
        said = ", ".join(challenges or [f'ApiKey realm="{_REALM}"'])
        return {"WWW-Authenticate": said}
