"""Request bodies: which media type, and which bytes."""

from __future__ import annotations

import json
from collections.abc import (
    AsyncIterable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from pydantic import BaseModel

from ..lines import framed
from ..media_type import charset, covers, is_range, kind
from ..operation import Body, Content, Stream
from ..uploads import UploadedFile
from .boundary import make_boundary
from .errors import ArgumentError
from .files import Source, is_file, is_open, is_pieces
from .forms import is_sequence, set_members, urlencoded
from .multipart import multipart
from .omit import OMIT, Omit
from .payload import Payload
from .values import checked

_OBJECTS: Final = ("json", "form", "multipart")
"""The kinds of media type of which a body can be an object without members."""


def members(
    body: Any, given: Mapping[str, Any], extra: Mapping[str, Any] | None = None
) -> Any:
    """The body of a call: a ready one, or an object of the members that were given; :data:`OMIT` if neither.

    `given` is by wire name, `extra` holds members that the document does not declare.
    Raises :class:`ArgumentError` where both forms are used, or an extra member is a declared one.
    """
    own = {name: value for name, value in given.items() if value is not OMIT}
    if extra:
        declared = sorted(given.keys() & extra.keys())
        if declared:
            raise ArgumentError(
                f"extra_ holds members with arguments of their own: {', '.join(declared)}"
            )
        own.update(extra)
    if body is OMIT:
        return own or OMIT
    if own:
        raise ArgumentError(
            f"body_ is the whole body: {', '.join(sorted(own))} cannot be given beside it"
        )
    return body


@dataclass(frozen=True, slots=True)
class SentAs:
    """A body whose media type the caller chose."""

    body: Any
    content_type: str


def sent_as(body: Any, content_type: str | Omit) -> Any:
    """The body, to be sent as a media type, if one was chosen."""
    return body if isinstance(content_type, Omit) else SentAs(body, content_type)


def encode(
    body: Body | None,
    value: Any,
    *,
    content_type: str | None,
    streaming: bool,
    boundary: Callable[[], str] = make_boundary,
) -> tuple[str, bytes | Payload] | None:
    """Content-Type and content, or None to send nothing.

    The media type is JSON, except that binary content goes as a binary one and a `str` as text where the
    document has such a type; `content_type` (an argument, or a header that the caller set) decides before
    that. Raises :class:`ArgumentError` where the body does not fit or is missing.
    """
    if body is None:
        return None
    if isinstance(value, SentAs):
        value, content_type = value.body, value.content_type
    if value is OMIT:
        if not body.required:
            return None
        if not any(kind(c.media_type) in _OBJECTS for c in body.contents):
            raise ArgumentError("a body is required")
        value = {}
    content = _content(body, value, content_type)
    name = content_type or content.media_type
    if is_range(name):
        name = _concrete(name, value)
    if content.stream is not None:
        return name, _lines(content, content.stream, value)
    form = kind(content.media_type)
    if form == "json" or (
        form == "binary" and isinstance(value, Mapping | list | BaseModel)
    ):
        asks = streaming and isinstance(value, Mapping | BaseModel)
        if asks and body.stream_member is not None:
            value = placed(value, (body.stream_member,), True)
        return name, checked(value, content.codec, "the body")
    if form == "form":
        return name, urlencoded(content, value)
    if form == "multipart":
        return multipart(content, value, name, boundary)
    return name, _plain(content, value, name)


def _concrete(media_range: str, value: Any) -> str:
    """What a value is sent as where the document names a range: nothing but a media type can be sent."""
    if isinstance(value, str):
        return "text/plain; charset=utf-8"
    if covers(media_range, "application/json") and not _is_binary(value):
        return "application/json"
    return "application/octet-stream"


def _is_binary(value: Any) -> bool:
    given = isinstance(value, bytes | bytearray | UploadedFile) or is_open(value)
    return given or (is_pieces(value) and not is_sequence(value))


def _plain(content: Content, value: Any, name: str) -> bytes | Payload:
    """Text, or binary content in any of its forms."""
    if (
        kind(content.media_type) == "text"
        and content.codec is not None
        and not (isinstance(value, str) or _is_binary(value))
    ):
        # Numbers and the like have texts, as in parameters.
        raw = checked(value, content.codec, "the body").decode()
        value = json.loads(raw) if raw.startswith('"') else raw
    if isinstance(value, str):
        try:
            return value.encode(charset(name))
        except (UnicodeEncodeError, LookupError):
            raise ArgumentError(f"the body cannot be written as {name}") from None
    if isinstance(value, bytes | bytearray):
        return bytes(value)
    if isinstance(value, UploadedFile):
        return Payload(Source(value.file))
    if is_open(value) or (kind(content.media_type) == "binary" and is_pieces(value)):
        return Payload(Source(value))
    raise ArgumentError(
        f"a body of {content.media_type} cannot be made of {type(value).__name__}"
    )


def _content(body: Body, value: Any, content_type: str | None) -> Content:
    if content_type is not None:
        best = max(
            body.contents,
            key=lambda content: (
                content.media_type == content_type,
                covers(content.media_type, content_type),
            ),
        )
        if covers(best.media_type, content_type):
            return best
        listed = ", ".join(content.media_type for content in body.contents)
        raise ArgumentError(f"the body can be {listed}, not {content_type}")
    if len(body.contents) == 1:
        return body.contents[0]
    for wanted in _order(value):
        found = [content for content in body.contents if _kind(content) == wanted]
        if found:
            return _fitting(found, value)
    return body.contents[0]


def _kind(content: Content) -> str:
    return "lines" if content.stream is not None else kind(content.media_type)


def _fitting(contents: Sequence[Content], value: Any) -> Content:
    """Of several JSON types the first that takes the value; else the first, whose refusal is told."""
    if len(contents) > 1 and not isinstance(value, Iterator):
        for content in contents:
            if _kind(content) == "json" and _takes(content, value):
                return content
    return contents[0]


def _takes(content: Content, value: Any) -> bool:
    try:
        checked(value, content.codec, "the body")
    except ArgumentError:
        return False
    return True


def _order(value: Any) -> tuple[str, ...]:
    """The kinds of media type that a value is for, the likeliest first."""
    if isinstance(value, str):
        return ("text", "json", "binary")
    if isinstance(value, bytes | bytearray | UploadedFile) or is_open(value):
        return ("binary", "text", "json")
    if isinstance(value, Mapping | BaseModel):
        files = isinstance(value, Mapping) and _holds_files(
            cast("Mapping[str, Any]", value)
        )
        return ("multipart",) if files else ("json", "form", "multipart", "binary")
    if isinstance(value, list | tuple):
        return ("json", "lines", "multipart", "binary")
    if isinstance(value, Iterable | AsyncIterable):
        return ("lines", "binary", "json")
    return ("json", "text", "binary")


def _holds_files(value: Mapping[str, Any]) -> bool:
    """Whether a form holds a file, which JSON has no place for."""
    return any(
        is_file(member) or (is_sequence(member) and any(map(is_file, member)))
        for member in value.values()
    )


def _lines(content: Content, stream: Stream, value: Any) -> Payload:
    """A sequence of JSON texts, each checked when its turn has come."""
    framing = stream.framing
    items = isinstance(value, Iterable | AsyncIterable)
    if framing == "events" or isinstance(value, str | bytes | Mapping) or not items:
        raise ArgumentError(
            f"a body of {content.media_type} is made of an iterable of items"
        )

    def line(number: int, item: Any) -> bytes:
        return framed(framing, checked(item, stream.item, f"item {number} of the body"))

    return Payload(Source(value, line))


def placed(body: Any, way: Sequence[str], value: Any) -> Any:
    """The body with a value at the end of a way of members; those on the way that are not there are made.

    Raises :class:`ArgumentError` where a body, or a member on the way, is no object.
    """
    if isinstance(body, SentAs):
        return replace(body, body=placed(body.body, way, value))
    if not way:
        return value
    own = set_members({} if body is OMIT or body is None else body)
    return {**own, way[0]: placed(own.get(way[0]), way[1:], value)}


def found_at(body: Any, way: Sequence[str]) -> Any:
    """What a body has at the end of a way of members; None where the way ends before."""
    body = body.body if isinstance(body, SentAs) else body
    for name in way:
        if not isinstance(body, Mapping | BaseModel):
            return None
        body = set_members(body).get(name)
    return body
