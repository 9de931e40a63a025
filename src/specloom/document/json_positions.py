"""Where each node of a JSON file stands: only the containers on the way to it are looked into."""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec

from specloom.document.descent import descend
from specloom.values import Value

_between = re.compile(r"[ \t\n\r,:]*").match  # of what is known to be JSON
_read = json.JSONDecoder().raw_decode

# The same, and more, in bytes of UTF-8.
_value = re.compile(rb"[ \t\n\r,]*").match
_key = re.compile(rb'[ \t\n\r,]*("[^"\\]*(?:\\.[^"\\]*)*")[ \t\n\r]*:[ \t\n\r]*').match
_scalar = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[^ \t\n\r,\]}]+').match

_Scalar = str | int | float | bool | None
_Inner = dict[str, msgspec.Raw] | list[msgspec.Raw] | _Scalar  # a union of more than these has no raw values
_Outer = dict[str, _Inner] | list[_Inner] | _Scalar
_inner = msgspec.json.Decoder(_Outer).decode
_outermost = msgspec.json.Decoder(dict[str, _Outer] | list[_Outer] | _Scalar).decode


class Member(Value):
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


def _end(match: Callable[[bytes, int], re.Match[bytes] | None], data: bytes, at: int) -> int:
    found = match(data, at)
    return found.end() if found else at


class _Offsets(ABC):
    """Offsets in what is known to be JSON."""

    def __init__(self, top: Member) -> None:
        self._top = top
        self._inside: dict[int, dict[str, Member]] = {}  # by the offsets of containers

    def find(self, tokens: Sequence[str], *, key: bool = False) -> int:
        """The offset of the node that `tokens` lead to, or of its key.

        Where a token leads nowhere, the nearest ancestor counts.
        """
        found, exact = descend(self._top, tokens, self._child)
        return found.key_start if key and exact and found.key_start >= 0 else found.start

    def _child(self, member: Member, token: str) -> Member | None:
        inside = self._inside.get(member.start)
        if inside is None:
            inside = self._inside[member.start] = self._read(member)
        return inside.get(token)

    @abstractmethod
    def _read(self, container: Member) -> dict[str, Member]:
        """What stands in a container."""


class JsonPositions(_Offsets):
    """Offsets of characters. Of a key that stands twice the first counts."""

    def __init__(self, text: str) -> None:
        super().__init__(whole(text))
        self._text = text

    def _read(self, container: Member) -> dict[str, Member]:
        inside: dict[str, Member] = {}
        for name, below in members(self._text, container.start):
            inside.setdefault(name, below)
        return inside


class SoundJsonPositions(_Offsets):
    """Offsets of bytes, found sooner, in UTF-8 where no key stands twice in an object.

    A library tells how long the values in a container are, and reads none of them. It does so for two levels
    at once, so that what is deep inside is passed over half as often, and for the three outermost levels:
    those of large documents hold few values, and each is nearly all of the text.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(Member(_end(_value, data, 0), len(data)))
        self._data = data
        self._lay_out(self._top.start, _outermost(data))

    def _read(self, container: Member) -> dict[str, Member]:
        if self._data[container.start] not in b"{[":
            return {}
        self._lay_out(container.start, _inner(memoryview(self._data)[container.start : container.end]))
        return self._inside[container.start]

    def _lay_out(self, start: int, value: Any) -> int:
        """Note what stands in a value at an offset, as far as it was read. Tells the offset behind it."""
        data, at, inside = self._data, start + 1, dict[str, Member]()
        if isinstance(value, dict):
            for name, below in value.items():
                key = _key(data, at)
                assert key is not None
                first = key.end()
                at = first + len(below) if type(below) is msgspec.Raw else self._lay_out(first, below)
                inside[name] = Member(first, at, key.start(1))
        elif isinstance(value, list):
            for number, below in enumerate(value):
                first = _end(_value, data, at)
                at = first + len(below) if type(below) is msgspec.Raw else self._lay_out(first, below)
                inside[str(number)] = Member(first, at)
        else:
            return _end(_scalar, data, start)
        self._inside[start] = inside
        return _end(_value, data, at) + 1
