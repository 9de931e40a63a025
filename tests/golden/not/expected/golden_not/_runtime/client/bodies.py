"""Request bodies: which media type, and which bytes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from ..media_type import covers, is_range, kind
from ..operation import Body, Content
from .errors import ArgumentError
from .omit import OMIT
from .values import checked


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


def encode(
    body: Body | None, value: Any, *, content_type: str | None, streaming: bool
) -> tuple[str, bytes] | None:
    """Content-Type and bytes, or None to send nothing.

    The media type is JSON, except that bytes go as a binary one and a `str` as text where the
    document has such a type; `content_type` (a header that the caller set) decides before that.
    Raises :class:`ArgumentError` where the body does not fit or is missing.
    """
    if body is None:
        return None
    if value is OMIT:
        if not body.required:
            return None
        if not any(kind(content.media_type) == "json" for content in body.contents):
            raise ArgumentError("a body is required")
        value = {}
    content = _content(body, value, content_type)
    name = content_type or content.media_type
    if is_range(name):
        name = (
            "text/plain; charset=utf-8"
            if isinstance(value, str)
            else "application/octet-stream"
        )
    if content.stream is not None:
        return name, _lines(content, value)
    form = kind(content.media_type)
    if form == "json" or (
        form == "binary" and not isinstance(value, str | bytes | bytearray)
    ):
        if streaming and body.stream_member is not None:
            value = _asking_for_stream(value, body.stream_member)
        return name, checked(value, content.codec, "the body")
    if form in ("text", "binary") and isinstance(value, str):
        return name, value.encode()
    if form in ("text", "binary") and isinstance(value, bytes | bytearray):
        return name, bytes(value)
    raise ArgumentError(
        f"a body of {content.media_type} cannot be made of {type(value).__name__}"
    )


def _content(body: Body, value: Any, content_type: str | None) -> Content:
    if content_type is not None:
        best = max(
            body.contents, key=lambda content: covers(content.media_type, content_type)
        )
        if covers(best.media_type, content_type):
            return best
        listed = ", ".join(content.media_type for content in body.contents)
        raise ArgumentError(f"the body can be {listed}, not {content_type}")
    if isinstance(value, bytes | bytearray):
        order = ("binary", "text", "json")
    elif isinstance(value, str):
        order = ("text", "json", "binary")
    else:
        order = ("json", "binary", "text")
    for wanted in order:
        for content in body.contents:
            if kind(content.media_type) == wanted:
                return content
    return body.contents[0]


def _lines(content: Content, value: Any) -> bytes:
    """A sequence of JSON texts, one a line."""
    stream = content.stream
    if (
        stream is None
        or stream.framing != "lines"
        or isinstance(value, str)
        or not hasattr(value, "__iter__")
    ):
        raise ArgumentError(
            f"a body of {content.media_type} is made of an iterable of items"
        )
    return b"".join(
        checked(item, stream.item, f"item {number} of the body") + b"\n"
        for number, item in enumerate(value)
    )


def _asking_for_stream(value: Any, member: str) -> Any:
    """The body with its boolean `stream` member set."""
    if isinstance(value, Mapping):
        return {**cast("Mapping[str, Any]", value), member: True}
    if hasattr(value, "model_dump"):
        return {
            **value.model_dump(by_alias=True, exclude_unset=True, mode="json"),
            member: True,
        }
    return value
