"""Forms and other parts: a value as the fields that are sent, by its document's encodings.

OpenAPI Specification 3.2, "Encoding Object". A member with `style`, `explode` or `allowReserved` is written
as a query parameter is. Any other is a text of its media type: of each entry for an array. As in RFC 6570
nothing is written for null and for an empty list. Where files are required, that would be a form without
them, and is refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import Any, TypeGuard, cast
from urllib.parse import quote_plus, unquote

from pydantic import BaseModel

from ..codec import Codec
from ..media_type import covers, is_range, kind
from ..operation import Content, Encoding
from ..shapes import Shape
from ..styles import StyleError, deep_object, encoded, form, reserved, verbatim
from .errors import ArgumentError
from .files import File, is_file
from .jsontext import entries
from .jsontext import members as members_of_text
from .parameters import DELIMITERS
from .values import checked


@dataclass(frozen=True, slots=True)
class Field:
    """One field or part. `content_type` is None where a reader takes what it would be for said."""

    name: str
    content: str | File
    content_type: str | None
    encoding: Encoding


def fields(content: Content, value: Any) -> Iterator[Field]:
    """The fields of a form. Raises :class:`ArgumentError` for what does not fit or is no object."""
    given = set_members(value)
    text = _checked(content.codec, given).decode()
    for name, raw in members_of_text(text):
        encoding = content.member(name)
        if encoding.file and raw == "[]" and _is_required(content, name):
            raise ArgumentError(f"{name}: a form needs at least one file to say it")
        yield from _member(name, raw, given.get(name), encoding)


def _is_required(content: Content, name: str) -> bool:
    codec = content.codec
    return codec is not None and name in Shape.of(codec.adapter.json_schema()).required


def parts(content: Content, value: Any) -> Iterator[Field]:
    """Parts without names, from a sequence. Raises :class:`ArgumentError` as :func:`fields` does."""
    if not is_sequence(value):
        raise ArgumentError(f"a body of {content.media_type} is a list of its parts")
    text = _checked(content.codec, value).decode()
    for index, (raw, part) in enumerate(zip(entries(text), value, strict=True)):
        yield _field("", raw, part, content.part(index))


def urlencoded(content: Content, value: Any) -> bytes:
    """`application/x-www-form-urlencoded` (WHATWG URL Standard, section 5.2).

    Raises :class:`ArgumentError`.
    """
    pairs: list[str] = []
    given = set_members(value)
    for name, raw in members_of_text(
        checked(given, content.codec, "the body").decode()
    ):
        encoding = content.member(name)
        if encoding.styled:
            pairs += (f"{n}={v}" for n, v in _styled(name, raw, encoding, wire=True))
        else:
            found = _member(name, raw, None, encoding)
            pairs += (f"{_plus(f.name)}={_plus(str(f.content))}" for f in found)
    return "&".join(pairs).encode()


def _plus(text: str) -> str:
    return quote_plus(text, safe="*").replace("~", "%7E")


def set_members(value: Any) -> Mapping[str, Any]:
    """The members of a mapping or model, by wire name, as far as they were set.

    Raises :class:`ArgumentError` for what is neither.
    """
    if isinstance(value, Mapping):
        return cast("Mapping[str, Any]", value)
    if not isinstance(value, BaseModel):
        raise ArgumentError(f"an object cannot be made of {type(value).__name__}")
    own = {
        field.serialization_alias or name: getattr(value, name)
        for name, field in type(value).model_fields.items()
        if name in value.model_fields_set
    }
    return {**own, **(value.model_extra or {})}


def is_sequence(value: object) -> TypeGuard[Sequence[Any]]:
    return isinstance(value, Sequence) and not isinstance(value, str | bytes)


def _checked(codec: Codec[Any] | None, given: Any) -> bytes:
    """The JSON text of the value, in which texts stand for the files."""
    return checked(_without_files(given, deep=2), codec, "the body")


def _without_files(value: Any, deep: int) -> Any:
    if is_file(value):
        return ""
    if deep and isinstance(value, Mapping):
        return {
            name: _without_files(member, deep - 1)
            for name, member in cast("Mapping[str, Any]", value).items()
        }
    if deep and is_sequence(value):
        return [_without_files(entry, deep - 1) for entry in value]
    return value


def _member(name: str, raw: str, given: Any, encoding: Encoding) -> Iterator[Field]:
    if encoding.styled and not is_file(given):
        for key, text in _styled(name, raw, encoding, wire=False):
            yield Field(key, text, None, encoding)
    elif raw.startswith("["):
        listed: Iterable[Any] = given if is_sequence(given) else repeat(None)
        for entry, one in zip(entries(raw), listed, strict=False):
            if entry != "null":
                yield _field(name, entry, one, encoding)
    elif raw != "null":
        yield _field(name, raw, given, encoding)


def _field(name: str, raw: str, given: Any, encoding: Encoding) -> Field:
    """One field, by the table of default media types (OpenAPI 3.2, "Common Fixed Fields")."""
    if is_file(given):
        file = File.of(given)
        return Field(name, file, _type_of_file(name, file, encoding), encoding)
    if encoding.file and raw[0] == '"':
        return _field(name, raw, json.loads(raw).encode(), encoding)
    said = encoding.content_type
    declared = None if said is None else _first(said)
    if raw[0] in "{[":
        return Field(name, raw, declared or "application/json", encoding)
    if declared is not None and kind(declared) == "json":
        return Field(name, raw, declared, encoding)
    if raw[0] != '"':
        return Field(name, raw, declared, encoding)
    return Field(name, json.loads(raw), declared or encoding.default_type, encoding)


def _first(said: str) -> str | None:
    """The first of several media types that is no range."""
    listed = [each.strip() for each in said.split(",")]
    return next((each for each in listed if not is_range(each)), None)


def _type_of_file(name: str, file: File, encoding: Encoding) -> str:
    """The file's own type, as long as the document takes it; else the first that the document names."""
    own, said = file.media_type, encoding.content_type
    if said is None:
        return own or "application/octet-stream"
    if own is not None and any(covers(each, own) for each in said.split(",")):
        return own
    if file.content_type is not None:
        raise ArgumentError(f"{name or 'a part'} can be {said}, not {own}")
    return _first(said) or "application/octet-stream"


def _styled(
    name: str, raw: str, encoding: Encoding, *, wire: bool
) -> list[tuple[str, str]]:
    """As a query parameter of that style; in a multipart form nothing is percent-encoded."""
    style = encoding.style or "form"
    explode = style == "form" if encoding.explode is None else encoding.explode
    encode = verbatim if not wire else reserved if encoding.allow_reserved else encoded
    value = json.loads(raw, parse_int=str, parse_float=str)
    delimiter = DELIMITERS.get(style, ",")
    try:
        if style == "deepObject":
            pairs = deep_object(name, value, encode)
        else:
            written = delimiter if wire else unquote(delimiter)
            pairs = form(name, value, explode, encode, written)
    except StyleError as error:
        raise ArgumentError(f"{name}: {error}") from error
    return pairs if wire else [(unquote(key), text) for key, text in pairs]
