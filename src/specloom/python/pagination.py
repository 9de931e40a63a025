"""Declared pagination, held to the parameters and the responses of its operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from specloom import ir
from specloom.python.operationnames import OperationNames, successes
from specloom.python.operations_body import is_json
from specloom.python.types import TypePlan
from specloom.values import Value, replace


class Paged(Value, kw_only=True):
    """`argument` and the ways into a page are in Python's names, `request` in the document's.

    `item` is the type of one item.
    """

    said: ir.Pagination
    item: ir.Type
    argument: str | None
    request: tuple[str, ...] | None
    items: tuple[str, ...]
    next: tuple[str, ...] | None
    more: tuple[str, ...] | None
    total: tuple[str, ...] | None


class _Refused(Exception):
    """`member` is the one of the declaration that leads nowhere."""

    def __init__(self, member: str, message: str) -> None:
        super().__init__(message)
        self.member = member


def paged(operation: ir.Operation, names: OperationNames, types: TypePlan) -> Paged | None:
    """How the operation's pages follow each other. A declaration that does not fit is an error."""
    said = operation.pagination
    if said is None:
        return None
    try:
        return _paged(said, operation, names, types)
    except _Refused as fault:
        place = replace(said.origin, pointer=f"{said.origin.pointer}/{fault.member}".rstrip("/"))
        types.diagnostics.error("pagination-invalid", str(fault), place)
        return None


def _paged(said: ir.Pagination, operation: ir.Operation, names: OperationNames, types: TypePlan) -> Paged:
    page = _page(operation)
    items, list_type = _way("items", said.items, page, types)
    if not isinstance(list_type, ir.Array):
        raise _Refused("items", f"`items` leads to {_called(list_type)}, not to an array")
    ways: dict[str, tuple[str, ...] | None] = {}
    for member, is_fit, what in _CHECKS:
        path = getattr(said, member)
        ways[member] = None
        if path is not None:
            ways[member], found = _way(member, path, page, types)
            if not is_fit(found):
                raise _Refused(member, f"`{member}` leads to {_called(found)}, not to {what}")
    return Paged(
        said=said,
        item=list_type.items,
        argument=_argument(said, operation, names, types),
        request=_request(said, operation, types),
        items=items,
        **ways,
    )


def _argument(
    said: ir.Pagination, operation: ir.Operation, names: OperationNames, types: TypePlan
) -> str | None:
    if said.parameter is None:
        return None
    found = next((p for p in operation.parameters if p.name == said.parameter), None)
    if found is None:
        raise _Refused("parameter", f"the operation has no parameter called {said.parameter!r}")
    _check_asking("parameter", repr(said.parameter), _solid(found.type, types), said.style)
    return names.arguments[found.place, found.name]


def _check_asking(member: str, what: str, type: ir.Type, style: ir.PaginationStyle) -> None:
    """Offsets and pages are counted, cursors come as a page has them."""
    if style is not ir.PaginationStyle.CURSOR and not _is_count(type):
        raise _Refused(member, f"{what} is {_called(type)}, not an integer")
    if member == "request" and not _is_scalar(type):
        raise _Refused(member, f"{what} is {_called(type)}, not a text or a number")


def _request(said: ir.Pagination, operation: ir.Operation, types: TypePlan) -> tuple[str, ...] | None:
    """The way into the body, held to each of its JSON schemas."""
    if said.request is None:
        return None
    contents = () if operation.body is None else operation.body.contents
    found = [c.type for c in contents if c.type is not None and is_json(c.media_type)]
    if not found:
        raise _Refused("request", "the operation has no JSON body that has a schema")
    for body in found:
        _, type = _way("request", said.request, body, types, of="the body")
        _check_asking("request", "what `request` leads to", type, said.style)
    return said.request


def _page(operation: ir.Operation) -> ir.Type:
    found = [
        content.type
        for response in successes(operation)
        for content in response.contents
        if is_json(content.media_type) and content.type is not None and content.stream is None
    ]
    if len(found) != 1:
        raise _Refused("", "a list in pages has one success with a JSON body that has a schema")
    return found[0]


def _way(
    member: str, path: tuple[str, ...], page: ir.Type, types: TypePlan, *, of: str = "the page"
) -> tuple[tuple[str, ...], ir.Type]:
    """The Python names on the way, and what is at its end."""
    names: list[str] = []
    at = page
    for token in path:
        target = _target(at, types)
        record = types.record(at) if target is not None else None
        field = next((f for f in record.fields if f.name == token), None) if record else None
        if target is None or field is None:
            raise _Refused(member, f"`{member}` leads to nothing: {of} has no member {'/'.join(path)!r}")
        names.append(types.field_names(target)[token])
        at = field.type
    return tuple(names), _solid(at, types)


def _target(type: ir.Type, types: TypePlan) -> ir.TypeId | None:
    """The named type that a record is, null apart."""
    match type:
        case ir.Reference(target=target):
            inner = types.named[target].type
            return target if isinstance(inner, ir.Record) else _target(inner, types)
        case ir.Assertion(type=inner):
            return _target(inner, types)
        case ir.Union(members=members):
            solid = [m for m in members if not isinstance(m, ir.Null)]
            return _target(solid[0], types) if len(solid) == 1 else None
    return None


def _solid(type: ir.Type, types: TypePlan) -> ir.Type:
    """The type behind references, null apart."""
    found = types.resolve(type)
    if isinstance(found, ir.Union):
        solid = [m for m in found.members if not isinstance(types.resolve(m), ir.Null)]
        return _solid(solid[0], types) if len(solid) == 1 else found
    return found


def _is_scalar(type: ir.Type) -> bool:
    return isinstance(type, ir.String | ir.Integer | ir.Number)


def _is_count(type: ir.Type) -> bool:
    return isinstance(type, ir.Integer)


def _is_flag(type: ir.Type) -> bool:
    return isinstance(type, ir.Boolean)


def _called(type: ir.Type) -> str:
    return {"Record": "an object", "Map": "an object", "Array": "an array", "Boolean": "a boolean"}.get(
        type.__class__.__name__,
        "something else" if isinstance(type, ir.Union) else type.__class__.__name__.lower(),
    )


_CHECKS: Final[tuple[tuple[str, Callable[[ir.Type], bool], str], ...]] = (
    ("next", _is_scalar, "a text or a number"),
    ("more", _is_flag, "a boolean"),
    ("total", _is_count, "an integer"),
)
