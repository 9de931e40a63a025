"""Items of streams: events and lines, each held to the type of an item."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.mock.bodies import judge
from specloom.mock.limits import UnmakeableError
from specloom.mock.maker import Maker, plain, written
from specloom.values import Value

if TYPE_CHECKING:
    from specloom.runtime.operation import Stream

_COUNT: Final = 3


class Item(Value):
    """The data of an event, or a line; the rest is an event's own."""

    data: str
    event: str = "message"
    id: str | None = None
    retry: int | None = None


def streams(
    maker: Maker, said: ir.Content, stream: Stream, seed: str, diagnostics: Diagnostics
) -> dict[str, tuple[Item, ...]]:
    """Items by the name of their example; "" is what nobody asks for by name.

    Raises :class:`UnmakeableError`.
    """
    assert said.stream is not None
    found: dict[str, tuple[Item, ...]] = {}
    for example in said.examples:
        try:
            found[example.name] = tuple(_shown(said.stream, stream, example))
        except (UnmakeableError, ValueError) as error:
            diagnostics.warning(
                "mock-example-refused", f"this example is no such stream: {error}", example.origin
            )
    if found:
        return {"": next(iter(found.values())), **found}
    return {"": tuple(_made(maker, said.stream, stream, f"{seed}/{n}") for n in range(_COUNT))}


def _made(maker: Maker, said: ir.Stream, stream: Stream, seed: str) -> Item:
    if said.envelope is not None:
        envelope = json.loads(maker.json(said.envelope, seed, lambda data: _fault(stream, json.loads(data))))
        if "data" in envelope:
            return _event(envelope)
    judged = judge(stream.item)
    data = maker.json(said.item, seed, lambda data: None if stream.item is None else judged(data))
    return Item(_text(json.loads(data)) if stream.item is None else data.decode())


def _fault(stream: Stream, event: Any) -> str | None:
    """What is wrong with a whole event."""
    if not isinstance(event, dict) or not isinstance(event.get("id", ""), str):
        return "an event is an object whose id is a text"
    fault = judge(stream.envelope)(written(event))
    if fault is not None or "data" not in event:
        return fault
    data = event["data"]
    is_text = stream.is_text(_name(event))
    if is_text is not False and isinstance(data, str):
        return None
    return "its data is no text" if is_text else _misfit(stream, _text(data))


def _misfit(stream: Stream, text: str) -> str | None:
    try:
        json.loads(text)
    except ValueError:
        return "its data is no JSON"
    return judge(stream.item)(text.encode())


def _event(event: Mapping[str, Any]) -> Item:
    id_, retry = event.get("id"), event.get("retry")
    return Item(
        _text(event["data"]),
        event=_name(event),
        id=id_ if isinstance(id_, str) else None,
        retry=retry if isinstance(retry, int) and retry >= 0 else None,
    )


def _name(event: Mapping[str, Any]) -> str:
    name = event.get("event")
    return name if isinstance(name, str) and name else "message"


def _text(data: Any) -> str:
    """What an event carries: a text as it is, anything else as JSON."""
    return data if isinstance(data, str) else written(data).decode()


def _shown(said: ir.Stream, stream: Stream, example: ir.Example) -> Iterator[Item]:
    """An example's items: an array of them, or one. Lines may be given as they are sent."""
    if example.text is not None:
        if stream.framing != "lines":
            raise UnmakeableError("only lines are shown as they are sent; others as values (`dataValue`)")
        values = [json.loads(line) for line in example.text.splitlines() if line.strip()]
    else:
        given = plain(None if isinstance(example.value, ir.Absent) else example.value)
        values = list(given) if isinstance(given, tuple) else [given]
    for value in values:
        if said.envelope is not None and isinstance(value, dict) and "data" in value:
            fault, item = _fault(stream, value), _event(value)
        elif stream.item is None:
            fault, item = None, Item(_text(value))
        else:
            fault, item = judge(stream.item)(written(value)), Item(written(value).decode())
        if fault is not None:
            raise UnmakeableError(fault)
        yield item
