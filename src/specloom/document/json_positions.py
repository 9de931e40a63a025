"""Where each node of a JSON file stands: only the containers on the way to it are looked into."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from specloom.document.descent import descend

_between = re.compile(r"[ \t\n\r,:]*").match  # of what is known to be JSON
_key = re.compile(r'[ \t\n\r,]*("[^"\\]*(?:\\.[^"\\]*)*")[ \t\n\r]*:[ \t\n\r]*').match
_read = json.JSONDecoder().raw_decode
_object = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_array = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Member(NamedTuple):
    """A value's offset, the one behind it, and that of its key if it has one."""

    start: int
    end: int
    key_start: int = -1


def whole(text: str) -> Member:
    """The whole value of a text."""
    return Member(_after(text, 0), len(text))


def members(text: str, start: int) -> Iterator[tuple[str, Member]]:
    """What stands directly in the container at an offset, with its key or its number, in order.

    Nothing if a scalar stands there. Of a key that stands twice both come.
    """
    at, number = start + 1, 0
    while text[start] in "{[" and text[value := _after(text, at)] not in "}]":
        name, key_start = str(number), -1
        if text[start] == "{":
            key_start = value
            name, at = _read(text, key_start)
            value = _after(text, at)
        _, at = _read(text, value)
        number += 1
        yield name, Member(value, at, key_start)


def _after(text: str, at: int) -> int:
    found = _between(text, at)
    return found.end() if found else at


class JsonPositions:
    """Offsets in a text that is known to be JSON. Of a key that stands twice the first counts."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._inside: dict[int, dict[str, Member]] = {}  # by the offsets of containers

    def find(self, tokens: Sequence[str], *, key: bool = False) -> int:
        """The offset of the node that `tokens` lead to, or of its key.

        Where a token leads nowhere, the nearest ancestor counts.
        """
        found, exact = descend(whole(self._text), tokens, self._child)
        return found.key_start if key and exact and found.key_start >= 0 else found.start

    def _child(self, member: Member, token: str) -> Member | None:
        inside = self._inside.get(member.start)
        if inside is None:
            inside = self._inside[member.start] = self._read(member)
        return inside.get(token)

    def _read(self, container: Member) -> dict[str, Member]:
        """What stands in a container."""
        inside: dict[str, Member] = {}
        for name, below in members(self._text, container.start):
            inside.setdefault(name, below)
        return inside


class SoundJsonPositions(JsonPositions):
    """The same, sooner, where each character is a byte of UTF-8, and no key stands twice in an object.

    A library tells how long the values in a container are, and reads none of them.
    """

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._data = memoryview(text.encode("latin-1"))

    def _read(self, container: Member) -> dict[str, Member]:
        text, at, inside = self._text, container.start + 1, dict[str, Member]()
        written = self._data[container.start : container.end]
        if text[container.start] == "{":
            for name, value in _object(written).items():
                key = _key(text, at)
                assert key is not None
                start, at = key.end(), key.end() + len(value)
                inside[name] = Member(start, at, key.start(1))
        elif text[container.start] == "[":
            for number, value in enumerate(_array(written)):
                start = _after(text, at)
                at = start + len(value)
                inside[str(number)] = Member(start, at)
        return inside
