"""Examples of bodies and headers (OAS 3.2, 4.14 and 4.19): what a document shows, whether it fits or not."""

from __future__ import annotations

from collections.abc import Iterator

from specloom import ir
from specloom.normalise.context import Context
from specloom.normalise.pointers import join
from specloom.normalise.values import freeze


def examples(context: Context, place: str) -> tuple[ir.Example, ...]:
    """The examples of the Media Type or Header Object at `place`, in the document's order.

    One that only stands elsewhere (`externalValue`) is none: nothing is fetched.
    """
    return tuple(_examples(context, place))


def values(context: Context, place: str) -> tuple[ir.Json, ...]:
    """The examples that are given as values."""
    return tuple(each.value for each in _examples(context, place) if each.value is not ir.ABSENT)


def _examples(context: Context, place: str) -> Iterator[ir.Example]:
    said = context.mapping(place)
    if "example" in said:
        origin = context.origin(join(place, "example"))
        yield ir.Example(name="", value=freeze(said["example"]), origin=origin)
    for name, reference in context.members(join(place, "examples")) if "examples" in said else ():
        at = context.follow(reference)
        if at is None:
            continue
        shown = context.mapping(at)
        text = shown.get("serializedValue")
        given = next((each for each in ("dataValue", "value") if each in shown), None)
        if given is not None:
            yield ir.Example(name=name, value=freeze(shown[given]), origin=context.origin(join(at, given)))
        elif isinstance(text, str):
            yield ir.Example(name=name, text=text, origin=context.origin(join(at, "serializedValue")))
