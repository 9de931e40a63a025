"""Where each node of a JSON file stands, found by the scanner that reads it.

Only the containers on the way to a node are looked into, and only as far as the way: what lies before it is
read past, as quickly as the compiled scanner reads, and none of it twice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import NamedTuple

from specloom.document.descent import descend

_read = json.JSONDecoder().raw_decode
_space = re.compile(r"[ \t\n\r]*").match
_key = re.compile(r'[ \t\n\r]*"([^"\\]*(?:\\.[^"\\]*)*)"[ \t\n\r]*:[ \t\n\r]*').match
_item = re.compile(r"[ \t\n\r]*(?=[^ \t\n\r\]])").match


class Member(NamedTuple):
    """A value's offset, and that of its key if it has one, with what is written between the key's quotes."""

    start: int
    key: str | None = None
    key_start: int = -1


def first(text: str) -> Member:
    """The whole value of a text."""
    return Member(_after_space(text, 0))


def end(text: str, start: int) -> int:
    """The offset behind the value at another."""
    return _read(text, start)[1]


def members(text: str, start: int, past: Callable[[str, int], int] = end) -> Generator[Member, None, int]:
    """What stands directly in the container at an offset, in order; nothing if a scalar stands there.

    Returned is the offset behind it. `past` does what `end` does.
    """
    if text[start] not in "{[":
        return end(text, start)
    is_object = text[start] == "{"
    find, at = _key if is_object else _item, start
    while (found := find(text, at + 1)) is not None:
        below = found.end()
        yield Member(below, found[1], found.start(1) - 1) if is_object else Member(below)
        at = _after_space(text, past(text, below))
        if text[at] != ",":
            return at + 1
    return _after_space(text, at + 1) + 1


def _after_space(text: str, at: int) -> int:
    found = _space(text, at)
    return found.end() if found else at


class JsonPositions:
    """Offsets in a text that is known to be JSON, each character of which is a byte of UTF-8.

    Of a key that stands twice the first counts.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        # By the offsets of containers: what has been read of them, what has not, and where they end.
        self._inside: dict[int, dict[str, Member]] = {}
        self._unread: dict[int, Iterator[Member]] = {}
        self._ends: dict[int, int] = {}

    def find(self, tokens: Sequence[str], *, key: bool = False) -> int:
        """The offset of the node that `tokens` lead to, or of its key.

        Where a token leads nowhere, the nearest ancestor counts.
        """
        found, exact = descend(first(self._text), tokens, self._child)
        return found.key_start if key and exact and found.key is not None else found.start

    def _child(self, member: Member, token: str) -> Member | None:
        return self._read(member.start, token).get(token)

    def _read(self, start: int, until: str | None) -> dict[str, Member]:
        """What stands in a container, read until a name is there, or to its end."""
        inside = self._inside.setdefault(start, {})
        unread = self._unread.setdefault(start, self._members(start))
        while until not in inside and (below := next(unread, None)) is not None:
            inside.setdefault(str(len(inside)) if below.key is None else _name(below.key), below)
        return inside

    def _members(self, start: int) -> Iterator[Member]:
        self._ends[start] = yield from members(self._text, start, self._past)

    def _past(self, text: str, start: int) -> int:
        """Where the value ends. Of a container that has been looked into, only the rest is read."""
        if start not in self._inside:
            return end(text, start)
        self._read(start, None)
        return self._ends[start]


def _name(written: str) -> str:
    """The key that is written so, in bytes."""
    if written.isascii() and "\\" not in written:
        return written
    return str(json.loads(f'"{written}"'.encode("latin-1")))
