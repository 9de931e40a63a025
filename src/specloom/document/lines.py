"""Lines and columns of a text, counted from where somebody has asked before."""

from __future__ import annotations

from bisect import bisect_right
from math import inf


class Lines:
    """Line and column of any offset. CR, LF and CRLF end lines.

    Few places of a text are asked for, and often near each other: a list of all lines would take longer.
    In a text that is `bytewise` each character stands for a byte of UTF-8. Offsets count those, columns what
    they mean.
    """

    def __init__(self, text: str, *, bytewise: bool = False) -> None:
        self._text = text
        # Each break as one LF that ends where the break did.
        self._broken = text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
        self._meant = _of_bytes if bytewise else str
        self._offsets = [0]
        self._known = [(1, 1)]  # By those: line and column.
        self._last = (0, "")  # A line may be all there is, and be asked for at each of its columns.

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of the character at `offset`, or of the text's end if it lies beyond."""
        offset = max(0, min(offset, len(self._text)))
        near = bisect_right(self._offsets, offset) - 1
        (line, column), before = self._known[near], self._offsets[near]
        if offset == before:
            return line, column
        if (breaks := self._broken.count("\n", before, offset)) > 0:
            line, column, before = line + breaks, 1, self._broken.rindex("\n", before, offset) + 1
        place = line, column + len(self._meant(self._text[before:offset]))
        self._offsets.insert(near + 1, offset)
        self._known.insert(near + 1, place)
        return place

    def line(self, number: int) -> str | None:
        """The line with a number, without its end; None where there are not so many."""
        if number == self._last[0]:
            return self._last[1]
        near = bisect_right(self._known, (number, inf)) - 1
        line, start = self._known[near][0], self._broken.rfind("\n", 0, self._offsets[near]) + 1
        while line < number:
            start, line = self._broken.find("\n", start) + 1, line + 1
            if start == 0:
                return None
        end = self._broken.find("\n", start)
        found = self._text[start : end if end >= 0 else None].removesuffix("\r")
        self._last = number, self._meant(found)
        return self._last[1]


def _of_bytes(text: str) -> str:
    return text if text.isascii() else text.encode("latin-1").decode()
