"""Parameter styles: a value as text, by OpenAPI Specification 3.2 ("Style Values") and RFC 6570.

A value here is JSON as Python has it, its numbers kept as texts. As in RFC 6570 (section 2.3)
null and empty lists are undefined: nothing is written for them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeGuard
from urllib.parse import quote

Plain: TypeAlias = "str | bool | Sequence[Plain] | Mapping[str, Plain] | None"
Encode: TypeAlias = "Callable[[str], str]"

_RESERVED: Final = ":/?@!$'()*,;"
"""The reserved characters (RFC 3986, 2.2) that a query can hold without changing its own structure."""
_RESERVED_IN_PATH: Final = ":@!$&'()*+,;="
"""Those that a path segment can hold (RFC 3986, 3.3): `/`, `?` and `#` would end it (OAS 3.2, 4.12.2.2)."""
_UNFIT: Final = re.compile(r"[^\t -~\x80-\xff]|\A[\t ]|[\t ]\Z")
"""What no value of a header field can hold, and white space around one, which gets lost (RFC 9110, 5.5)."""
_TOKEN: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TRIPLET: Final = re.compile(r"(%[0-9A-Fa-f]{2})")


class StyleError(ValueError):
    """The style cannot write such a value."""


def encoded(text: str) -> str:
    """Percent-encode all but the unreserved characters (RFC 3986, section 2.3)."""
    return quote(text, safe="")


def reserved(text: str) -> str:
    """As :func:`encoded`, but reserved characters and percent-encoded ones stay (`allowReserved`)."""
    return _expanded(text, _RESERVED)


def reserved_in_path(text: str) -> str:
    """The same for a path."""
    return _expanded(text, _RESERVED_IN_PATH)


def _expanded(text: str, safe: str) -> str:
    return "".join(
        part if _TRIPLET.fullmatch(part) else quote(part, safe=safe)
        for part in _TRIPLET.split(text)
    )


def verbatim(text: str) -> str:
    """The text itself."""
    return text


def fits_field(text: str) -> bool:
    """Whether a header field can have such a value, and it arrives as it is (RFC 9110, section 5.5)."""
    return not _UNFIT.search(text)


def names_field(text: str) -> bool:
    """Whether a header field can be called so (RFC 9110, section 5.1)."""
    return _TOKEN.fullmatch(text) is not None


def in_field(text: str) -> str:
    """The text itself: header fields are not percent-encoded.

    Raises :class:`StyleError` for what is no value of one.
    """
    if not fits_field(text):
        raise StyleError(
            "no header field can hold it: a character, or white space at an end"
        )
    return text


def simple(value: Plain, explode: bool, encode: Encode) -> str | None:
    """`a,b`; objects `k,v,k,v` or, exploded, `k=v,k=v`."""
    return _joined(value, ",", explode, encode)


def label(value: Plain, explode: bool, encode: Encode) -> str | None:
    """`.a,b` or, exploded, `.a.b`."""
    text = _joined(value, "." if explode else ",", explode, encode)
    return None if text is None else f".{text}"


def matrix(name: str, value: Plain, explode: bool, encode: Encode) -> str | None:
    """`;n=a,b` or, exploded, `;n=a;n=b`; an empty value has no `=`."""
    pairs = _named(name, value, explode, _without(";", encode), ",")
    if not pairs:
        return None
    return "".join(f";{key}={text}" if text else f";{key}" for key, text in pairs)


def form(
    name: str, value: Plain, explode: bool, encode: Encode, delimiter: str = ","
) -> list[tuple[str, str]]:
    """`n=a,b` or, exploded, `n=a&n=b`; an exploded object's members stand for themselves.

    spaceDelimited and pipeDelimited differ in the delimiter alone, and the style cookie in that nothing is
    encoded.
    """
    return _named(name, value, explode, encode, delimiter)


def deep_object(name: str, value: Plain, encode: Encode) -> list[tuple[str, str]]:
    """`n[k]=v`, the brackets percent-encoded. Raises :class:`StyleError` for anything but a flat object."""
    if value is None:
        return []
    if not isinstance(value, Mapping):
        raise StyleError("the style deepObject writes objects only")
    return [
        (f"{encoded(name)}%5B{encoded(key)}%5D", encode(_scalar(member)))
        for key, member in value.items()
        if member is not None
    ]


def _named(
    name: str, value: Plain, explode: bool, encode: Encode, delimiter: str
) -> list[tuple[str, str]]:
    as_key = verbatim if encode is verbatim else encoded
    key = as_key(name)
    if explode and isinstance(value, Mapping):
        return [
            (as_key(k), encode(_scalar(v))) for k, v in value.items() if v is not None
        ]
    if explode and _is_list(value):
        return [(key, encode(_scalar(item))) for item in value if item is not None]
    text = _joined(value, delimiter, False, encode)
    return [] if text is None else [(key, text)]


def _joined(value: Plain, delimiter: str, explode: bool, encode: Encode) -> str | None:
    if isinstance(value, Mapping):
        item = _without(delimiter, encode)
        members = [(k, _scalar(v)) for k, v in value.items() if v is not None]
        parts = (
            [f"{_without('=', item)(k)}={item(v)}" for k, v in members]
            if explode
            else [item(part) for pair in members for part in pair]
        )
    elif _is_list(value):
        item = _without(delimiter, encode)
        parts = [item(_scalar(each)) for each in value if each is not None]
    else:
        return None if value is None else encode(_scalar(value))
    return delimiter.join(parts) if parts else None


def _without(delimiter: str, encode: Encode) -> Encode:
    """Encodes items so that the delimiter in one is not taken for what stands between two.

    Raises :class:`StyleError` where the delimiter is what its own encoding is, or nothing is encoded. The
    dot of the style label stays: RFC 6570 (section 3.2.5) does not encode it.
    """

    def item(text: str) -> str:
        written = encode(text)
        if delimiter == "." or delimiter not in written:
            return written
        if encode in (verbatim, in_field) or len(delimiter) > 1:
            raise StyleError("an item holds what stands between items in this style")
        return written.replace(delimiter, f"%{ord(delimiter):02X}")

    return item


def _scalar(value: Plain) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    raise StyleError("no style writes arrays or objects inside arrays or objects")


def _is_list(value: Plain) -> TypeGuard[Sequence[Plain]]:
    return isinstance(value, Sequence) and not isinstance(value, str)
