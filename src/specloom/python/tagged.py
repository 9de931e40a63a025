"""How the members of a union are told apart by one of their own members, the tag."""

from __future__ import annotations

from collections.abc import Callable

from specloom import ir
from specloom.values import Value

Resolve = Callable[[ir.Type], ir.Type]


class Tags(Value):
    """From the tag's values to the positions of members; `others` are tried where it decides nothing."""

    positions: dict[str, int]
    others: tuple[int, ...] = ()


def tags(resolve: Resolve, union: ir.Union) -> Tags | None:
    """The tags of a union, where they say what a value is without changing which values are valid.

    Each member may pin its own: then the tag decides alone. A parent among the members takes all that no
    other one does. In any other union the discriminator is a hint, of use only where several members may fit.
    """
    said = union.discriminator
    targets = [member.target for member in union.members if isinstance(member, ir.Reference)]
    if said is None or len(targets) < len(union.members) or len(set(targets)) < len(targets):
        return None
    pinned = _exact(resolve, union, said.member)
    if pinned is not None:
        return Tags(pinned)
    if union.mode == "one":
        return None
    hints = {tag: targets.index(target) for tag, target in said.mapping if target in targets}
    if not hints:
        return None
    if said.parent is not None:
        return Tags(hints, (targets.index(said.parent),))
    first = [targets.index(said.otherwise)] if said.otherwise in targets else []
    return Tags(hints, tuple(dict.fromkeys((*first, *range(len(targets))))))


def _exact(resolve: Resolve, union: ir.Union, member: str) -> dict[str, int] | None:
    found: dict[str, int] = {}
    for position, type_ in enumerate(union.members):
        for tag in pinned(resolve, type_, member) or (None,):
            if tag is None or found.setdefault(tag, position) != position:
                return None
    return found


def pinned(resolve: Resolve, type: ir.Type, member: str) -> tuple[str, ...] | None:
    """The texts that the type allows for its required member; None where it may be anything else."""
    match _bare(resolve, type):
        case ir.Record(fields=fields):
            for field in fields:
                if field.name == member and field.required:
                    return _texts(_bare(resolve, field.type))
        case ir.Union(members=members):
            found = [pinned(resolve, each, member) for each in members]
            if all(each is not None for each in found):
                return tuple(tag for each in found for tag in each or ())
    return None


def _bare(resolve: Resolve, type: ir.Type) -> ir.Type:
    type = resolve(type)
    while isinstance(type, ir.Assertion):
        type = resolve(type.type)
    return type


def _texts(type: ir.Type) -> tuple[str, ...] | None:
    if not isinstance(type, ir.Choice):
        return None
    texts = tuple(value for value in type.values if isinstance(value, str))
    return texts if len(texts) == len(type.values) else None
