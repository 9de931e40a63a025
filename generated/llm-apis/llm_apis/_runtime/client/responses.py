"""Answers: which response of the document one is, and the value of its body."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

from pydantic import ValidationError

from ..codec import Codec
from ..media_type import charset, covers, essence, kind
from ..operation import Content, Operation, Response, Stream
from .errors import DecodeError, ResponseError, StatusError
from .headers import Headers
from .raising import raised_class
from .retry import retry_after
from .values import faults
from .wire import Head, Received, title

_BARE = frozenset({204, 205, 304})


def find_response(operation: Operation, status: int) -> Response | None:
    """The response for a status: its own, else its range's, else `default` (Responses Object)."""
    own, its_range = str(status), f"{status // 100}XX"
    found: Response | None = None
    for response in operation.responses:
        named = response.status.upper()
        if named == own:
            return response
        if named == its_range or (named == "DEFAULT" and found is None):
            found = response
    return found


def find_success(operation: Operation, status: int) -> Response | None:
    """The response for a status that is a success: `default` is for failures where others are successes."""
    response = find_response(operation, status) if 200 <= status < 300 else None
    if response is None or response.status[0] == "2":
        return response
    listed = any(other.status[0] == "2" for other in operation.responses)
    return None if listed else response


def find_content(response: Response, content_type: str | None) -> Content | None:
    """The media type that covers the answer's most exactly; without a Content-Type the first.

    Where none covers it, one that is read the same way (JSON for JSON) is taken.
    """
    if not response.contents:
        return None
    if content_type is None:
        return response.contents[0]
    best = max(
        response.contents, key=lambda content: covers(content.media_type, content_type)
    )
    if covers(best.media_type, content_type):
        return best
    alike = kind(content_type)
    if alike == "binary":
        return None
    return next(
        (
            c
            for c in response.contents
            if c.stream is None and kind(c.media_type) == alike
        ),
        None,
    )


def value_of(
    operation: Operation,
    answer: Received,
    secrets: tuple[str, ...] = (),
    *,
    strict: bool = False,
    errors: str = "",
) -> Any:
    """The typed body of a success, None where there is none. `strict` takes what is exact only.
    `errors` is the module of the operation's own error classes.

    Raises :class:`StatusError` (of the status's class) for everything else, and :class:`DecodeError`
    where the body is not what the document says.
    """
    response = find_success(operation, answer.status)
    if response is None:
        raise status_error(operation, answer, secrets, strict=strict, errors=errors)
    if operation.method == "HEAD" or answer.status in _BARE or not response.contents:
        return None
    content_type = answer.headers.get("content-type")
    content = find_content(response, content_type)
    if content is None or content.stream is not None:
        listed = ", ".join(c.media_type for c in response.contents if c.stream is None)
        raise decode_error(operation, answer, f"it is {content_type}, not {listed}")
    try:
        return _read(
            content, content_type or content.media_type, answer.raw, strict=strict
        )
    except (ValueError, LookupError) as error:
        reason = faults(error) if isinstance(error, ValidationError) else str(error)
        raise decode_error(operation, answer, reason) from error


def status_error(
    operation: Operation,
    answer: Received,
    secrets: tuple[str, ...] = (),
    *,
    strict: bool = False,
    errors: str = "",
) -> StatusError:
    """The error for an answer that is no success. A body that cannot be read stays as it came, and then the
    class of the error does not say what it is."""
    response = find_response(operation, answer.status)
    content_type = answer.headers.get("content-type")
    content = find_content(response, content_type) if response is not None else None
    body, typed = None, False
    if answer.raw:
        form = content_type or (content.media_type if content else "")
        body, typed = _readable(content, form, answer.raw, strict=strict)
    full = response if response is None or not response.contents or typed else None
    said = _said(answer.raw)
    for secret in secrets:
        said = said.replace(secret, "***")
    return raised_class(operation, answer.status, full, errors)(
        f"{title(operation)} answered {answer.status}"
        + (f": {said[:200]}" if said else ""),
        operation=title(operation),
        status=answer.status,
        headers=answer.headers,
        raw=answer.raw,
        body=body,
        retry_after=retry_after(answer.headers),
        documented=response is not None,
        declared=_declared(operation, response, answer, strict=strict),
    )


def _declared(
    operation: Operation, response: Response | None, answer: Received, *, strict: bool
) -> Mapping[str, Any] | str:
    """The declared header fields, or why they cannot be read."""
    if response is None or not response.headers:
        return {}
    from .declared import declared_headers

    try:
        return declared_headers(operation, answer.status, answer.headers, strict=strict)
    except ValueError as error:
        return str(error)


def decode_error(operation: Operation, answer: Received, reason: str) -> DecodeError:
    """The error for a success whose body is not what the document says."""
    return DecodeError(
        f"{title(operation)} answered {answer.status} with a body that cannot be read: {reason}",
        operation=title(operation),
        status=answer.status,
        headers=answer.headers,
        raw=answer.raw,
    )


def stream_of(operation: Operation, status: int, headers: Headers) -> Stream | None:
    """The stream that the document describes for such an answer, if it is one."""
    response = find_success(operation, status)
    content = (
        find_content(response, headers.get("content-type"))
        if response is not None
        else None
    )
    return content.stream if content is not None else None


def no_stream(
    operation: Operation,
    answer: Head,
    secrets: tuple[str, ...] = (),
    *,
    strict: bool = False,
    errors: str = "",
) -> ResponseError:
    """The error for an answer to a call for a stream that is none: of its status, if that is no success."""
    raw = answer.raw if isinstance(answer, Received) else b""
    received = Received(answer.status, answer.headers, raw)
    if find_success(operation, answer.status) is not None:
        return decode_error(
            operation, received, f"{answer.headers.get('content-type')} is no stream"
        )
    return status_error(operation, received, secrets, strict=strict, errors=errors)


def decode_json(codec: Codec[Any], raw: bytes | str, *, strict: bool) -> Any:
    """Read a body or an item by its type. The one place where the client decides how strictly to read:
    exactly, and only what that refuses once more, openly, unless `strict`.

    Raises :class:`pydantic.ValidationError`, always the exact one.
    """
    try:
        return codec.decode(raw)
    except ValidationError:
        if strict:
            raise
        from .opening import decode_open

        try:
            return decode_open(codec, raw)
        except ValidationError:
            pass
        raise


def _read(content: Content, content_type: str, raw: bytes, *, strict: bool) -> Any:
    form = kind(content_type)
    if form == "json":
        return (
            json.loads(raw)
            if content.codec is None
            else decode_json(content.codec, raw, strict=strict)
        )
    if form == "text":
        return raw.decode(charset(content_type))
    return raw


def _readable(
    content: Content | None, content_type: str, raw: bytes, *, strict: bool
) -> tuple[Any, bool]:
    """The body by its declared type, else by what its own media type says, else the bytes; and whether it
    is of its declared type."""
    attempts = [content] if content is not None and content.stream is None else []
    for candidate in (*attempts, Content(content_type)):
        try:
            read = _read(candidate, content_type, raw, strict=strict)
        except (ValueError, LookupError):
            continue
        return read, candidate is content
    return raw, False


def _said(raw: bytes) -> str:
    """What an error body says, in the places where such bodies say it."""
    try:
        body: Any = json.loads(raw)
    except ValueError:
        return ""
    for _ in range(2):
        if not isinstance(body, Mapping):
            break
        members = cast("Mapping[str, Any]", body)
        found = (members.get(name) for name in ("detail", "message", "error", "title"))
        body = next((value for value in found if value), "")
    return " ".join(body.split()) if isinstance(body, str) else ""


def acceptable(operation: Operation, *, streaming: bool) -> str:
    """The Accept field: the media types of successes; of a stream, its own alone."""
    found = [
        content.media_type
        if content.stream is not None
        else essence(content.media_type)
        for response in operation.responses
        if response.status[0] == "2" or response.status == "default"
        for content in response.contents
        if (content.stream is not None) == streaming
    ]
    return ", ".join(dict.fromkeys(found)) or "*/*"
