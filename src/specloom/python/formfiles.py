"""Which members of a form, or which parts, are files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from specloom import ir
from specloom.python.types import TypePlan


@dataclass(frozen=True, slots=True)
class Files:
    """`names` are of members, `prefix` says it of the first parts, `rest` of all other members or parts."""

    names: frozenset[str] = frozenset()
    prefix: tuple[bool, ...] = ()
    rest: bool = False

    @classmethod
    def of(cls, content: ir.Content, types: TypePlan) -> Files:
        """Those of the bodies of a media type."""
        wholes = [] if content.type is None else list(_wholes(content.type, types))
        names: set[str] = set()
        prefix: tuple[bool, ...] = ()
        rest = False
        for whole in wholes:
            match whole:
                case ir.Record(fields=fields, extra=extra):
                    names |= {field.name for field in fields if _holds(field.type)}
                    rest = rest or _holds(extra)
                case ir.Map(values=values):
                    rest = rest or _holds(values)
                case ir.Array(items=items, prefix=first):
                    prefix = tuple(map(_holds, first))
                    rest = rest or _holds(items)
        return cls(frozenset(names), prefix, rest)

    def prefixed(self, encodings: tuple[ir.Encoding, ...]) -> list[tuple[ir.Encoding, bool]]:
        """The encodings of the first parts, each with whether the part is a file."""
        count = max(len(encodings), len(self.prefix) if any(self.prefix) else 0)
        padded = [*encodings, *[ir.Encoding()] * (count - len(encodings))]
        flags = [*self.prefix, *[self.rest] * count][:count]
        return list(zip(padded, flags, strict=True))


def _wholes(type: ir.Type, types: TypePlan) -> Iterator[ir.Type]:
    found = types.resolve(type)
    if isinstance(found, ir.Union):
        for member in found.members:
            yield from _wholes(member, types)
    else:
        yield found


def _holds(type: ir.Type) -> bool:
    match type:
        case ir.File():
            return True
        case ir.Array(items=items):
            return isinstance(items, ir.File)
        case ir.Union(members=members):
            return any(map(_holds, members))
    return False
