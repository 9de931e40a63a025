"""`multipart` bodies (RFC 7578, RFC 2046), written while they are sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from ..media_type import parameter
from ..operation import Content
from ..styles import fits_field, names_field
from .errors import ArgumentError
from .files import File, Source
from .forms import Field, fields, parts
from .payload import Payload

_BOUNDARY: Final = re.compile(r"[0-9A-Za-z'()+_,./:=?-]{1,70}")
_NAMES: Final = {'"': "%22", "\r": "%0D", "\n": "%0A", "\\": "\\\\"}
"""What a name or filename cannot hold (HTML Standard, "Multipart form data"; RFC 2045, quoted strings)."""


def multipart(
    content: Content, value: object, media_type: str, boundary: Callable[[], str]
) -> tuple[str, Payload]:
    """Content-Type and body. `boundary` is asked until it gives one that occurs in no part in memory.

    Raises :class:`ArgumentError` for a value that does not fit.
    """
    named = not isinstance(value, list | tuple)
    listed = list(fields(content, value) if named else parts(content, value))
    written: list[tuple[bytes, bytes | Source]] = [
        (_head(field, named), _content(field)) for field in listed
    ]
    given = parameter(media_type, "boundary")
    mark = given if given is not None else _free(written, boundary)
    pieces: list[bytes | Source] = []
    for head, body in written:
        pieces += [b"--%s\r\n%s\r\n" % (mark.encode(), head), body, b"\r\n"]
    pieces.append(b"--%s--\r\n" % mark.encode())
    label = media_type if given is not None else f"{media_type}; boundary={mark}"
    return label, Payload(*pieces)


def _free(
    written: Iterable[tuple[bytes, bytes | Source]], boundary: Callable[[], str]
) -> str:
    known = [piece for part in written for piece in part if isinstance(piece, bytes)]
    while True:
        mark = boundary()
        if _BOUNDARY.fullmatch(mark) is None:
            raise ArgumentError(f"{mark!r} cannot be a boundary (RFC 2046, 5.1.1)")
        if not any(mark.encode() in piece for piece in known):
            return mark


def _content(field: Field) -> bytes | Source:
    if isinstance(field.content, str):
        return field.content.encode()
    content = field.content.content
    return bytes(content) if isinstance(content, bytes | bytearray) else Source(content)


def _head(field: Field, named: bool) -> bytes:
    """The header fields of a part. Names are UTF-8 (RFC 7578, section 5.1)."""
    file = field.content if isinstance(field.content, File) else None
    said: dict[str, str] = {}
    if named:
        shown = f'form-data; name="{_name(field.name)}"'
        said["Content-Disposition"] = (
            shown if file is None else f'{shown}; filename="{_name(file.name)}"'
        )
    elif file is not None and (file.filename or file.name != "blob"):
        said["Content-Disposition"] = f'attachment; filename="{_name(file.name)}"'
    own = dict[str, str]()
    if field.content_type is not None:
        own["Content-Type"] = field.content_type
    own |= {} if file is None else file.headers
    for name, value in own.items():
        if not (names_field(name) and fits_field(value)):
            raise ArgumentError(f"the header {name!r} of a part cannot be sent")
        said[name] = value
    for header in field.encoding.headers:
        known = {name.lower() for name in said}
        if header.required and header.name.lower() not in known:
            what = field.name or "a part"
            raise ArgumentError(f"{what} needs the header {header.name}: give a File")
    return "".join(f"{name}: {value}\r\n" for name, value in said.items()).encode()


def _name(text: str) -> str:
    return "".join(_NAMES.get(char, char) for char in text)
