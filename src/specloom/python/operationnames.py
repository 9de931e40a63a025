"""Python names of groups, operations and their arguments: client, server and descriptors use the same."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.python.modules import ModulePath
from specloom.python.names import (
    KEYWORDS,
    MODULES,
    PACKAGE_WORDS,
    Case,
    Claim,
    apart,
    assign,
    file_stem,
    identifier,
)
from specloom.python.typenames import namespaces
from specloom.values import Value

UNTAGGED = "default"
RESERVED = KEYWORDS | {"self", "body_", "content_type_", "extra_"}
"""What no argument may be called: `body_` takes a ready model, `extra_` unknown members, `content_type_`
says what they are sent as."""
PAGED = ("pages", "all")
"""What the methods for lists in pages end with."""


class GroupNames(Value):
    """The operations of a source under one tag. `name` is an attribute, `class_name` begins classes' names.

    `module` is relative to the client's, server's and operations' packages: ("olivaw", "completion").
    """

    source: str
    tag: str
    namespace: str | None
    name: str
    class_name: str
    module: ModulePath


class OperationNames(Value):
    """`name` is the method, `class_name` begins the names of its classes, `constant` is its descriptor.

    `arguments` are the Python names of its parameters by place and name. `streams` and `answers` say
    which methods it has: one for a stream, one for a whole answer, or both (`stream_name` then differs).
    """

    group: GroupNames
    name: str
    class_name: str
    constant: str
    arguments: Mapping[tuple[ir.ParameterPlace, str], str]
    answers: bool
    streams: bool

    @property
    def stream_name(self) -> str:
        return f"{self.name}_stream" if self.answers else self.name

    def methods(self, operation: ir.Operation) -> tuple[str, ...]:
        """The names of all methods that a client has for the operation."""
        paged = [f"{self.name}_{form}" for form in PAGED] if operation.pagination else []
        return (self.name, self.stream_name, *paged)


def name_operations(
    api: ir.Api, *, pins: Mapping[str, str], diagnostics: Diagnostics
) -> dict[str, OperationNames]:
    """The names of each operation, by its key. Operations go under their first tag."""
    groups = _groups(api, pins, diagnostics)
    inside: dict[GroupNames, list[ir.Operation]] = defaultdict(list)
    for operation in api.operations:
        tag = operation.tags[0] if operation.tags else UNTAGGED
        inside[groups[operation.source, tag]].append(operation)
    found: dict[str, OperationNames] = {}
    for group, operations in inside.items():
        answering = {o.key for o in operations if answers(o)}
        streaming = {o.key for o in operations if streams(o)}
        both = [o for o in operations if o.key in answering & streaming]
        taken = {f"{_words_name(o)}_stream" for o in both} | RESERVED | {"raw_"}
        taken |= {f"{_words_name(o)}_{form}" for o in operations if o.pagination for form in PAGED}
        names = assign(
            (_claim(operation, pins) for operation in operations), taken=taken, diagnostics=diagnostics
        )
        classes, constants = _cased(names, "class"), _cased(names, "constant")
        for operation in operations:
            found[operation.key] = OperationNames(
                group=group,
                name=names[operation.key],
                class_name=classes[operation.key],
                constant=constants[operation.key],
                arguments=_arguments(operation, pins, diagnostics),
                answers=operation.key in answering,
                streams=operation.key in streaming,
            )
    return found


def by_group(
    operations: Iterable[ir.Operation], names: Mapping[str, OperationNames]
) -> dict[GroupNames, list[ir.Operation]]:
    """The operations of each group, in their order."""
    groups: dict[GroupNames, list[ir.Operation]] = defaultdict(list)
    for operation in operations:
        groups[names[operation.key].group].append(operation)
    return groups


def successes(operation: ir.Operation) -> tuple[ir.Response, ...]:
    """The responses that mean success; the default one where no other does."""
    found = tuple([r for r in operation.responses if r.status.startswith("2")])
    return found or tuple([r for r in operation.responses if r.status == "default"])


def streams(operation: ir.Operation) -> bool:
    """Whether a success can be a stream."""
    return any(content.stream for response in successes(operation) for content in response.contents)


def answers(operation: ir.Operation) -> bool:
    """Whether there is an answer that is no stream."""
    whole = [c for r in successes(operation) for c in r.contents if not c.stream]
    return bool(whole) or not streams(operation)


def _groups(
    api: ir.Api, pins: Mapping[str, str], diagnostics: Diagnostics
) -> dict[tuple[str, str], GroupNames]:
    spaces = namespaces(api)
    found: dict[tuple[str, str], GroupNames] = {}
    for source in api.sources:
        tags = sorted({o.tags[0] if o.tags else UNTAGGED for o in api.operations if o.source == source.id})
        names, classes, stems = _group_names(tags, source.origin.pointer, pins, diagnostics)
        for tag in tags:
            space, stem = spaces[source.id], stems[tag]
            found[source.id, tag] = GroupNames(
                source=source.id,
                tag=tag,
                namespace=space,
                name=names[tag],
                class_name=classes[tag],
                module=(stem,) if space is None else (space, stem),
            )
    return found


def _group_names(
    tags: Sequence[str], source: str, pins: Mapping[str, str], diagnostics: Diagnostics
) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    """The names, classes and modules of a source's groups, by tag."""
    places = {tag: f"{source}/tags/{tag}" for tag in tags}
    names = assign(
        (
            Claim(
                key=tag,
                wire=tag,
                name=identifier(tag, "snake"),
                pinned=pins.get(places[tag]),
                pin=places[tag],
            )
            for tag in tags
        ),
        taken=KEYWORDS | {"self"},
        diagnostics=diagnostics,
        fold=str.casefold,
    )
    stems = (
        Claim(key=tag, wire=names[tag], name=file_stem(names[tag], MODULES | PACKAGE_WORDS)) for tag in tags
    )
    return names, _cased(names, "class"), assign(stems, fold=str.casefold)


def _cased(names: Mapping[str, str], case: Case) -> dict[str, str]:
    """Names in another case, no two the same: `get_v1` and `get_v_1` both make a `GetV1`."""
    return assign(Claim(key=key, wire=name, name=identifier(name, case)) for key, name in names.items())


def _words_name(operation: ir.Operation) -> str:
    return identifier(_words(operation), "snake", RESERVED)


def _words(operation: ir.Operation) -> str:
    """The operation's id, else method and path. Webhooks and callbacks have names, and POST as a rule."""
    if operation.id is not None:
        return operation.id
    method, receiver = operation.method.lower(), operation.receiver
    if receiver is None:
        return f"{method} {operation.path}"
    return receiver.name if method == "post" else f"{method} {receiver.name}"


def _claim(operation: ir.Operation, pins: Mapping[str, str]) -> Claim[str]:
    return Claim(
        key=operation.key,
        wire=operation.id or (operation.key if operation.receiver is None else operation.receiver.name),
        name=_words_name(operation),
        pinned=pins.get(operation.origin.pointer, operation.pinned),
        pin=operation.origin.pointer,
        origin=operation.origin,
    )


@cache
def _argument(name: str) -> str:
    """What the argument for a parameter of this name would be called."""
    return identifier(name, "snake", RESERVED)


def _arguments(
    operation: ir.Operation, pins: Mapping[str, str], diagnostics: Diagnostics
) -> dict[tuple[ir.ParameterPlace, str], str]:
    parameters = operation.parameters
    wishes = {(p.place, p.name): _argument(p.name) for p in parameters}
    is_pinned = any(p.pinned is not None or p.origin.pointer in pins for p in parameters)
    if not is_pinned and apart(wishes, RESERVED):
        return wishes
    claims = [
        Claim(
            key=(parameter.place, parameter.name),
            wire=parameter.name,
            name=wishes[parameter.place, parameter.name],
            pinned=pins.get(parameter.origin.pointer, parameter.pinned),
            pin=parameter.origin.pointer,
            origin=parameter.origin,
        )
        for parameter in parameters
    ]
    return assign(claims, taken=RESERVED, diagnostics=diagnostics)
