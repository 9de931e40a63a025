"""Where each node of a JSON file stands, found by the scanner that reads it.

Only the containers on the way to a node are looked into: what lies beside the way is read past, as quickly as
the compiled scanner reads.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from specloom.document.descent import descend

_space = re.compile(r"[ \t\n\r]*").match
_read = json.JSONDecoder().raw_decode


class Member(NamedTuple):
    """A value's offset, and that of its key if it has one."""

    start: int
    key: str | None = None
    key_start: int = -1


def first(text: str) -> Member:
    """The whole value of a text."""
    return Member(_after_space(text, 0))


def members(text: str, start: int) -> Iterator[Member]:
    """What stands directly in the container at an offset, in order; nothing if a scalar stands there."""
    if text[start] not in "{[":
        return
    at = _after_space(text, start + 1)
    while text[at] not in "}]":
        key, key_start = None, -1
        if text[start] == "{":
            key_start = at
            key, at = _read(text, at)
            at = _after_space(text, _after_space(text, at) + 1)
        yield Member(at, key, key_start)
        at = _after_space(text, _read(text, at)[1])
        if text[at] == ",":
            at = _after_space(text, at + 1)


def _after_space(text: str, at: int) -> int:
    found = _space(text, at)
    return found.end() if found else at


class JsonPositions:
    """Offsets in a text that is known to be JSON. Of a key that stands twice the first counts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._inside: dict[int, dict[str, Member]] = {}

    def find(self, tokens: Sequence[str], *, key: bool = False) -> int:
        """The offset of the node that `tokens` lead to, or of its key.

        Where a token leads nowhere, the nearest ancestor counts.
        """
        found, exact = descend(first(self._text), tokens, self._child)
        return found.key_start if key and exact and found.key is not None else found.start

    def _child(self, member: Member, token: str) -> Member | None:
        if member.start not in self._inside:
            inside: dict[str, Member] = {}
            for number, below in enumerate(members(self._text, member.start)):
                inside.setdefault(str(number) if below.key is None else below.key, below)
            self._inside[member.start] = inside
        return self._inside[member.start].get(token)
