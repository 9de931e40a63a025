"""Python expressions that remember what must be imported for them.

A name that comes from somewhere stays an :class:`Import` inside the expression until the module it
stands in is put together; only then is it known whether the module's own names leave it free.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import LiteralString, NamedTuple, TypeAlias

from specloom.code import Code, fixed, identifier, literal
from specloom.values import Value


class Import(NamedTuple):
    """`from module import name`.

    `module` is absolute ("datetime"), or begins with a dot and counts from the generated package's
    root (".models.olivaw.error"; "." is the root itself). "builtins" needs an import only where the
    plain name is taken. `typing_only` imports are for type checkers and stand under `TYPE_CHECKING`.
    """

    module: str
    name: str
    typing_only: bool = False


class Later(Value):
    """A name that does not exist yet when the module runs: it has to stand within quotes."""

    name: Code | Import


class Quoted(Value):
    """An expression written as a string."""

    parts: tuple[Code | Import, ...]


Piece: TypeAlias = Code | Import | Later | Quoted
Part: TypeAlias = "LiteralString | Piece | Expr"


class Expr(Value):
    """Source text with the names it needs from elsewhere."""

    parts: tuple[Piece, ...]

    @property
    def is_later(self) -> bool:
        """Whether it has to be quoted, as a whole or where it stands."""
        return Later in map(type, self.parts)

    @property
    def is_quoted(self) -> bool:
        return isinstance(self.parts[0], Quoted)


def expr(*parts: Part) -> Expr:
    """Put an expression together. Plain strings must stand in our own source."""
    found: list[Piece] = []
    for part in parts:
        if isinstance(part, str) and not isinstance(part, Code):
            found.append(fixed(part))
        elif isinstance(part, Expr):
            found += part.parts
        else:
            found.append(part)
    return Expr(tuple(found))


def join(separator: LiteralString, parts: Iterable[Part]) -> Expr:
    found: list[Part] = []
    for part in parts:
        if found:
            found.append(separator)
        found.append(part)
    return expr(*found)


@cache
def builtin(name: LiteralString) -> Expr:
    return expr(Import("builtins", name))


def value(json: object) -> Expr:
    """A JSON value, written out."""
    return expr(literal(json))


def subscript(base: Part, *arguments: Part) -> Expr:
    """`base[a, b]`"""
    parts: list[Part] = [base, "["]
    for argument in arguments:
        parts += (argument, ", ")
    return expr(*parts[:-1], "]")


def member(name: str) -> Expr:
    """`.name`, after an expression."""
    return expr(".", identifier(name))


def call(function: Part, *arguments: Part, **named: Part) -> Expr:
    """`function(a, b, name=c)`; the names stand in our own source."""
    parts: list[Part] = [function, "("]
    for argument in arguments:
        parts += (argument, ", ")
    for name, part in named.items():
        parts += (Code(name), "=", part, ", ")
    if len(parts) > 2:
        parts.pop()
    return expr(*parts, ")")


def annotated(base: Part, *metadata: Part) -> Expr:
    """`Annotated[base, …]`, or the base alone where nothing is to be said of it."""
    if not metadata:
        return base if isinstance(base, Expr) else expr(base)
    if isinstance(base, Expr) and base.is_later:
        base = quoted(base)
    return subscript(Import("typing", "Annotated"), base, *metadata)


def later(name: Expr) -> Expr:
    """A name that is defined later."""
    return Expr(tuple(Later(part) if isinstance(part, Code | Import) else part for part in name.parts))


def quoted(expression: Expr) -> Expr:
    """The expression as one string."""
    return Expr((Quoted(tuple(_plain(expression.parts))),))


def _plain(parts: Iterable[Piece]) -> Iterator[Code | Import]:
    for part in parts:
        if isinstance(part, Quoted):
            yield from part.parts
        else:
            yield part.name if isinstance(part, Later) else part


def union(alternatives: Iterable[Expr]) -> Expr:
    """`A | B`, each member once, None last. A member that is a union itself stands for its own members."""
    flat = (each for alternative in alternatives for each in members(alternative))
    unique = dict.fromkeys(quoted(member) if member.is_later else member for member in flat)
    ordered = [member for member in unique if member != NONE]
    if NONE in unique:
        ordered.append(NONE)
    if any(member.is_quoted for member in ordered) and len(ordered) > 1:
        # A string has no `|`.
        return subscript(Import("typing", "Union"), *ordered)
    return join(" | ", ordered) if ordered else NEVER


def members(union: Expr) -> Iterator[Expr]:
    """What stands between the `|` that are within no brackets."""
    if len(union.parts) == 1:
        yield union
        return
    depth, member = 0, list[Piece]()
    for part in union.parts:
        if part == _OR and depth == 0:
            yield Expr(tuple(member))
            member = []
            continue
        depth += (part in _OPENING) - (part in _CLOSING)
        member.append(part)
    yield Expr(tuple(member))


_OR = fixed(" | ")
_OPENING = (fixed("["), fixed("("))
_CLOSING = (fixed("]"), fixed(")"))

NONE = expr("None")
NEVER = expr(Import("typing", "Never"))
ANY = expr(Import("typing", "Any"))
