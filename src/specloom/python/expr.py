"""Python expressions that remember what must be imported for them.

A name that comes from somewhere stays an :class:`Import` inside the expression until the module it
stands in is put together; only then is it known whether the module's own names leave it free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import LiteralString, NamedTuple, TypeAlias

from specloom.code import Code, identifier, literal
from specloom.values import Value, View, force_setattr


class Import(NamedTuple):
    """`from module import name`.

    `module` is absolute ("datetime"), or begins with a dot and counts from the generated package's
    root (".models.olivaw.error"; "." is the root itself). "builtins" needs an import only where the
    plain name is taken. `typing_only` imports are for type checkers and stand under `TYPE_CHECKING`.
    """

    module: str
    name: str
    typing_only: bool = False


Text: TypeAlias = "LiteralString | Code"
"""Text that may be printed: it stands in our own source, or `code.py` made it."""


class Later(Value):
    """A name that does not exist yet when the module runs: it has to stand within quotes."""

    name: Text | Import


class Quoted(Value):
    """An expression written as a string."""

    parts: tuple[Text | Import, ...]


Piece: TypeAlias = "Text | Import | Later | Quoted"
Part: TypeAlias = "Piece | Expr"


class Expr(View):
    """Source text with the names it needs from elsewhere.

    It keeps what it was put together from, and is taken apart when it is printed or compared: most of it is
    neither before it is part of something larger. Equal are those of the same pieces.
    """

    parts: tuple[Part, ...]
    _pieces: tuple[Piece, ...] | None = None

    @property
    def pieces(self) -> tuple[Piece, ...]:
        known = self._pieces
        if known is None:
            found: list[Piece] = []
            _gather(self, found)
            known = tuple(found)
            force_setattr(self, "_pieces", known)
        return known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expr) and self.pieces == other.pieces

    def __hash__(self) -> int:
        return hash(self.pieces)

    def plain(self) -> tuple[Code, dict[Import, None]]:
        """The text where every import is called as it is, and what is imported then, in order, but for what
        is within quotes."""
        text: list[str] = []
        imports: dict[Import, None] = {}
        _read(self, text, imports)
        return Code("".join(text)), imports

    @property
    def is_later(self) -> bool:
        """Whether it has to be quoted, as a whole or where it stands."""
        return Later in map(type, self.pieces)


def _gather(expression: Expr, found: list[Piece]) -> None:
    for part in expression.parts:
        if not isinstance(part, str) and isinstance(part, Expr):
            _gather(part, found)
        else:
            found.append(part)


def _read(expression: Expr, text: list[str], imports: dict[Import, None]) -> None:
    for part in expression.parts:
        if isinstance(part, str):
            text.append(part)
        elif isinstance(part, Import):
            text.append(part.name)
            imports[part] = None
        elif isinstance(part, Expr):
            _read(part, text, imports)
        else:
            text.append(_named(part))


def _named(piece: Piece) -> str:
    match piece:
        case Import(name=name):
            return name
        case Later(name=name):
            return _named(name)
        case Quoted(parts=parts):
            return literal("".join(map(_named, parts)))
    return piece


def expr(*parts: Part) -> Expr:
    """Put an expression together. Plain strings must stand in our own source."""
    return Expr(parts)


def join(separator: LiteralString, parts: Iterable[Part]) -> Expr:
    found: list[Part] = []
    for part in parts:
        found += (part, separator)
    return Expr(tuple(found[:-1]))


@cache
def builtin(name: LiteralString) -> Expr:
    return expr(Import("builtins", name))


def subscript(base: Part, *arguments: Part) -> Expr:
    """`base[a, b]`"""
    parts: list[Part] = [base, "["]
    for argument in arguments:
        parts += (argument, ", ")
    parts[-1] = "]"
    return Expr(tuple(parts))


def member(name: str) -> Expr:
    """`.name`, after an expression."""
    return expr(".", identifier(name))


def call(function: Part, *arguments: Part, **named: Part) -> Expr:
    """`function(a, b, name=c)`; the names stand in our own source."""
    parts: list[Part] = [function, "("]
    for argument in arguments:
        parts += (argument, ", ")
    for name, part in named.items():
        parts += (name, "=", part, ", ")
    if len(parts) > 2:
        parts.pop()
    parts.append(")")
    return Expr(tuple(parts))


def annotated(base: Part, *metadata: Part) -> Expr:
    """`Annotated[base, …]`, or the base alone where nothing is to be said of it."""
    if not metadata:
        return base if isinstance(base, Expr) else expr(base)
    if isinstance(base, Expr) and base.is_later:
        base = quoted(base)
    return subscript(Import("typing", "Annotated"), base, *metadata)


def later(name: Expr) -> Expr:
    """A name that is defined later."""
    return Expr(tuple(Later(part) if isinstance(part, str | Import) else part for part in name.pieces))


def quoted(expression: Expr) -> Expr:
    """The expression as one string."""
    return Expr((Quoted(tuple(_plain(expression.pieces))),))


def _plain(parts: Iterable[Piece]) -> Iterator[Text | Import]:
    for part in parts:
        if isinstance(part, Quoted):
            yield from part.parts
        else:
            yield part.name if isinstance(part, Later) else part


def union(alternatives: Iterable[Expr]) -> Expr:
    """`A | B`, each member once, None last. A member that is a union itself stands for its own members."""
    listed = list(alternatives)
    if len(listed) == 1 and not listed[0].is_later:
        return listed[0]
    unique: dict[tuple[Piece, ...], Expr] = {}
    for alternative in listed:
        for member in members(alternative):
            each = quoted(member) if member.is_later else member
            unique[each.pieces] = each
    none = unique.pop(NONE.pieces, None)
    if none is not None:
        unique[NONE.pieces] = none
    found = tuple(unique.values())
    if len(found) < 2:
        return found[0] if found else NEVER
    if Quoted in [type(pieces[0]) for pieces in unique]:
        # A string has no `|`.
        return subscript(Import("typing", "Union"), *found)
    return Union(join(" | ", found).parts, members=found)


class Union(Expr):
    """`A | B`, where neither is a union."""

    members: tuple[Expr, ...] = ()


def members(union: Expr) -> tuple[Expr, ...]:
    """What stands between the `|` that are within no brackets."""
    return union.members if union.__class__ is Union else (union,)


NONE = expr("None")
NEVER = expr(Import("typing", "Never"))
ANY = expr(Import("typing", "Any"))
