"""The arguments of a client's method: parameters, members of the body, `body_` and `extra_`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from specloom import ir
from specloom.code import Code, literal
from specloom.python import expr as x
from specloom.python.client_bodies import BodyTypes
from specloom.python.expr import Expr, Import
from specloom.python.names import Claim, assign, identifier
from specloom.python.operationnames import RESERVED, OperationNames
from specloom.python.operations_body import object_body, stream_member
from specloom.python.types import TypePlan
from specloom.values import Value

OMIT = Import("._runtime.client.omit", "OMIT")
_OMIT_TYPE = Import("._runtime.client.omit", "Omit", typing_only=True)
_MAPPING = Import("collections.abc", "Mapping", typing_only=True)


class Argument(Value):
    """`type` is what a caller may pass if the argument is given; `wire` its name in the document."""

    name: str
    wire: str
    type: Expr
    required: bool
    description: str | None


class Arguments(Value):
    """`members` are None where the body is no object: then there is only `body_`, if anything.

    `body_required`: nothing can be left out of the body as a whole. `extra` is the type of `extra_`'s values.
    `async_body` is what an async client takes for `body`; `content_type` is the type of `content_type_`,
    where the body itself does not tell what it is sent as.
    """

    parameters: tuple[Argument, ...]
    members: tuple[Argument, ...] | None
    body: Expr | None
    async_body: Expr | None
    body_required: bool
    body_description: str | None
    extra: Expr | None
    asks: ir.Field | None
    content_type: Expr | None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(a.name for a in (*self.parameters, *(self.members or ())))


def plan_arguments(operation: ir.Operation, names: OperationNames, types: TypePlan) -> Arguments:
    """Arguments of the method for a whole answer and of the one for a stream: they have the same."""
    parameters = tuple(
        Argument(
            names.arguments[parameter.place, parameter.name],
            parameter.name,
            types.input(parameter.type),
            parameter.required and not _is_minted(parameter, operation),
            parameter.doc.description,
        )
        for parameter in operation.parameters
        if not _is_ignored(parameter)
    )
    found = object_body(operation, types)
    asks = stream_member(operation, types)
    members, extra = None, None
    if found is not None:
        fields = [field for field in found.record.fields if field is not asks]
        called = member_names(fields, {argument.name for argument in parameters}, types)
        members = tuple(_member(field, called[field.name], types) for field in fields)
        if not isinstance(found.record.extra, ir.Nothing):
            extra = types.input(found.record.extra)
    body = operation.body
    contents = () if body is None else body.contents
    planner = BodyTypes(types)
    return Arguments(
        parameters,
        members,
        None if body is None else x.union(planner.of(content) for content in contents),
        None if body is None else x.union(planner.of(content, is_async=True) for content in contents),
        body is not None and body.required,
        None if body is None else body.description,
        extra,
        asks,
        planner.choice(contents),
    )


def _is_minted(parameter: ir.Parameter, operation: ir.Operation) -> bool:
    """Whether the client makes a value where none is given: an idempotency key."""
    key = operation.idempotency_key
    is_header = parameter.place is ir.ParameterPlace.HEADER
    return key is not None and is_header and parameter.name.lower() == key.lower()


def _is_ignored(parameter: ir.Parameter) -> bool:
    """Header fields that other parts of a document speak of (OpenAPI 3.2, Parameter Object)."""
    names = ("accept", "content-type", "authorization")
    return parameter.place is ir.ParameterPlace.HEADER and parameter.name.lower() in names


def member_names(fields: Iterable[ir.Field], parameters: set[str], types: TypePlan) -> dict[str, str]:
    """Python names of a body's members, by wire name: `body_<name>` where a parameter has the name."""
    claims = []
    for field in fields:
        name = identifier(field.name, "snake", RESERVED)
        claims.append(
            Claim(
                key=field.name,
                wire=field.name,
                name=f"body_{name.rstrip('_')}" if name in parameters else name,
                pinned=_free_pin(field, parameters),
                pin=field.origin.pointer,
                origin=field.origin,
            )
        )
    return assign(claims, taken=parameters | RESERVED, diagnostics=types.diagnostics)


def _free_pin(field: ir.Field, parameters: set[str]) -> str | None:
    """A pin is of the model's member first: a parameter of that name, or a reserved one, goes before it."""
    return None if field.pinned in parameters | RESERVED else field.pinned


def _member(field: ir.Field, name: str, types: TypePlan) -> Argument:
    return Argument(
        name,
        field.name,
        types.input(field.type),
        field.required,
        field.doc.description,
    )


class Signature(Value):
    """Lists of parameters, all after `self, *`. `overloads` is empty where one form is enough."""

    overloads: tuple[Expr, ...]
    whole: Expr


def signature(arguments: Arguments, *, is_async: bool = False) -> Signature:
    """By members, by `body_`, and the two together, which is what runs."""
    parameters = arguments.parameters
    members = arguments.members
    given = arguments.async_body if is_async else arguments.body
    if given is None:
        return Signature((), _listed(parameters, [], []))
    needed = _typed("body_", given)
    optional = _optional("body_", given)
    chosen = [] if arguments.content_type is None else [_optional("content_type_", arguments.content_type)]
    if members is None:
        body = ([needed], chosen) if arguments.body_required else ([], [optional, *chosen])
        return Signature((), _listed(parameters, *body))
    extra = [_extra(arguments.extra)] if arguments.extra is not None else []
    extra += chosen
    free = tuple(Argument(m.name, m.wire, m.type, False, m.description) for m in members)
    by_body = ([needed], chosen) if arguments.body_required else ([], [optional, *chosen])
    return Signature(
        (_listed((*parameters, *members), [], extra), _listed(parameters, *by_body)),
        _listed((*parameters, *free), [], [optional, *extra]),
    )


def _listed(arguments: Iterable[Argument], required: list[Expr], optional: list[Expr]) -> Expr:
    """Required ones first, each kind in the document's order."""
    listed = list(arguments)
    first = [_typed(a.name, a.type) for a in listed if a.required]
    then = [_optional(a.name, a.type) for a in listed if not a.required]
    return x.join(", ", [*first, *required, *then, *optional])


def _typed(name: str, type: Expr) -> Expr:
    return x.expr(Code(name), ": ", type)


def _optional(name: str, type: Expr) -> Expr:
    return x.expr(Code(name), ": ", _omittable(type), " = ", OMIT)


@lru_cache(maxsize=1024)  # A text, a number, a flag: most arguments are of few types.
def _omittable(type: Expr) -> Expr:
    return x.union([type, x.expr(_OMIT_TYPE)])


def _extra(type: Expr) -> Expr:
    mapping = x.subscript(_MAPPING, x.builtin("str"), type)
    return x.expr("extra_: ", x.union([mapping, x.NONE]), " = None")


def passed(arguments: Iterable[Argument], *, by_wire: bool) -> Expr:
    """A dict of the arguments' values."""
    pairs = (x.expr(literal(a.wire if by_wire else a.name), ": ", Code(a.name)) for a in arguments)
    return x.expr("{", x.join(", ", pairs), "}")
