"""Webhooks (OAS 3.2, 4.1.1) and callbacks (4.18): operations that the API calls, and its clients serve."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from specloom import ir
from specloom.normalise.context import Context
from specloom.normalise.operations import methods, operation
from specloom.normalise.pointers import join
from specloom.normalise.types import Types


def webhooks(types: Types, skipped: list[ir.Skipped]) -> Iterator[ir.Operation]:
    """The document's webhooks. What they carry has names of its own, also where it is no object."""
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
                _report_nested(context, at)
                yield _received(made, receiver, f"webhook {method} {name}")


def callbacks(
    types: Types, operations: tuple[ir.Operation, ...], skipped: list[ir.Skipped]
) -> Iterator[ir.Operation]:
    """The callbacks of the operations, in their order."""
    context = types.context
    for parent in operations:
        for name, place in context.members(join(parent.origin.pointer, "callbacks")):
            callback = context.follow(place) or place
            for expression, at in context.members(callback):
                if expression.startswith("x-"):
                    continue
                item = context.follow(at) or at
                for method, where in methods(context, at, item):
                    made = operation(types, expression, method, at, item, where, skipped)
                    if made is not None:
                        receiver = ir.Receiver(
                            kind="callback", name=name, of=(parent.method, parent.path), expression=expression
                        )
                        key = f"{parent.key} {name} {method} {expression}"
                        _report_nested(context, where)
                        yield _received(replace(made, source=parent.source), receiver, key)


def _received(made: ir.Operation, receiver: ir.Receiver, key: str) -> ir.Operation:
    """Its place is the receiver's choice. It is an operation, so the document's security is its own too."""
    return replace(made, key=key, path="", servers=(), receiver=receiver)


def _report_nested(context: Context, at: str) -> None:
    for name, place in context.members(join(at, "callbacks")):
        message = f"the callback {name} belongs to a webhook or another callback and is left out"
        context.warning("callback-nested", message, place)


def _payloads(context: Context, at: str) -> Iterator[str]:
    places = [join(at, "requestBody")]
    places += [p for status, p in context.members(join(at, "responses")) if not status.startswith("x-")]
    for place in places:
        end = context.follow(place)
        for _, media in context.members(join(end, "content")) if end else ():
            schema = join(context.follow(media) or media, "schema")
            if isinstance(context.node(schema), dict):
                yield schema
