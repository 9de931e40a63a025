"""A document as JSON text that differs only where the document does."""

from __future__ import annotations

from typing import Any

import msgspec

_encode = msgspec.json.Encoder(order="sorted").encode


def canonical(document: Any) -> bytes:
    """JSON (RFC 8259) in UTF-8, with members sorted and two spaces for each level.

    Raises `UnicodeEncodeError` for half of a surrogate pair, which no document has that could be read.
    """
    return msgspec.json.format(_encode(document), indent=2) + b"\n"
