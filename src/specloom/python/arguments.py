"""The arguments of a client's method: parameters, members of the body, `body_` and `extra_`."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from specloom import ir
from specloom.code import Code, literal
from specloom.diagnostics import Location
from specloom.python import expr as x
from specloom.python.client_bodies import BodyTypes
from specloom.python.expr import Expr
from specloom.python.names import Claim, apart, assign, identifier
from specloom.python.operationnames import RESERVED, OperationNames
from specloom.python.operations_body import object_body, stream_member
from specloom.python.types import TypePlan
from specloom.values import Value, View, replace


class Argument(View):
    """`type` is what a caller may pass if the argument is given; `wire` its name in the document.

    `entry` is what the docstring says of it. `pair` is its value among others in a dict, where it goes into
    one: a parameter's by its own name, that of a body's member by the document's.
    """

    name: str
    wire: str
    type: Expr
    required: bool
    entry: str | None
    pair: Code = Code("")


class Arguments(Value):
    """`members` are None where the body is no object: then there is only `body_`, if anything.

    `body` is `body_`, required where nothing can be left out of the body as a whole; `async_body` is that of
    an async client. `extra` is the type of `extra_`'s values. `content_type` is `content_type_`, where the
    body itself does not tell what it is sent as.
    """

    parameters: tuple[Argument, ...]
    members: tuple[Argument, ...] | None
    body: Argument | None
    async_body: Argument | None
    extra: Expr | None
    asks: ir.Field | None
    content_type: Argument | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(a.name for a in (*self.parameters, *(self.members or ())))


class ArgumentPlanner:
    """Plans the arguments of methods. Those for a whole answer and for a stream have the same.

    A parameter that operations share is the same argument of all of them.
    """

    def __init__(self, types: TypePlan) -> None:
        self._types = types
        self._bodies = BodyTypes(types)
        # By identity: parameters outlive their plan.
        self._parameters: dict[tuple[int, str, bool], Argument] = {}

    def of(self, operation: ir.Operation, names: OperationNames) -> Arguments:
        parameters = tuple(
            self._parameter(each, names.arguments[each.place, each.name], operation)
            for each in operation.parameters
            if not _is_ignored(each)
        )
        found = object_body(operation, self._types)
        asks = stream_member(operation, names, self._types)
        members, extra = None, None
        if found is not None:
            fields = [field for field in found.record.fields if field is not asks]
            called = member_names(
                fields, found.origin, {argument.name for argument in parameters}, self._types
            )
            members = tuple(self._member(field, called[field.name]) for field in fields)
            if not isinstance(found.record.extra, ir.Nothing):
                extra = self._types.input(found.record.extra)
        if operation.body is None:
            return Arguments(parameters, members, None, None, extra, asks, None)
        body, async_body = self._body(operation.body)
        chosen = self._bodies.choice(operation.body.contents)
        content_type = None if chosen is None else Argument("content_type_", "", chosen, False, None)
        return Arguments(parameters, members, body, async_body, extra, asks, content_type)

    def _parameter(self, parameter: ir.Parameter, name: str, operation: ir.Operation) -> Argument:
        required = parameter.required and not _is_minted(parameter, operation)
        key = id(parameter), name, required
        found = self._parameters.get(key)
        if found is None:
            type, said = self._types.input(parameter.type), _entry(name, parameter.doc.description)
            pair = Code(f"{literal(name)}: {name}")
            found = self._parameters[key] = Argument(name, parameter.name, type, required, said, pair)
        return found

    def _member(self, field: ir.Field, name: str) -> Argument:
        type, said = self._types.input(field.type), _entry(name, field.doc.description)
        pair = Code(f"{literal(field.name)}: {name}")
        return Argument(name, field.name, type, field.required, said, pair)

    def _body(self, body: ir.Body) -> tuple[Argument, Argument]:
        """`body_` of the one client and the other, which is the same where they take the same."""
        type = x.union(map(self._bodies.of, body.contents))
        async_type = x.union(self._bodies.of(content, is_async=True) for content in body.contents)
        taken = Argument("body_", "", type, body.required, _entry("body_", body.description))
        return taken, taken if async_type == type else replace(taken, type=async_type)


def entry(name: str, description: str) -> str:
    """What a docstring says of a name; what a document says over several lines is put on one."""
    return f"    {name}: {_on_one_line(description)}".rstrip(": ")


@lru_cache(maxsize=1024)  # Hundreds of operations say the same of their errors.
def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def _entry(name: str, description: str | None) -> str | None:
    return entry(name, description) if description else None


def _is_minted(parameter: ir.Parameter, operation: ir.Operation) -> bool:
    """Whether the client makes a value where none is given: an idempotency key."""
    key = operation.idempotency_key
    if key is None or parameter.place is not ir.ParameterPlace.HEADER:
        return False
    return parameter.name.lower() == key.lower()


def _is_ignored(parameter: ir.Parameter) -> bool:
    """Header fields that other parts of a document speak of (OpenAPI 3.2, Parameter Object)."""
    names = ("accept", "content-type", "authorization")
    return parameter.place is ir.ParameterPlace.HEADER and parameter.name.lower() in names


def member_names(
    fields: Sequence[ir.Field], origin: Location, parameters: set[str], types: TypePlan
) -> dict[str, str]:
    """Python names of a body's members, by wire name: `body_<name>` where a parameter has the name."""
    wishes = {field.name: _wish(field, parameters) for field in fields}
    taken, is_pinned = parameters | RESERVED, any(field.pinned is not None for field in fields)
    if apart(wishes, taken) and not is_pinned:
        return wishes
    claims = []
    for field in fields:
        place = origin.at(field.place)
        claims.append(
            Claim(
                key=field.name,
                wire=field.name,
                name=wishes[field.name],
                pinned=_free_pin(field, parameters),
                pin=place.pointer,
                origin=place,
            )
        )
    return assign(claims, taken=taken, diagnostics=types.diagnostics)


def _wish(field: ir.Field, parameters: set[str]) -> str:
    name = identifier(field.name, "snake", RESERVED)
    return f"body_{name.rstrip('_')}" if name in parameters else name


def _free_pin(field: ir.Field, parameters: set[str]) -> str | None:
    """A pin is of the model's member first: a parameter of that name, or a reserved one, goes before it."""
    return None if field.pinned in parameters | RESERVED else field.pinned
