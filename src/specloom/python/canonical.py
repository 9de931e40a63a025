"""A document as JSON text that differs only where the document does."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_EXPONENT = re.compile(rb"[:,\[]-?(?:\d[\d.]*e-?\d+|0\.0000\d*)[,\]}]")
"""Where there may be a number that Python writes with an exponent, of compact JSON."""
_ALIKE = bytes.maketrans(b":[]}", b",,,,")
_encode = msgspec.json.Encoder(order="sorted").encode


def canonical(document: Any) -> bytes:
    """JSON in UTF-8, with members sorted and two spaces for each level, without lone surrogates.

    msgspec writes it in a tenth of the time, but for the numbers and texts of which it has another opinion.
    """
    try:
        compact = _encode(document)
    except UnicodeEncodeError:
        text = _written(document)
        return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text).encode()
    if _may_have_exponents(compact) and _EXPONENT.search(compact):
        return _written(document).encode()
    return msgspec.json.format(compact, indent=2) + b"\n"


def _may_have_exponents(compact: bytes) -> bool:
    """Whether a closer look, which takes longer than all the rest, is worth it: of such a number nothing is
    left but its `e` when its digits are taken away."""
    return b"0.0000" in compact or b",e," in compact.translate(_ALIKE, b"0123456789.-")


def _written(document: Any) -> str:
    return json.dumps(document, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
