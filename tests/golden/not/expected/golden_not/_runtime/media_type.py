"""Media types (RFC 9110, 8.3 and 12.5.1): how a body of one is read, and which ones a range covers."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

Kind = Literal["json", "text", "form", "multipart", "binary"]


@lru_cache(maxsize=512)
def essence(media_type: str) -> str:
    """`type/subtype` in lower case, without parameters."""
    return media_type.partition(";")[0].strip().lower()


@lru_cache(maxsize=512)
def kind(media_type: str) -> Kind:
    """What a body of this media type is: JSON for `application/json` and `+json`, text for `text/*`."""
    name = essence(media_type)
    if name in ("application/json", "text/json") or name.endswith("+json"):
        return "json"
    if name == "application/x-www-form-urlencoded":
        return "form"
    if name.startswith("multipart/"):
        return "multipart"
    if name.startswith("text/"):
        return "text"
    return "binary"


def is_range(media_type: str) -> bool:
    """Whether this stands for several media types (`image/*`, `*/*`)."""
    return "*" in essence(media_type)


def covers(media_range: str, media_type: str) -> int:
    """How exactly a range covers a media type: 3 the same, 2 its type, 1 anything, 0 not at all."""
    wanted, actual = essence(media_range), essence(media_type)
    if wanted == actual:
        return 3
    if wanted == "*/*":
        return 1
    top, _, rest = wanted.partition("/")
    return 2 if rest == "*" and actual.startswith(top + "/") else 0


@lru_cache(maxsize=512)
def charset(media_type: str) -> str:
    """The `charset` parameter, or UTF-8."""
    for parameter in media_type.split(";")[1:]:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "charset":
            return value.strip().strip('"') or "utf-8"
    return "utf-8"
