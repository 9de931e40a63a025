"""Webhooks (OAS 3.2, 4.1.1) and callbacks (4.18): operations that the API calls, and its clients serve."""

from __future__ import annotations

from collections.abc import Iterator

from specloom import ir
from specloom.normalise.context import Context
from specloom.normalise.operations import methods, operation
from specloom.normalise.pointers import join
from specloom.normalise.types import Types
from specloom.values import replace


def receivers(
    types: Types, operations: tuple[ir.Operation, ...], skipped: list[ir.Skipped]
) -> Iterator[ir.Operation]:
    """The document's webhooks and the callbacks of the operations, each before the callbacks that it has."""
    for webhook in _webhooks(types, skipped):
        yield webhook
        yield from _callbacks(types, webhook, skipped)
    for operation_ in operations:
        yield from _callbacks(types, operation_, skipped)


def _webhooks(types: Types, skipped: list[ir.Skipped]) -> Iterator[ir.Operation]:
    """What webhooks carry has names of its own, also where it is no object."""
    context = types.context
    for name, place in context.members("/webhooks"):
        item = context.follow(place) or place
        for method, at in methods(context, place, item):
            made = operation(types, name, method, place, item, at, skipped)
            if made is not None:
                for payload in _payloads(context, at):
                    if types.conjunction(payload).target is None:
                        types.name(payload)
                receiver = ir.Receiver(kind="webhook", name=made.path)
                yield _received(made, receiver, f"webhook {method} {name}")


def _callbacks(
    types: Types, parent: ir.Operation, skipped: list[ir.Skipped], above: tuple[str, ...] = ()
) -> Iterator[ir.Operation]:
    """The callbacks of an operation, and theirs in turn. `above` are the Callback Objects on the way to it:
    one that has itself among its own callbacks has them once."""
    context = types.context
    at = parent.origin.pointer
    said = "callbacks" in context.mapping(at)
    for name, place in context.members(f"{at}/callbacks") if said else ():
        callback = context.follow(place) or place
        if callback in above:
            message = f"the callback {name} has itself for a callback, which is left out there"
            context.warning("callback-recursive", message, place)
            continue
        for expression, below in context.members(callback):
            if expression.startswith("x-"):
                continue
            item = context.follow(below) or below
            for method, where in methods(context, below, item):
                made = operation(types, expression, method, below, item, where, skipped)
                if made is None:
                    continue
                receiver = ir.Receiver(kind="callback", name=name, of=parent.address, expression=expression)
                key = f"{parent.key} {name} {method} {expression}"
                received = _received(replace(made, source=parent.source), receiver, key)
                yield received
                yield from _callbacks(types, received, skipped, (*above, callback))


def _received(made: ir.Operation, receiver: ir.Receiver, key: str) -> ir.Operation:
    """Its place is the receiver's choice. It is an operation, so the document's security is its own too."""
    return replace(made, key=key, path="", servers=(), receiver=receiver)


def _payloads(context: Context, at: str) -> Iterator[str]:
    places = [join(at, "requestBody")]
    places += [p for status, p in context.members(join(at, "responses")) if not status.startswith("x-")]
    for place in places:
        end = context.follow(place)
        for _, media in context.members(join(end, "content")) if end else ():
            schema = join(context.follow(media) or media, "schema")
            if isinstance(context.node(schema), dict):
                yield schema
