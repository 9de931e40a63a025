"""Request bodies: bytes to a typed value, by media type."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError
from starlette.requests import Request

from ..codec import Codec
from ..media_type import charset, is_xml, kind
from ..operation import Body, Content
from ..shapes import Reading, Shape
from . import faults, forms
from .multipart import Limits
from .negotiation import declared
from .problems import Fault, ProblemError, invalid
from .received import ByteStream, ItemStream, chunks, items

_ANYTHING: Codec[Any] = Codec(lambda: Any)


async def receive(request: Request, limit: int | None) -> bytes:
    """The whole body. Raises :class:`ProblemError`, status 413, when it is longer than `limit` bytes."""
    return b"".join([chunk async for chunk in chunks(request, limit)])


async def read(request: Request, body: Body, limit: int | None, limits: Limits) -> Any:
    """The body as its handler takes it: read whole, or while it comes; None where there is none.

    Raises :class:`ProblemError` as :func:`decode` does, and 413 for what is longer than `limit` bytes.
    """
    media_type = request.headers.get("content-type", "")
    content = declared(body.contents, media_type) if media_type else None
    if content is not None:
        pieces = chunks(request, limit)
        stream = content.stream
        if stream is not None and stream.framing != "events":
            return ItemStream(items(pieces, stream.item or _ANYTHING, stream.framing))
        if kind(media_type) == "multipart":
            return await forms.multipart(content, pieces, media_type, limits)
        if kind(media_type) == "binary" and _is_raw(content):
            return ByteStream(pieces, media_type)
    return decode(body, await receive(request, limit), media_type)


def decode(body: Body, data: bytes, media_type: str) -> Any:
    """The typed value; None where an optional body is absent.

    Raises :class:`ProblemError`: 415 for a media type that is not declared, 400 for text that is no JSON
    or not in its character set, 422 for a value that the schema refuses or a required body left out.
    """
    if not data and not media_type:
        return _absent(body)
    content = declared(body.contents, media_type)
    if content is None:
        if not data and not body.required:
            return None
        offered = ", ".join(each.media_type for each in body.contents)
        raise ProblemError(
            415,
            f"The body must be of one of these types: {offered}.",
            headers={"Accept": offered},
        )
    if kind(media_type) == "form":
        return forms.urlencoded(content, data, media_type)
    if kind(media_type) == "json":
        return _absent(body) if not data else _json(content, data)
    return _other(content, data, media_type)


def _absent(body: Body) -> None:
    if body.required:
        raise invalid([Fault("a body is required", pointer="")])


def _json(content: Content, data: bytes) -> Any:
    try:
        return (content.codec or _ANYTHING).decode(data)
    except ValidationError as error:
        if any(
            entry["type"] == "json_invalid" for entry in error.errors(include_url=False)
        ):
            raise ProblemError(
                400, "The body is not JSON.", faults.in_body(error, b"null")
            ) from None
        raise invalid(faults.in_body(error, data)) from None


def _is_raw(content: Content) -> bool:
    """Whether binary data of it stay bytes: its schema is of a string, or there is none.

    Other binary media types carry JSON where their schema asks for more than that.
    """
    if content.codec is None:
        return True
    return Shape.of(content.codec.adapter.json_schema()).kinds <= {"string"}


def _other(content: Content, data: bytes, media_type: str) -> Any:
    """Text is read as a parameter's text is; XML stays the text that it is."""
    if kind(media_type) == "binary":
        return data if _is_raw(content) else _json(content, data)
    text = _text(data, media_type)
    if content.codec is None or is_xml(media_type):
        return text
    first: ValidationError | None = None
    for candidate in Shape.of(content.codec.adapter.json_schema()).candidates(
        Reading(text)
    ):
        try:
            return content.codec.decode(candidate)
        except ValidationError as error:
            first = first or error
    found = (
        faults.in_body(first, b"null") if first else (Fault("is not text", pointer=""),)
    )
    raise invalid(found)


def _text(data: bytes, media_type: str) -> str:
    try:
        return data.decode(charset(media_type))
    except (UnicodeDecodeError, LookupError):
        raise ProblemError(400, "The body is not text in its character set.") from None
