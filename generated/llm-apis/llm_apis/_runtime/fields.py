"""Header fields of answers, as servers write and clients read them (OpenAPI 3.2, "Header Object").

A value stands in the style `simple`, in which nothing is percent-encoded, or is a text of the media type that
the document gives under `content`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from .codec import Codec
from .media_type import kind
from .operation import Header
from .shapes import Shape, split
from .styles import Plain, in_field, simple


def written(header: Header, data: bytes) -> str | None:
    """What says a value that is given as JSON text; None where the style has nothing for it: null, no items.

    Raises :class:`.styles.StyleError` where the style cannot write it.
    """
    if header.media_type is not None and kind(header.media_type) == "json":
        return (
            data.decode()
            if data.isascii()
            else json.dumps(json.loads(data), separators=(",", ":"))
        )
    value: Plain = json.loads(data, parse_int=str, parse_float=str)
    if header.media_type is not None:
        return in_field(value if isinstance(value, str) else data.decode())
    return simple(value, header.explode, in_field)


def candidates(header: Header, lines: Sequence[str]) -> Iterator[str]:
    """JSON texts for what was sent, the most likely first. A field sent several times is a list."""
    raw = ", ".join(lines).strip()
    if header.media_type is None:
        yield from _shape(header.codec).candidates(
            split(raw, ",", header.explode, str.strip)
        )
    elif kind(header.media_type) == "json":
        yield raw
    else:
        shape = _shape(header.codec)
        yield from (shape.scalar(raw, typed) for typed in (True, False))


def _shape(codec: Codec[Any]) -> Shape:
    return Shape.of(codec.adapter.json_schema())
