"""What a request body is to a caller: an object whose members are arguments, or one value."""

from __future__ import annotations

from dataclasses import dataclass

from specloom import ir
from specloom.python.operationnames import answers, streams
from specloom.python.types import TypePlan


def is_json(media_type: str) -> bool:
    """`application/json`, `text/json` and everything that ends in `+json`, parameters and case apart."""
    name = media_type.partition(";")[0].strip().lower()
    return name in ("application/json", "text/json") or name.endswith("+json")


@dataclass(frozen=True, slots=True)
class ObjectBody:
    """The members of a body that is a plain object. `type` is the body's own."""

    type: ir.Type
    record: ir.Record


def object_body(operation: ir.Operation, types: TypePlan) -> ObjectBody | None:
    """The operation's first JSON body, if every value of it is one object with declared members."""
    for content in operation.body.contents if operation.body is not None else ():
        if is_json(content.media_type) and content.type is not None:
            record = types.record(content.type)
            return None if record is None or not record.fields else ObjectBody(content.type, record)
    return None


def stream_member(operation: ir.Operation, types: TypePlan) -> ir.Field | None:
    """The boolean member `stream` of the body, which asks for a stream, where there is one to ask for."""
    body = object_body(operation, types)
    if body is None or not streams(operation):
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


def needs_no_stream(operation: ir.Operation, field: ir.Field) -> bool:
    """Whether the method for a whole answer has to send the member as false, for it must be there."""
    return answers(operation) and field.required
