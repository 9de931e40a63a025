"""What stands between the parts of a multipart body (RFC 2046, section 5.1.1)."""

from __future__ import annotations

import secrets


def make_boundary() -> str:
    """A boundary that nobody can guess."""
    return secrets.token_hex(16)
