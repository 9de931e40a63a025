"""Event streams and JSON lines, in every way in which documents describe them.

1. `itemSchema` (OAS 3.2, 4.14) describes the event, whose `data` has a `contentSchema`;
2. `schema` or `itemSchema` describes the event, whose `data` is itself of the type that it carries;
3. `schema` describes the data alone: an array of it, or one.
A string that says nothing of its content is a text.
"""

from __future__ import annotations

from collections.abc import Iterator

from specloom import ir
from specloom.normalise import unions
from specloom.normalise.collections import Members
from specloom.normalise.conjunction import Conjunction, conjoin, narrowed, schemas_at
from specloom.normalise.context import Context
from specloom.normalise.media import essence
from specloom.normalise.pointers import join
from specloom.normalise.scalars import Facts
from specloom.normalise.types import Types
from specloom.values import replace

EVENT_MEMBERS = frozenset(("event", "data", "id", "retry"))
SENTINEL = "x-specloom-stream-sentinel"

Payload = tuple[ir.StreamPayload, ir.Type]


def events(types: Types, place: str, sentinel: str | None) -> ir.Stream:
    """The event stream that the Media Type Object at `place` describes.

    `sentinel` is the source's; the object's own `x-specloom-stream-sentinel` goes before.
    """
    said = types.context.mapping(place).get(SENTINEL)
    sentinel = said if isinstance(said, str) else sentinel
    item = _item(types, place)
    if item is None:
        return ir.Stream(
            framing=ir.StreamFraming.EVENTS,
            payload=ir.StreamPayload.TEXT,
            item=ir.String(),
            sentinel=sentinel,
        )
    branches = list(_branches(types, item))
    is_event = all(_is_event(types.context, branch) for branch in branches)
    texts: tuple[str, ...] | None = None
    if is_event:
        found = [(_data(types, branch), _names(types, branch)) for branch in branches]
        (payload, type_), texts = _together(found)
    else:
        payload, type_ = _content(types, item)
    return ir.Stream(
        framing=ir.StreamFraming.EVENTS,
        payload=payload,
        item=type_,
        envelope=types.type_of(item) if is_event else None,
        texts=texts,
        sentinel=sentinel,
    )


def items(types: Types, place: str, framing: ir.StreamFraming) -> ir.Stream:
    """JSON texts, one after another, that the Media Type Object at `place` describes."""
    item = _item(types, place)
    return ir.Stream(
        framing=framing,
        payload=ir.StreamPayload.JSON,
        item=ir.Anything() if item is None else types.type_of(item),
    )


def _item(types: Types, place: str) -> Conjunction | None:
    """The schema of one item: `itemSchema`, the entries of an array, or else the whole `schema`."""
    said = types.context.mapping(place)
    if "itemSchema" in said:
        return types.conjunction(join(place, "itemSchema"))
    if "schema" not in said:
        return None
    whole = types.conjunction(join(place, "schema"))
    if types.kinds(whole) != {"array"} or whole.alternations:
        return whole
    items = [join(p, "items") for p, s in whole.atoms.items() if "items" in s]
    return conjoin(types.context, schemas_at(types.context, items), items[0]) if items else None


def _branches(types: Types, whole: Conjunction) -> Iterator[Conjunction]:
    """The alternatives of a choice, each with what stands beside it."""
    if not whole.alternations:
        yield whole
        return
    choice = whole.alternations[0]
    for index, member in enumerate(choice.members):
        part = types.conjunction(member)
        if all(a.pointer != choice.pointer for a in part.alternations):
            place = join(whole.place, choice.keyword, index)
            branch = narrowed(_without_choice(whole), part, place, len(choice.members))
            yield from _branches(types, branch) if branch.branches <= unions.LIMIT else (branch,)


def _without_choice(whole: Conjunction) -> Conjunction:
    return replace(whole, alternations=whole.alternations[1:])


def _is_event(context: Context, whole: Conjunction) -> bool:
    """Whether a schema describes an event: an object with `data` and no members but an event's."""
    names = Members(Facts(context, whole.atoms)).declared
    return "data" in names and EVENT_MEMBERS.issuperset(names)


def _data(types: Types, whole: Conjunction) -> Payload:
    schemas = Members(Facts(types.context, whole.atoms)).of("data")
    alone = next(iter(schemas)) if len(schemas) == 1 else None
    place = alone or join(whole.place, "properties", "data", "allOf")
    return _content(types, conjoin(types.context, schemas, place))


def _content(types: Types, whole: Conjunction) -> Payload:
    """What an event's data holds, by the schema of the data."""
    context = types.context
    if not whole.key and whole.target is None:
        return ir.StreamPayload.TEXT, ir.String()
    if types.kinds(whole) != {"string"}:
        return ir.StreamPayload.JSON, types.type_of(whole)
    at = [join(p, "contentSchema") for p, s in whole.atoms.items() if "contentSchema" in s]
    if at:
        return ir.StreamPayload.JSON, types.read_all(schemas_at(context, at), at[0])
    for schema in whole.atoms.values():
        media_type = schema.get("contentMediaType")
        if isinstance(media_type, str) and essence(media_type) == "application/json":
            return ir.StreamPayload.JSON, ir.Anything()
    return ir.StreamPayload.TEXT, types.type_of(whole)


def _names(types: Types, whole: Conjunction) -> tuple[str, ...]:
    """What the events of a schema can be called, where it lists that."""
    type_ = types.read_all(Members(Facts(types.context, whole.atoms)).of("event"), whole.place)
    if not isinstance(type_, ir.Choice):
        return ()
    return tuple(value for value in type_.values if isinstance(value, str))


def _together(found: list[tuple[Payload, tuple[str, ...]]]) -> tuple[Payload, tuple[str, ...] | None]:
    """One payload for all kinds of event, and which of them carry a text beside the others' JSON."""
    json = [type_ for (payload, type_), _ in found if payload is ir.StreamPayload.JSON]
    text = [type_ for (payload, type_), _ in found if payload is ir.StreamPayload.TEXT]
    if not json:
        return (ir.StreamPayload.TEXT, unions.join_types(text)), None
    joined = (ir.StreamPayload.JSON, unions.join_types(json))
    if not text:
        return joined, None
    named = [names for (payload, _), names in found if payload is ir.StreamPayload.TEXT]
    others = {n for (payload, _), names in found if payload is ir.StreamPayload.JSON for n in names}
    texts = tuple(dict.fromkeys(name for names in named for name in names))
    told = all(named) and others.isdisjoint(texts)
    return joined, texts if told else ()
