"""Texts for patterns: an ECMA-262 pattern is read as a generator.

What a pattern only looks at (anchors, boundaries, look-around) draws nothing: whoever asks for a text holds
it to the pattern, and asks again. Only patterns come here for which a package could be generated.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterable
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from specloom.mock.limits import UnmakeableError
from specloom.python.patterns import translate
from specloom.runtime.patterns import Backtracking, Search
from specloom.values import Struct, Value, field

_POOLS: Final[tuple[Iterable[int], ...]] = (
    tuple(map(ord, string.ascii_letters + string.digits)),
    range(0x20, 0x7F),
    range(0x3000),
    range(0x3000, 0x110000, 5),
)
_QUANTIFIER: Final = re.compile(r"([*+?]|\{(\d+)(,)?(\d*)\})\??")
_GROUP: Final = re.compile(r"\((?:\?(?:(?P<look><?[=!])|:|<(?P<name>[^>]+)>))?")
_ESCAPE: Final = re.compile(
    r"\\(?:[pP]\{[^}]*\}|k<(?P<name>[^>]+)>|(?P<number>[1-9]\d*)|u\{[^}]*\}"
    r"|u[dD][89abAB]..\\u....|u....|x..|c.|.)",
    re.DOTALL,
)
_CLASS: Final = re.compile(r"\[(?:\\.|[^\]\\])*\]", re.DOTALL)


class Chars(Value):
    """One character that the source, an atom of a pattern, takes."""

    source: str


class Sequence(Value):
    parts: tuple[Node, ...]


class Either(Value):
    options: tuple[Node, ...]


class Repeat(Value):
    node: Node
    least: int
    most: int | None


class Group(Value):
    node: Node
    names: tuple[str, ...]


class Again(Value):
    """What a group has taken."""

    name: str


Node: TypeAlias = "Chars | Sequence | Either | Repeat | Group | Again"
_NOTHING: Final = Sequence(())


@lru_cache(maxsize=1024)
def search(pattern: str) -> Callable[[str], bool]:
    """Whether a text holds what the pattern searches for, as generated models decide it."""
    said = translate(pattern)
    if said.engine == "backtracking":
        return Backtracking(said.found[0]).found
    return Search(*said.found, absent=said.absent).found


@lru_cache(maxsize=1024)
def read(pattern: str) -> Node:
    return _Reader(pattern).alternatives()


def draw(node: Node, rng: Random, more: int) -> str:
    """A text. What repeats does so at most `more` times more often than it has to."""
    return _Drawing(rng, more).draw(node)


class _Drawing(Struct):
    rng: Random
    more: int
    taken: dict[str, str] = field(default_factory=dict)

    def draw(self, node: Node) -> str:
        match node:
            case Chars(source):
                return self.rng.choice(_characters(source))
            case Sequence(parts):
                return "".join(map(self.draw, parts))
            case Either(options):
                return self.draw(self.rng.choice(options))
            case Repeat(inner, least, most):
                top = least + self.more if most is None else min(most, least + self.more)
                return "".join(self.draw(inner) for _ in range(self.rng.randint(least, top)))
            case Group(inner, names):
                text = self.draw(inner)
                self.taken.update(dict.fromkeys(names, text))
                return text
            case Again(name):
                return self.taken.get(name, "")


@lru_cache(maxsize=1024)
def _characters(source: str) -> tuple[str, ...]:
    """Some characters that an atom takes, plain ones where it takes any."""
    fits = search(f"^(?:{source})$")
    for pool in _POOLS:
        found = tuple(char for char in map(chr, pool) if not "\ud800" <= char <= "\udfff" and fits(char))
        if found:
            return found
    raise UnmakeableError(f"no character is known that {source} takes")


class _Reader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._groups = 0

    def alternatives(self) -> Node:
        """Up to the end, or to the parenthesis that closes the group."""
        options: list[list[Node]] = [[]]
        while self._at < len(self._text) and self._text[self._at] != ")":
            if self._text[self._at] == "|":
                self._at += 1
                options.append([])
            else:
                options[-1].append(self._term())
        return Either(tuple(Sequence(tuple(parts)) for parts in options))

    def _term(self) -> Node:
        if self._text[self._at] in "^$":
            self._at += 1
            return _NOTHING
        if self._text.startswith(("\\b", "\\B"), self._at):
            self._at += 2
            return _NOTHING
        return self._repeated(self._atom())

    def _atom(self) -> Node:
        opened = _GROUP.match(self._text, self._at)
        if opened is not None:
            return self._group(opened)
        for form in (_CLASS, _ESCAPE):
            found = form.match(self._text, self._at)
            if found is not None:
                self._at = found.end()
                name = found.groupdict().get("name") or found.groupdict().get("number")
                return Chars(found[0]) if name is None else Again(name)
        char = self._text[self._at]
        self._at += 1
        return Chars(char if char == "." else re.sub(r"([\]{}/])", r"\\\1", char))

    def _group(self, opened: re.Match[str]) -> Node:
        self._at = opened.end()
        look, name = opened["look"], opened["name"]
        names: tuple[str, ...] = ()
        if opened[0] == "(" or name:
            self._groups += 1
            names = (str(self._groups), *([name] if name else ()))
        inner = self.alternatives()
        self._at += 1
        return _NOTHING if look else Group(inner, names)

    def _repeated(self, node: Node) -> Node:
        found = _QUANTIFIER.match(self._text, self._at)
        if found is None:
            return node
        self._at = found.end()
        if found[2] is None:
            return Repeat(node, int(found[1] == "+"), 1 if found[1] == "?" else None)
        least = int(found[2])
        most = least if found[3] is None else int(found[4]) if found[4] else None
        return Repeat(node, least, most)
