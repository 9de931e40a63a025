"""Bytes to the JSON texts of JSON Lines and of JSON text sequences, without input or output."""

from __future__ import annotations

from typing import Final, Literal

from pydantic_core import from_json

from .sse import EventTooLargeError

MAX_LINE: Final = 64 * 2**20
_SEPARATOR: Final = b"\x1e"


class LineDecoder:
    """Bytes to lines (LF or CRLF; JSON Lines and NDJSON know no other line ends). Blank lines are skipped."""

    _end = b"\n"

    def __init__(self, *, max_line: int = MAX_LINE) -> None:
        self._max_line = max_line
        self._pending: list[bytes] = []
        self._size = 0

    def feed(self, chunk: bytes) -> list[bytes]:
        """The lines that the chunk completes. Raises :class:`EventTooLargeError`."""
        if self._end not in chunk:
            self._pending.append(chunk)
            self._size += len(chunk)
            if self._size > self._max_line:
                raise EventTooLargeError(
                    f"a line is longer than {self._max_line} bytes"
                )
            return []
        *lines, rest = b"".join((*self._pending, chunk)).split(self._end)
        self._pending, self._size = [rest], len(rest)
        return [line for line in lines if line.strip()]

    def finish(self) -> list[bytes]:
        """The last line, which need not have an end."""
        rest = b"".join(self._pending)
        self._pending = []
        return [rest] if rest.strip() else []


class SequenceDecoder(LineDecoder):
    """JSON text sequences (RFC 7464): each text comes after a record separator, and ends with a line feed."""

    _end = _SEPARATOR

    def feed(self, chunk: bytes) -> list[bytes]:
        """The texts that the chunk completes: by the next separator, or by a line feed after a whole one."""
        found = super().feed(chunk)
        rest = b"".join(self._pending)
        if rest.endswith(b"\n") and _is_whole(rest):
            self._pending, self._size = [], 0
            found.append(rest)
        return found


def _is_whole(text: bytes) -> bool:
    try:
        from_json(text)
    except ValueError:
        return False
    return True


def decoder(framing: Literal["lines", "sequence"]) -> LineDecoder:
    return LineDecoder() if framing == "lines" else SequenceDecoder()


def framed(framing: Literal["lines", "sequence"], text: bytes) -> bytes:
    """One JSON text as it stands in the sequence."""
    return text + b"\n" if framing == "lines" else _SEPARATOR + text + b"\n"
