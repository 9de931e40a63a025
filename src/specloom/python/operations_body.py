"""What a request body is to a caller: an object whose members are arguments, or one value."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import Final

from specloom import ir
from specloom.diagnostics import Location
from specloom.python.operationnames import OperationNames, successes
from specloom.python.shapes import record_of
from specloom.python.types import TypePlan
from specloom.values import Value


@lru_cache(maxsize=256)  # A document has few media types, and says them everywhere.
def is_json(media_type: str) -> bool:
    """`application/json`, `text/json` and everything that ends in `+json`, parameters and case apart."""
    name = media_type.partition(";")[0].strip().lower()
    return name in ("application/json", "text/json") or name.endswith("+json")


class Kind(enum.Enum):
    """What content of a media type is in Python."""

    JSON = "json"
    FORM = "form"
    TEXT = "text"
    BINARY = "binary"
    STREAM = "stream"


RAW: Final = (Kind.BINARY, Kind.FORM)
"""What an answer's bytes are handed on of."""


def kind(content: ir.Content) -> Kind:
    """A form has members, as JSON has; XML is a text; all else is binary."""
    return Kind.STREAM if content.stream is not None else _kind(content.media_type)


@lru_cache(maxsize=256)
def _kind(media_type: str) -> Kind:
    name = media_type.partition(";")[0].strip().lower()
    if is_json(name):
        return Kind.JSON
    if name == "application/x-www-form-urlencoded" or name.startswith("multipart/"):
        return Kind.FORM
    return Kind.TEXT if name.startswith("text/") or is_xml(name) else Kind.BINARY


@lru_cache(maxsize=256)
def is_xml(media_type: str) -> bool:
    """Whether it is one of XML, which is a text whatever its schema says."""
    name = media_type.partition(";")[0].strip().lower()
    return name in ("application/xml", "text/xml", "application/xml-dtd") or name.endswith("+xml")


@lru_cache(maxsize=256)
def is_open_range(media_type: str) -> bool:
    """Whether JSON is among the types that a range stands for."""
    return media_type.partition(";")[0].strip().lower() in ("*/*", "application/*")


def is_raw(content: ir.Content, types: TypePlan) -> bool:
    """Whether an answer of it is bytes and nothing else. A range may be, if its schema is of a string."""
    if is_open_range(content.media_type):
        return content.type is not None and isinstance(types.resolve(content.type), ir.String)
    return kind(content) in RAW


def is_download(operation: ir.Operation, types: TypePlan) -> bool:
    """Whether every answer of a success that is one is binary."""
    if operation.method == "HEAD":
        return False
    contents = [content for response in successes(operation) for content in response.contents]
    whole = [is_raw(content, types) for content in contents if content.stream is None]
    return bool(whole) and all(whole)


def takes_files(operation: ir.Operation) -> bool:
    """Whether a caller may send a form with files."""
    contents = operation.body.contents if operation.body is not None else ()
    return any(content.media_type.lower().startswith("multipart/form-data") for content in contents)


class ObjectBody(Value):
    """The members of a body that is a plain object. `type` is the body's own, `origin` the object's."""

    type: ir.Type
    record: ir.Record
    origin: Location


def object_body(operation: ir.Operation, types: TypePlan) -> ObjectBody | None:
    """The operation's first JSON body, else its first form, if every value of it is one object with
    declared members."""
    if operation.body is None:
        return None
    for content in sorted(operation.body.contents, key=lambda content: not is_json(content.media_type)):
        if kind(content) in (Kind.JSON, Kind.FORM) and content.type is not None:
            named = types.holder(content.type)
            record = None if named is None else record_of(named)
            if named is None or record is None or not record.fields:
                return None
            return ObjectBody(content.type, record, named.origin)
    return None


def stream_member(operation: ir.Operation, names: OperationNames, types: TypePlan) -> ir.Field | None:
    """The boolean member `stream` of the body, which asks for a stream, where there is one to ask for."""
    body = object_body(operation, types) if names.streams else None
    if body is None:
        return None
    for field in body.record.fields:
        if field.name == "stream" and _takes_true(field.type, types):
            return field
    return None


def _takes_true(type: ir.Type, types: TypePlan) -> bool:
    match types.resolve(type):
        case ir.Boolean():
            return True
        case ir.Choice(values=values):
            return any(value is True for value in values)
        case ir.Union(members=members):
            return any(_takes_true(member, types) for member in members)
    return False


def needs_no_stream(names: OperationNames, field: ir.Field) -> bool:
    """Whether the method for a whole answer has to send the member as false, for it must be there."""
    return names.answers and field.required
