"""Which members of a form, or which parts, are files or texts in a `contentEncoding`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from specloom import ir
from specloom.python.types import TypePlan
from specloom.values import Value, field

Held = Literal["file", "encoded", ""]
"""What a member or part is, or is a list of; empty where it is neither. Of several, the first counts."""

_ORDER: tuple[Held, ...] = ("file", "encoded", "")


class FormParts(Value):
    """`names` are of members, `prefix` says it of the first parts, `rest` of all other members or parts."""

    names: Mapping[str, Held] = field(default_factory=dict)
    prefix: tuple[Held, ...] = ()
    rest: Held = ""

    @classmethod
    def of(cls, content: ir.Content, types: TypePlan) -> FormParts:
        """Those of the bodies of a media type; none where it is not one of `multipart`."""
        names: dict[str, Held] = {}
        prefix: tuple[Held, ...] = ()
        rest: Held = ""
        for whole in _wholes(content.type, types) if is_multipart(content) else ():
            match whole:
                case ir.Record(fields=fields, extra=extra):
                    for each in fields:
                        held = _first(names.get(each.name, ""), _held(each.type, types))
                        if held:
                            names[each.name] = held
                    rest = _first(rest, _held(extra, types))
                case ir.Map(values=values):
                    rest = _first(rest, _held(values, types))
                case ir.Array(items=items, prefix=first):
                    prefix = tuple(_held(each, types) for each in first)
                    rest = _first(rest, _held(items, types))
        return cls(names, prefix, rest)

    def prefixed(self, encodings: tuple[ir.Encoding, ...]) -> list[tuple[ir.Encoding, Held]]:
        """The encodings of the first parts, each with what the part is."""
        count = max(len(encodings), len(self.prefix) if any(self.prefix) else 0)
        padded = [*encodings, *[ir.Encoding()] * (count - len(encodings))]
        held = [*self.prefix, *[self.rest] * count][:count]
        return list(zip(padded, held, strict=True))


def is_multipart(content: ir.Content) -> bool:
    return content.media_type.lower().startswith("multipart/")


def _wholes(type: ir.Type | None, types: TypePlan) -> Iterator[ir.Type]:
    if type is None:
        return
    found = types.resolve(type)
    if isinstance(found, ir.Union):
        for member in found.members:
            yield from _wholes(member, types)
    else:
        yield found


def _first(*held: Held) -> Held:
    return min(held, key=_ORDER.index)


def _held(type: ir.Type, types: TypePlan, *, listed: bool = False) -> Held:
    """`listed`: it is the type of a list's entries, where a further list is one part of JSON."""
    match types.resolve(type):
        case ir.File():
            return "file"
        case ir.String(encoding=str()):
            return "encoded"
        case ir.Array(items=items) if not listed:
            return _held(items, types, listed=True)
        case ir.Union(members=members):
            return _first("", *(_held(member, types, listed=listed) for member in members))
    return ""
