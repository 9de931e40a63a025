"""Nonces of digest challenges, told from others' without being remembered (RFC 7616, section 5.4)."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from typing import Final

_KEY: Final = secrets.token_bytes(32)
"""That of this process, where no other is given."""


class Nonces:
    """Makes nonces that say when they were made, and recognises them by a code over that.

    `key` has to be the same in all processes that answer for one another; without one it is this
    process's own. `lifetime` is in seconds.
    """

    def __init__(self, key: bytes | None, lifetime: float) -> None:
        self._key = key or _KEY
        self._lifetime = lifetime

    def make(self) -> str:
        """A nonce that nobody else has been given."""
        said = f"{int(time.time())}.{secrets.token_urlsafe(12)}"
        return f"{said}.{self._code(said)}"

    def is_own(self, nonce: str) -> bool:
        """Whether it was made with this key, whenever that was."""
        said, dot, code = nonce.rpartition(".")
        return bool(dot) and hmac.compare_digest(
            self._code(said).encode(), code.encode()
        )

    def is_fresh(self, nonce: str) -> bool:
        """Whether it was made with this key, and not too long ago."""
        return (
            self.is_own(nonce)
            and time.time() - int(nonce.partition(".")[0]) < self._lifetime
        )

    def _code(self, said: str) -> str:
        return hmac.new(self._key, said.encode(), hashlib.sha256).hexdigest()
