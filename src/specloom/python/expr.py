"""Python expressions that remember what must be imported for them.

A name that comes from somewhere stays an :class:`Import` inside the expression until the module it
stands in is put together; only then is it known whether the module's own names leave it free.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import LiteralString, TypeAlias

from specloom.code import Code, fixed, literal


@dataclass(frozen=True, slots=True, order=True)
class Import:
    """`from module import name`.

    `module` is absolute ("datetime"), or begins with a dot and counts from the generated package's
    root (".models.olivaw.error"; "." is the root itself). "builtins" needs an import only where the
    plain name is taken. `typing_only` imports are for type checkers and stand under `TYPE_CHECKING`.
    """

    module: str
    name: str
    typing_only: bool = False


Part: TypeAlias = "LiteralString | Code | Import | Expr"


@dataclass(frozen=True, slots=True)
class Expr:
    """Source text with the names it needs from elsewhere."""

    parts: tuple[Code | Import, ...]

    @property
    def imports(self) -> frozenset[Import]:
        return frozenset(part for part in self.parts if isinstance(part, Import))


def expr(*parts: Part) -> Expr:
    """Put an expression together. Plain strings must stand in our own source."""
    found: list[Code | Import] = []
    for part in parts:
        if isinstance(part, Expr):
            found += part.parts
        elif isinstance(part, Import | Code):
            found.append(part)
        else:
            found.append(fixed(part))
    return Expr(tuple(found))


def join(separator: LiteralString, parts: Iterable[Part]) -> Expr:
    found: list[Part] = []
    for part in parts:
        if found:
            found.append(separator)
        found.append(part)
    return expr(*found)


def builtin(name: LiteralString) -> Expr:
    return expr(Import("builtins", name))


def value(json: object) -> Expr:
    """A JSON value, written out."""
    return expr(literal(json))


def subscript(base: Part, *arguments: Part) -> Expr:
    """`base[a, b]`"""
    return expr(base, "[", join(", ", arguments), "]")


def call(function: Part, *arguments: Part, **named: Part) -> Expr:
    """`function(a, b, name=c)`; the names stand in our own source."""
    keywords = [expr(Code(name), "=", part) for name, part in named.items()]
    return expr(function, "(", join(", ", [*arguments, *keywords]), ")")


def annotated(base: Part, *metadata: Part) -> Expr:
    """`Annotated[base, …]`, or the base alone where nothing is to be said of it."""
    return subscript(Import("typing", "Annotated"), base, *metadata) if metadata else expr(base)


def quoted(name: Expr) -> Expr:
    """A name as a string, for what is defined later."""
    return Expr((_QUOTE, *name.parts, _QUOTE))


def union(members: Iterable[Expr]) -> Expr:
    """`A | B`, each member once, None last."""
    unique = dict.fromkeys(members)
    ordered = [member for member in unique if member != NONE]
    if NONE in unique:
        ordered.append(NONE)
    if any(member.parts[0] is _QUOTE for member in ordered) and len(ordered) > 1:
        # A string has no `|`.
        return subscript(Import("typing", "Union"), *ordered)
    return join(" | ", ordered) if ordered else NEVER


_QUOTE = fixed('"')
NONE = expr("None")
NEVER = expr(Import("typing", "Never"))
ANY = expr(Import("typing", "Any"))
