"""Calls of operations, for examples in documentation: typed as the client's methods are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress

from specloom import ir
from specloom.code import Code, identifier, join, literal
from specloom.python import names as python_names
from specloom.python.operationnames import RESERVED, OperationNames, successes
from specloom.python.operations_body import object_body, stream_member
from specloom.python.samples import sample
from specloom.python.types import TypePlan
from specloom.values import Value

_CONSTRUCTORS = {
    "date": ("datetime", "date.fromisoformat"),
    "date-time": ("datetime", "datetime.fromisoformat"),
    "time": ("datetime", "time.fromisoformat"),
    "uuid": ("uuid", "UUID"),
}
"""For the formats that have a Python type: its module, and what makes one of a text."""

_IGNORED = ("accept", "content-type", "authorization")
"""Header fields that are no parameters (OpenAPI 3.2, Parameter Object)."""


class Call(Value):
    """`imports` are the lines that the arguments need; `gives` says whether a whole answer has a body."""

    operation: ir.Operation
    names: OperationNames
    arguments: tuple[Code, ...]
    imports: frozenset[str]
    gives: bool

    @property
    def text(self) -> Code:
        """The arguments, as they stand between the parentheses."""
        return join(", ", self.arguments)


class Asking(Value):
    """An operation, and what a call of it has to give."""

    operation: ir.Operation
    names: OperationNames
    required: tuple[tuple[Code, ir.Type], ...]

    @property
    def demands(self) -> tuple[int, str]:
        """What makes an example less plain, and a key for a stable order."""
        return len(self.required), self.operation.key


def plainest(
    operations: Iterable[ir.Operation], names: Mapping[str, OperationNames], types: TypePlan
) -> Iterator[Asking]:
    """The operations of which it can be told what to give, those that ask for least first.

    Before all, that is those whose answers have bodies, and which have none themselves. The others are only
    looked at when these have been: examples show one of the first.
    """
    kinds: dict[tuple[bool, bool], list[ir.Operation]] = defaultdict(list)
    for operation in operations:
        kinds[not _gives(operation), operation.body is not None].append(operation)
    for kind in sorted(kinds):
        found: list[Asking] = []
        for operation in kinds[kind]:
            with suppress(ValueError):
                own = names[operation.key]
                found.append(Asking(operation, own, tuple(_required(operation, own, types))))
        yield from sorted(found, key=lambda asking: asking.demands)


def sample_calls(asking: Iterable[Asking], types: TypePlan) -> Iterator[Call]:
    """A call of each, in order, where one is known.

    It is made when it is asked for: examples show the first, and values of types take long to find.
    """
    for each in asking:
        with suppress(ValueError):
            yield _call(each, types)


def _gives(operation: ir.Operation) -> bool:
    """Whether a whole answer has a body."""
    return operation.method != "HEAD" and all(
        response.contents and response.status not in ("204", "205") for response in successes(operation)
    )


def _call(asking: Asking, types: TypePlan) -> Call:
    """A call with all that is required. Raises :class:`ValueError` where no value of it is known."""
    arguments: list[Code] = []
    imports: set[str] = set()
    for name, type in asking.required:
        value, line = _written(types, type)
        arguments.append(Code(f"{name}={value}"))
        imports |= line
    operation = asking.operation
    return Call(operation, asking.names, tuple(arguments), frozenset(imports), _gives(operation))


def _required(
    operation: ir.Operation, names: OperationNames, types: TypePlan
) -> Iterator[tuple[Code, ir.Type]]:
    """Required arguments. Raises :class:`ValueError` for a body that is no plain object."""
    for parameter in operation.parameters:
        if parameter.required and not _is_ignored(parameter):
            yield identifier(names.arguments[parameter.place, parameter.name]), parameter.type
    if operation.body is None or not operation.body.required:
        return
    body = object_body(operation, types)
    if body is None:
        raise ValueError("no members to write as arguments")
    asks = stream_member(operation, names, types)
    required = [field for field in body.record.fields if field.required and field is not asks]
    taken = RESERVED | set(names.arguments.values())
    pinned = any(field.pinned for field in body.record.fields)
    if required and not pinned and all(_keeps_name(field, taken) for field in required):
        yield from ((identifier(field.name), field.type) for field in required)
    else:
        yield Code("body_"), body.type


def _is_ignored(parameter: ir.Parameter) -> bool:
    return parameter.place is ir.ParameterPlace.HEADER and parameter.name.lower() in _IGNORED


def _keeps_name(field: ir.Field, taken: frozenset[str]) -> bool:
    """Whether the member is called in Python what it is called in the document."""
    return field.name not in taken and python_names.identifier(field.name, "snake", RESERVED) == field.name


def _written(types: TypePlan, type: ir.Type) -> tuple[Code, set[str]]:
    value = literal(sample(types, type))
    resolved = types.resolve(type)
    if isinstance(resolved, ir.String) and resolved.format in _CONSTRUCTORS:
        module, constructor = _CONSTRUCTORS[resolved.format]
        line = f"from {module} import {constructor.partition('.')[0]}"
        return Code(f"{constructor}({value})"), {line}
    return value, set()
