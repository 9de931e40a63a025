"""Parameters: checked against the document, then written into path, query, header fields and cookies."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final
from urllib.parse import quote

from ..media_type import kind
from ..operation import Operation, Parameter
from ..styles import (
    Encode,
    Plain,
    StyleError,
    deep_object,
    encoded,
    form,
    in_field,
    label,
    matrix,
    reserved,
    reserved_in_path,
    simple,
    verbatim,
)
from .errors import ArgumentError
from .omit import OMIT
from .values import checked

_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")
DELIMITERS: Final = {"form": ",", "spaceDelimited": "%20", "pipeDelimited": "%7C"}
_IGNORED: Final = frozenset({"accept", "content-type", "authorization"})
"""Header parameters of these names are no parameters (OpenAPI Specification 3.2, Parameter Object)."""
_UNFIT_COOKIE: Final = re.compile(r"[^\x21-\x7E]|[;\"\\]")
"""What no cookie can hold (RFC 6265, 4.1.1); the comma stands between values."""
_PLAIN: Final = json.JSONDecoder(parse_int=str, parse_float=str)
_PATH_LITERAL: Final = "/:@!$&'()*+,;=%~"


@dataclass(slots=True)
class Written:
    """The path with its values filled in, query pairs (percent-encoded), header fields and cookies."""

    path: str
    query: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    querystring: str | None = None
    headers: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    cookies: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])


def write(operation: Operation, arguments: Mapping[str, Any]) -> Written:
    """Write the arguments, which are by Python name.

    Raises :class:`ArgumentError` for one that is missing, does not fit its schema, or cannot be
    written; for a path value that is empty, `.` or `..`.
    """
    written = Written("")
    filled: dict[str, str] = {}
    for parameter in operation.parameters:
        if parameter.place == "header" and parameter.name.lower() in _IGNORED:
            continue
        value = arguments.get(parameter.argument, OMIT)
        if value is OMIT:
            if parameter.required or parameter.place == "path":
                raise ArgumentError(f"{parameter.argument} is required")
            continue
        try:
            _place(parameter, value, written, filled)
        except StyleError as error:
            raise ArgumentError(f"{parameter.argument}: {error}") from error
    written.path = _path(operation.path, filled)
    return written


def query_string(pairs: Iterable[tuple[str, str]]) -> str:
    """Join pairs that are percent-encoded already."""
    return "&".join(f"{name}={value}" for name, value in pairs)


def _place(
    parameter: Parameter, value: Any, written: Written, filled: dict[str, str]
) -> None:
    what = parameter.argument
    text = checked(value, parameter.codec, what)
    if parameter.place == "path":
        filled[parameter.name] = _path_value(parameter, text)
    elif parameter.place == "query":
        written.query += _query(parameter, text)
    elif parameter.place == "querystring":
        written.querystring = _whole_query(parameter, text)
    elif parameter.place == "cookie":
        written.cookies += _cookie(parameter, text)
    else:
        content = _content(parameter, text)
        field_value = (
            in_field(content)
            if content is not None
            else simple(_plain(text), parameter.explode, in_field)
        )
        if field_value is not None:
            written.headers.append((parameter.name, field_value))


def _plain(text: bytes) -> Plain:
    """JSON with its numbers as they are spelled."""
    plain: Plain = _PLAIN.decode(text.decode())
    return plain


def _content(parameter: Parameter, text: bytes) -> str | None:
    """The text of a `content` parameter; None for one that has a style. JSON in a header field is ASCII."""
    if parameter.media_type is None:
        return None
    if kind(parameter.media_type) == "json":
        if parameter.place == "header" and not text.isascii():
            return json.dumps(json.loads(text), separators=(",", ":"))
        return text.decode()
    value = _plain(text)
    return value if isinstance(value, str) else text.decode()


def _query(parameter: Parameter, text: bytes) -> list[tuple[str, str]]:
    encode: Encode = reserved if parameter.allow_reserved else encoded
    content = _content(parameter, text)
    if content is not None:
        return [(encoded(parameter.name), encode(content))]
    value = _plain(text)
    if parameter.style == "deepObject":
        return deep_object(parameter.name, value, encode)
    return form(
        parameter.name,
        value,
        parameter.explode,
        encode,
        DELIMITERS.get(parameter.style, ","),
    )


def _whole_query(parameter: Parameter, text: bytes) -> str:
    """The query is one value (`in: querystring`): a form, or the text of another media type."""
    if kind(parameter.media_type or "") == "form":
        return query_string(form(parameter.name, _plain(text), True, encoded))
    return encoded(_content(parameter, text) or "")


def _cookie(parameter: Parameter, text: bytes) -> list[tuple[str, str]]:
    """Percent-encoded, but in the style cookie, which takes values as they are (OpenAPI 3.2, 4.12.3)."""
    content = _content(parameter, text)
    if content is not None:
        return [(parameter.name, encoded(content))]
    if parameter.style != "cookie":
        return form(parameter.name, _plain(text), parameter.explode, encoded)
    pairs = form(parameter.name, _plain(text), parameter.explode, verbatim)
    for pair in pairs:
        if any(_UNFIT_COOKIE.search(part) for part in pair):
            raise ArgumentError(
                f"{parameter.argument} holds a character that no cookie can"
            )
    return pairs


def _path_value(parameter: Parameter, text: bytes) -> str:
    encode: Encode = reserved_in_path if parameter.allow_reserved else encoded
    content = _content(parameter, text)
    if content is not None:
        value = encode(content)
    elif parameter.rest_of_path:
        return _rest(parameter, _plain(text))
    elif parameter.style == "label":
        value = label(_plain(text), parameter.explode, encode) or ""
    elif parameter.style == "matrix":
        value = matrix(parameter.name, _plain(text), parameter.explode, encode) or ""
    else:
        value = simple(_plain(text), parameter.explode, encode) or ""
    if value in ("", ".", ".."):
        raise ArgumentError(
            f"{parameter.argument} is part of a path: it cannot be empty, '.' or '..'"
        )
    return value


def _rest(parameter: Parameter, value: Plain) -> str:
    """The rest of the path: slashes stay, and no segment may lead elsewhere."""
    if not isinstance(value, str) or not value:
        raise ArgumentError(
            f"{parameter.argument} is the rest of a path: it cannot be empty"
        )
    segments = value.removeprefix("/").split("/")
    if any(segment in (".", "..") for segment in segments):
        raise ArgumentError(
            f"{parameter.argument} is the rest of a path: no segment can be '.' or '..'"
        )
    return "/".join(map(encoded, segments))


def _path(template: str, filled: Mapping[str, str]) -> str:
    parts = _parts(template)
    return "".join(filled[part] if at % 2 else part for at, part in enumerate(parts))


@lru_cache(maxsize=4096)
def _parts(template: str) -> tuple[str, ...]:
    """What stands between the variables, percent-encoded, and the names of the variables, in turn."""
    parts = _VARIABLE.split(template)
    parts[::2] = [quote(part, safe=_PATH_LITERAL) for part in parts[::2]]
    return tuple(parts)
