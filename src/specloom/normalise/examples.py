"""Examples of bodies and headers (OAS 3.2, 4.14 and 4.19): what a document shows, whether it fits or not."""

from __future__ import annotations

from collections.abc import Iterator

from specloom import ir
from specloom.normalise.once import once
from specloom.normalise.types import Types
from specloom.normalise.values import freeze


def examples(types: Types, place: str) -> tuple[ir.Example, ...]:
    """The examples of the Media Type or Header Object at `place`, in the document's order.

    One that only stands elsewhere (`externalValue`) is none: nothing is fetched.
    """
    return tuple(_examples(types, place))


def values(types: Types, place: str) -> tuple[ir.Json, ...]:
    """The examples that are given as values."""
    return tuple(each.value for each in _examples(types, place) if each.value is not ir.ABSENT)


def _examples(types: Types, place: str) -> Iterator[ir.Example]:
    context = types.context
    said = context.mapping(place)
    if "example" in said:
        origin = context.origin(f"{place}/example")
        yield ir.Example(name="", value=freeze(said["example"]), origin=origin)
    for name, reference in context.members(f"{place}/examples", said.get("examples")):
        at = context.follow(reference)
        shown = None if at is None else _shown(types, name, at)
        if shown is not None:
            yield shown


@once
def _shown(types: Types, name: str, place: str) -> ir.Example | None:
    """What the Example Object at `place` shows, by this name."""
    context = types.context
    said = context.mapping(place)
    text = said.get("serializedValue")
    given = next((each for each in ("dataValue", "value") if each in said), None)
    if given is not None:
        return ir.Example(name=name, value=freeze(said[given]), origin=context.origin(f"{place}/{given}"))
    if isinstance(text, str):
        return ir.Example(name=name, text=text, origin=context.origin(f"{place}/serializedValue"))
    return None
