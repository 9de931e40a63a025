"""Media types (RFC 9110, 8.3 and 12.5.1): how a body of one is read, and which ones a range covers."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

_PARAMETER = re.compile(
    r'([!#$%&\'*+.^_`|~\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))'
)
_ESCAPED = re.compile(r'\\(["\\])')

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
    if name.startswith("text/") or is_xml(name):
        return "text"
    return "binary"


def is_xml(media_type: str) -> bool:
    """Whether it is one of XML (RFC 7303): a text here, whatever its schema says."""
    name = essence(media_type)
    known = ("application/xml", "text/xml", "application/xml-dtd")
    return name in known or name.endswith("+xml")


def parameter(media_type: str, name: str) -> str | None:
    """The value of a parameter of the media type, without quotes (RFC 9110, section 5.6.6)."""
    for key, value in _parameters(media_type):
        if key == name:
            return value
    return None


@lru_cache(maxsize=512)
def _parameters(media_type: str) -> tuple[tuple[str, str], ...]:
    found = _PARAMETER.findall(media_type.partition(";")[2])
    return tuple(
        (name.lower(), _ESCAPED.sub(r"\1", quoted) if quoted else plain)
        for name, quoted, plain in found
    )


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
    return parameter(media_type, "charset") or "utf-8"
