"""Lines and columns of a text, counted from where somebody has asked before."""

from __future__ import annotations

from bisect import bisect_right


class Lines:
    """Line and column of any offset. CR, LF and CRLF end lines.

    Few places of a text are asked for, and often near each other: a list of all lines would take longer.
    """

    def __init__(self, text: str) -> None:
        # Each break as one LF that ends where the break did.
        self._text = text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text
        self._offsets = [0]
        self._known = [(1, 0)]  # By those: the line, and where it begins.

    def at(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of the character at `offset`, or of the text's end if it lies beyond."""
        offset = max(0, min(offset, len(self._text)))
        near = bisect_right(self._offsets, offset) - 1
        (line, start), before = self._known[near], self._offsets[near]
        if (breaks := self._text.count("\n", before, offset)) > 0:
            line, start = line + breaks, self._text.rindex("\n", before, offset) + 1
        if offset > before:
            self._offsets.insert(near + 1, offset)
            self._known.insert(near + 1, (line, start))
        return line, offset - start + 1
