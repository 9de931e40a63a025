"""From what a handler gave back to a response that holds to the operation's description."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from mimetypes import MimeTypes
from os import fspath
from typing import Any, Final

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError
from starlette.responses import Response

from ..codec import Codec
from ..fields import written
from ..media_type import charset, covers, is_range, is_xml, kind
from ..operation import Content, Header, Operation
from ..operation import Response as Described
from ..styles import StyleError, fits_field, names_field
from .negotiation import declared, preferred
from .sent import is_path, is_streamed
from .services import AnyReply, Reply

_TYPES: Final = MimeTypes()
"""Python's own table: the system's would make answers differ from machine to machine."""


class ReplyError(Exception):
    """A handler's answer is none that the operation describes."""


@dataclass(frozen=True, slots=True)
class Streamed:
    """A binary answer that is made while it is sent: its head, and what gives its pieces."""

    status: int
    headers: Mapping[str, str]
    media_type: str
    body: Any


class Replies:
    """The answers of one operation."""

    def __init__(self, operation: Operation) -> None:
        self._operation = operation
        self._described = {each.status.upper(): each for each in operation.responses}
        self._statuses = {empty: _plain(operation, empty) for empty in (True, False)}

    def respond(
        self, result: Any, *, accept: str = "", validate: bool = True
    ) -> Response | Streamed:
        """The response for a handler's result. Raises :class:`ReplyError`.

        With `validate` a body is read again by its type after it was written, so that what is sent is
        what the document says, whatever became of a model after it was made.
        """
        reply = result if isinstance(result, AnyReply) else self._reply(result)
        described = self.find(reply.status)
        headers = header_fields(described.headers, reply, validate)
        contents = [content for content in described.contents if content.stream is None]
        if not contents or reply.status in (204, 304):
            if reply.body is not None:
                raise ReplyError(f"status {reply.status} has no body")
            return Response(None, reply.status, headers)
        choices = _chosen(contents, reply.media_type, accept, reply.body)
        if is_streamed(reply.body):
            binary = [name for name, _ in choices if kind(name) not in ("json", "text")]
            if not binary:
                raise ReplyError(f"status {reply.status} has no binary body")
            return Streamed(reply.status, headers, binary[0], reply.body)
        if isinstance(reply.body, bytes):
            choices.sort(key=lambda choice: kind(choice[0]) != "binary")
        media_type, data = _body(choices, reply, validate)
        headers["content-type"] = _labelled(media_type)
        return Response(data, reply.status, headers)

    def find(self, status: int) -> Described:
        """What is said of a status: of it, of its range, by default (OpenAPI 3.2, "Responses Object").

        Raises :class:`ReplyError` where nothing is.
        """
        known = self._described
        found = known.get(str(status)) or known.get(f"{status // 100}XX")
        found = found or known.get("DEFAULT")
        if found is None:
            raise ReplyError(f"{self._named} describes no status {status}")
        return found

    def _reply(self, body: Any) -> Reply:
        """A value without a status."""
        status = self._statuses[body is None]
        if status is None:
            raise ReplyError(f"{self._named} needs a reply that says its status")
        return Reply(status=status, body=body)

    @property
    def _named(self) -> str:
        return f"{self._operation.method} {self._operation.path}"


def _plain(operation: Operation, empty: bool) -> int | None:
    """The status of a value without one: the only success that has a body, or the only one without."""
    successes = [d for d in operation.responses if d.status.startswith("2")]
    if not successes:
        successes = [d for d in operation.responses if d.status == "default"]
    if len(successes) > 1:
        successes = [d for d in successes if bool(d.contents) is not empty]
    if len(successes) != 1:
        return None
    status = successes[0].status
    return int(status) if status.isdigit() else 200


def _chosen(
    contents: Sequence[Content], media_type: str | None, accept: str, body: object
) -> list[tuple[str, Content]]:
    """Media types to try, the best first. A range is no type to send: it needs the handler's word."""
    if media_type is not None:
        content = declared(contents, media_type)
        if content is None:
            raise ReplyError(f"the media type {media_type!r} is not described")
        return [(media_type, content)]
    ordered = preferred(contents, accept)
    named = [(_concrete(content.media_type, body), content) for content in ordered]
    found = [(name, content) for name, content in named if name is not None]
    if not found:
        listed = ", ".join(content.media_type for content in ordered)
        raise ReplyError(f"a reply in {listed} has to say its media type")
    return found


def _labelled(media_type: str) -> str:
    """Text says its character set, which receivers would guess otherwise (RFC 9110, section 8.3.2)."""
    plain = kind(media_type) == "text" and "charset" not in media_type.lower()
    return f"{media_type}; charset=utf-8" if plain else media_type


def _concrete(media_type: str, body: object) -> str | None:
    """The media type to send: for a range, what a path's ending says, else the plainest type of its own."""
    if not is_range(media_type):
        return media_type
    plain = ["application/octet-stream", "text/plain"]
    if is_path(body):
        plain.insert(0, _TYPES.guess_type(fspath(body))[0] or "")
    elif not isinstance(body, bytes) and not is_streamed(body):
        plain.insert(0, "application/json")
    return next((name for name in plain if covers(media_type, name)), None)


def _body(
    choices: Sequence[tuple[str, Content]], reply: AnyReply, validate: bool
) -> tuple[str, bytes]:
    first: ReplyError | None = None
    for media_type, content in choices:
        try:
            return media_type, write(media_type, content.codec, reply.body, validate)
        except ReplyError as error:
            first = first or error
    raise first or ReplyError("there is no media type to answer in")


def write(
    media_type: str, codec: Codec[Any] | None, value: Any, validate: bool
) -> bytes:
    """A body in its media type: JSON, or text, or bytes as they are. Raises :class:`ReplyError`."""
    json_body = kind(media_type) == "json"
    if isinstance(value, bytes):
        if validate and json_body and codec is not None:
            check(codec, value)
        return value
    if codec is None or (isinstance(value, str) and is_xml(media_type)):
        if isinstance(value, str) and not json_body:
            return value.encode(charset(media_type))
        return json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    data = encode(codec, value, validate)
    if json_body:
        return data
    text = json.loads(data)
    return text.encode(charset(media_type)) if isinstance(text, str) else data


def encode(codec: Codec[Any], value: Any, validate: bool) -> bytes:
    """JSON by a type; what was not set is not there. Raises :class:`ReplyError`."""
    try:
        data = codec.adapter.dump_json(
            value,
            by_alias=True,
            exclude_unset=True,
            warnings=False if validate else "error",
        )
    except PydanticSerializationError as error:
        raise ReplyError(str(error)) from error
    if validate:
        check(codec, data)
    return data


def check(codec: Codec[Any], data: bytes) -> None:
    try:
        codec.decode(data)
    except ValidationError as error:
        raise ReplyError(str(error)) from error


def header_fields(
    described: Sequence[Header], reply: AnyReply, validate: bool
) -> dict[str, str]:
    """Header fields; `Content-Type` is the body's affair (OpenAPI 3.2, "headers").

    Raises :class:`ReplyError`.
    """
    if not (described or reply.headers or reply.extra_headers):
        return {}
    known = {header.name.lower(): header for header in described}
    texts = dict(reply.extra_headers)
    given: Mapping[str, object] = reply.headers
    for name, value in given.items():
        header = known.get(name.lower())
        text = str(value) if header is None else _header(header, value, validate)
        texts |= {} if text is None else {name: text}
    fields = {name.lower(): text for name, text in texts.items()}
    fields.pop("content-type", None)
    for name, text in fields.items():
        if not (names_field(name) and fits_field(text)):
            raise ReplyError(
                f"the header {name!r} has a name or a value that no header field can have"
            )
    for header in described if validate else ():
        if header.required and header.name.lower() not in fields:
            raise ReplyError(f"the header {header.name} is required")
    return fields


def _header(header: Header, value: object, validate: bool) -> str | None:
    try:
        return written(header, encode(header.codec, value, validate))
    except StyleError as error:
        raise ReplyError(f"the header {header.name}: {error}") from error
