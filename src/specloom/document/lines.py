"""Lines and columns of a text, counted from where somebody has asked before."""

from __future__ import annotations

from bisect import bisect_right
from math import inf

_STRIDE = 1 << 14
"""So far apart are the places at most that are known on the way to one."""


class Lines:
    """Line and column of any offset. CR, LF and CRLF end lines.

    Few places of a text are asked for: a list of all lines would take longer. Of a text in UTF-8 offsets
    count bytes, and columns characters.
    """

    def __init__(self, text: str | bytes) -> None:
        self._text = text
        # As many bytes as there are offsets, and all that end lines.
        data = text.encode("latin-1", "replace") if isinstance(text, str) else text
        # Each break as one LF that ends where the break did.
        self._broken = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n") if b"\r" in data else data
        self._offsets = [0]
        self._known = [(1, 1)]  # By those: line and column.
        self._last = (0, "")  # A line may be all there is, and be asked for at each of its columns.

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of the character at `offset`, or of the text's end if it lies beyond."""
        offset = max(0, min(offset, len(self._text)))
        near = bisect_right(self._offsets, offset) - 1
        while offset - self._offsets[near] > _STRIDE:
            near = self._note(near, self._offsets[near] + _STRIDE)
        return self._known[self._note(near, offset)]

    def _note(self, near: int, offset: int) -> int:
        """Know an offset behind the known one with the number `near`, too; the number that it has then."""
        (line, column), before = self._known[near], self._offsets[near]
        while before < offset < len(self._text) and self._is_inside_character(offset):
            offset -= 1
        if offset == before:
            return near
        if (breaks := self._broken.count(b"\n", before, offset)) > 0:
            line, column, before = line + breaks, 1, self._broken.rindex(b"\n", before, offset) + 1
        self._offsets.insert(near + 1, offset)
        self._known.insert(near + 1, (line, column + len(_read(self._text[before:offset]))))
        return near + 1

    def _is_inside_character(self, offset: int) -> bool:
        return isinstance(self._text, bytes) and 0x80 <= self._text[offset] < 0xC0

    def line(self, number: int) -> str | None:
        """The line with a number, without its end; None where there are not so many."""
        if number == self._last[0]:
            return self._last[1]
        near = bisect_right(self._known, (number, inf)) - 1
        line, start = self._known[near][0], self._broken.rfind(b"\n", 0, self._offsets[near]) + 1
        while line < number:
            start, line = self._broken.find(b"\n", start) + 1, line + 1
            if start == 0:
                return None
        end = self._broken.find(b"\n", start)
        found = _read(self._text[start : end if end >= 0 else None]).removesuffix("\r")
        self._last = number, found
        return found


def _read(text: str | bytes) -> str:
    return text if isinstance(text, str) else text.decode()
