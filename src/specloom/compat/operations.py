"""How an operation differs from what it was."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from specloom import ir
from specloom.compat.changes import Change
from specloom.compat.spelling import spell, value
from specloom.compat.types import Name, below, doc_changes, type_changes


def operation_changes(old: ir.Operation, new: ir.Operation, name: Name) -> Iterator[Change]:
    """The differences between two operations of the same method and path."""
    for word in ("id", "tags", "deprecated"):
        was, now = getattr(old, word), getattr(new, word)
        if was != now:
            yield Change("", f"{word} was {value(was)}, is {value(now)}")
    if (old.summary, old.description) != (new.summary, new.description):
        yield Change("", "is described differently")
    yield from _parameters(old, new, name)
    yield from _body(old.body, new.body, name)
    yield from _responses(old, new, name)
    for word, was, now in (
        ("security", _security(old), _security(new)),
        ("servers", _servers(old), _servers(new)),
    ):
        if was != now:
            yield Change(word, f"was {was}, is {now}")


def _parameters(old: ir.Operation, new: ir.Operation, name: Name) -> Iterator[Change]:
    was, now = ({(p.place, p.name): p for p in o.parameters} for o in (old, new))
    for key in was.keys() | now.keys():
        where = f"{key[0].value} parameter {key[1]}"
        first, second = was.get(key), now.get(key)
        if first is None and second is not None:
            kind = "required" if second.required else "optional"
            yield Change(where, f"added, {kind}, {spell(second.type, name)}")
        elif second is None:
            yield Change(where, "removed")
        elif first is not None:
            yield from _parameter(first, second, where, name)


def _parameter(old: ir.Parameter, new: ir.Parameter, where: str, name: Name) -> Iterator[Change]:
    if old.required != new.required:
        yield Change(where, "is now required" if new.required else "is no longer required")
    for word in ("style", "explode", "allow_reserved", "media_type", "rest_of_path"):
        was, now = getattr(old, word), getattr(new, word)
        if was != now:
            shown = (getattr(member, "value", member) for member in (was, now))
            yield Change(where, "{} was {}, is {}".format(word.replace("_", " "), *map(value, shown)))
    if value(old.default) != value(new.default):
        yield Change(where, f"default was {value(old.default)}, is {value(new.default)}")
    yield from type_changes(old.type, new.type, where, name)
    yield from doc_changes(old.doc, new.doc, where)


def _body(old: ir.Body | None, new: ir.Body | None, name: Name) -> Iterator[Change]:
    if old is None or new is None:
        if old is not new:
            required = ", required" if new is not None and new.required else ""
            yield Change("body", "removed" if new is None else f"added{required}")
        return
    if old.required != new.required:
        yield Change("body", "is now required" if new.required else "is no longer required")
    yield from _contents(old.contents, new.contents, "body", name)


def _responses(old: ir.Operation, new: ir.Operation, name: Name) -> Iterator[Change]:
    was, now = ({r.status: r for r in o.responses} for o in (old, new))
    for status in was.keys() | now.keys():
        where = f"response {status}"
        if status not in was or status not in now:
            yield Change(where, "added" if status in now else "removed")
            continue
        yield from _headers(was[status].headers, now[status].headers, where, name)
        yield from _contents(was[status].contents, now[status].contents, where, name)


def _headers(
    old: tuple[ir.Header, ...], new: tuple[ir.Header, ...], where: str, name: Name
) -> Iterator[Change]:
    was, now = ({h.name.lower(): h for h in headers} for headers in (old, new))
    for key in was.keys() | now.keys():
        at = below(where, f"header {(now.get(key) or was[key]).name}")
        if key not in was or key not in now:
            yield Change(at, "added" if key in now else "removed")
            continue
        if was[key].required != now[key].required:
            yield Change(at, "is now required" if now[key].required else "is no longer required")
        for word in ("explode", "media_type"):
            before, after = (_said(getattr(each[key], word)) for each in (was, now))
            if before != after:
                yield Change(at, f"{word.replace('_', ' ')} was {before}, is {after}")
        yield from type_changes(was[key].type, now[key].type, at, name)


def _contents(
    old: tuple[ir.Content, ...], new: tuple[ir.Content, ...], where: str, name: Name
) -> Iterator[Change]:
    was, now = ({c.media_type: c for c in contents} for contents in (old, new))
    for media_type in was.keys() | now.keys():
        at = below(where, media_type)
        if media_type not in was or media_type not in now:
            yield Change(at, "added" if media_type in now else "removed")
            continue
        first, second = _streamed(was[media_type]), _streamed(now[media_type])
        for word in first.keys() | second.keys():
            if first.get(word) != second.get(word):
                yield Change(at, f"{word} was {first.get(word, 'none')}, is {second.get(word, 'none')}")
        yield from type_changes(_type(was[media_type]), _type(now[media_type]), at, name)
        yield from _encodings(was[media_type], now[media_type], at, name)


def _encodings(old: ir.Content, new: ir.Content, where: str, name: Name) -> Iterator[Change]:
    """How members of a form, and parts, are written."""
    was, now = (dict(_named_encodings(content)) for content in (old, new))
    for key in was.keys() | now.keys():
        at = below(where, key)
        first, second = (each.get(key, ir.Encoding()) for each in (was, now))
        for word in ("content_type", "style", "explode", "allow_reserved"):
            before, after = (_said(getattr(each, word)) for each in (first, second))
            if before != after:
                yield Change(at, f"{word.replace('_', ' ')} was {before}, is {after}")
        yield from _headers(first.headers, second.headers, at, name)


def _named_encodings(content: ir.Content) -> Iterator[tuple[str, ir.Encoding]]:
    for name, encoding in content.encoding:
        yield f"encoding of {name}", encoding
    for index, encoding in enumerate(content.prefix_encoding):
        yield f"encoding of part {index}", encoding
    if content.item_encoding is not None:
        yield "encoding of the other parts", content.item_encoding


def _said(value_: Any) -> str:
    """What a document may leave out."""
    return "not said" if value_ is None else value(getattr(value_, "value", value_))


def _streamed(content: ir.Content) -> Mapping[str, Any]:
    stream = content.stream
    if stream is None:
        return {}
    sentinel = "none" if stream.sentinel is None else value(stream.sentinel)
    return {"stream of": stream.framing.value, "payload": stream.payload.value, "sentinel": sentinel}


def _type(content: ir.Content) -> ir.Type:
    if content.stream is not None:
        return content.stream.item
    return content.type if content.type is not None else ir.Anything()


def _security(operation: ir.Operation) -> str:
    alternatives = (
        " and ".join(
            r.scheme + (f" ({', '.join(sorted(r.scopes))})" if r.scopes else "")
            for r in sorted(alternative, key=lambda r: r.scheme)
        )
        for alternative in operation.security
    )
    return " or ".join(words or "nothing" for words in alternatives) or "nothing"


def _servers(operation: ir.Operation) -> str:
    return ", ".join(server.url for server in operation.servers) or "none"
