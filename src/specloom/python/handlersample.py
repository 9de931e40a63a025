"""Handlers that answer something, for examples in documentation: typed as the service's methods are."""

from __future__ import annotations

from contextlib import suppress

from specloom import ir
from specloom.code import literal
from specloom.python import expr as x
from specloom.python.expr import Expr
from specloom.python.fits import fits
from specloom.python.operationnames import OperationNames, successes
from specloom.python.operations_body import Kind, kind
from specloom.python.samples import sample
from specloom.python.serverreplies import given_type
from specloom.python.types import TypePlan
from specloom.values import Value


class Given(Value):
    """What a handler gives back, or yields again and again: its type, and a value of it."""

    type: Expr
    value: Expr
    is_stream: bool = False


def sample_given(operation: ir.Operation, names: OperationNames, types: TypePlan) -> Given | None:
    """An answer of the operation's only success, and None where no value of it is known."""
    found = successes(operation)
    if len(found) != 1 or not found[0].status.isdigit():
        return None
    (success,) = found
    if any(header.required for header in success.headers):
        return None
    whole = [content for content in success.contents if content.stream is None]
    with suppress(ValueError):
        if not success.contents:
            return Given(x.NONE, x.NONE)
        if len(whole) == 1:
            return Given(given_type(types, whole[0]), _content(types, whole[0]))
        streams = [content.stream for content in success.contents if content.stream is not None]
        if len(streams) == 1 and not whole and streams[0].payload is not ir.StreamPayload.TEXT:
            item = streams[0].item
            return Given(types.plain(item), value_of(types, item), is_stream=True)
    return None


def _content(types: TypePlan, content: ir.Content) -> Expr:
    if kind(content) is not Kind.JSON:
        raise ValueError("only JSON has values that are plain to read")
    return value_of(types, content.type or ir.Anything())


def value_of(types: TypePlan, type: ir.Type) -> Expr:
    """An expression of the type, for type checkers too. Raises :class:`ValueError` where none is known."""
    if types.formats.users_type(type) or not types.formats.is_plain(type):
        raise ValueError("its values are objects of Python")
    resolved = types.resolve(type)
    match type:
        case ir.Reference() if isinstance(resolved, ir.Record):
            model = types.plain(type)
            return x.expr(model, ".model_validate(", literal(sample(types, type)), ")")
        case ir.Reference():
            return value_of(types, resolved)
        case ir.Array(prefix=()):
            return _array(types, type)
        case ir.Union():
            return _member(types, type)
        case ir.Assertion() | ir.Record():
            raise ValueError("whether a value fits is not known")
    return x.expr(literal(sample(types, type)))


def _array(types: TypePlan, type: ir.Array) -> Expr:
    """As few entries as it takes, and at least one to show."""
    count = max(type.min_items or 0, int(type.max_items != 0))
    if type.unique and count > 1:
        raise ValueError("no different values are known")
    return x.expr("[", x.join(", ", [value_of(types, type.items)] * count), "]")


def _member(types: TypePlan, type: ir.Union) -> Expr:
    for member in type.members:
        with suppress(ValueError):
            if fits(types.resolve, type, sample(types, member), types.formats):
                return value_of(types, member)
    raise ValueError("no choice has a value that is known to fit")
