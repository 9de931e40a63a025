"""Server-sent events, read and written by the HTML Standard (section 9.2, "Server-sent events").

Nothing here does input or output: a decoder is fed bytes as they come and gives back whole events.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import repeat
from typing import Any, Final, NamedTuple

MEDIA_TYPE: Final = "text/event-stream"
MAX_LINE: Final = 16 * 2**20
MAX_EVENT: Final = 64 * 2**20

_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = b"\n\n"
_LF: Final = 10
_CR: Final = 13


class ServerSentEvent(NamedTuple):
    """One event. `id` is the last event id and `retry` the reconnection time (ms) in force when it came.

    Both stay as they are until the stream changes them, so an event may carry what an earlier block set.
    """

    data: str
    event: str = "message"
    id: str | None = None
    retry: int | None = None


class EventTooLargeError(ValueError):
    """A line or an event grew over the decoder's limit."""


# Makes an event in half the time of its constructor.
_new: Final[Callable[[type[ServerSentEvent], tuple[Any, ...]], ServerSentEvent]] = vars(
    tuple
)["__new__"]


class EventDecoder:
    """Bytes to events; how the bytes are cut into chunks makes no difference.

    `max_line` and `max_event` (bytes between two blank lines, comments included) bound the memory held.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_event: int = MAX_EVENT) -> None:
        self._max_line = max_line
        self._max_event = max_event
        self._safe = min(max_line, max_event)
        self._pending = bytearray()
        self._line = 0
        # What comes next cannot be taken as it is: not at the start, after a CR, or after a fault.
        self._special = True
        self._start: bytes | None = b""
        self._after_cr = False
        self._fault: EventTooLargeError | None = None
        self.last_event_id: str | None = None
        self.retry: int | None = None

    def feed(self, chunk: bytes) -> list[ServerSentEvent]:
        """Take the next bytes and give the events that they complete.

        Raises :class:`EventTooLargeError`. Events that came before the fault are given first: it is then
        raised by the next call, or by :meth:`finish`.
        """
        if self._special:
            chunk = self._first(chunk)
        elif _CR in chunk:
            chunk = self._line_feeds(chunk)
        pending = self._pending
        known = len(pending)
        if not known and chunk[-2:] == _BLANK and len(chunk) <= self._safe:
            return self._read(chunk.decode("utf-8", "replace"))
        pending += chunk
        if len(pending) > self._safe:
            return self._within_limits(known)
        if _LF not in chunk:
            return []
        end = pending.rfind(_BLANK, known and known - 1) + 2
        if end < 2:
            return []
        text = pending[:end].decode("utf-8", "replace")
        del pending[:end]
        return self._read(text)

    def finish(self) -> None:
        """Say that the stream is over. A block without its blank line is no event.

        Raises :class:`EventTooLargeError` if that is still due.
        """
        if self._fault is None:
            self._check(self._pending)
        if self._fault is not None:
            raise self._fault

    def _first(self, chunk: bytes) -> bytes:
        """As :meth:`_line_feeds`, where the stream begins, after a CR, and after a fault, which is raised."""
        if self._fault is not None:
            raise self._fault
        if self._start is not None:
            chunk = self._skip_bom(chunk)
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        self._special = self._after_cr or self._start is not None
        return self._line_feeds(chunk)

    def _skip_bom(self, chunk: bytes) -> bytes:
        start = (self._start or b"") + chunk
        if len(start) < len(_BOM) and _BOM.startswith(start):
            self._start = start
            return b""
        self._start = None
        return start.removeprefix(_BOM)

    def _line_feeds(self, chunk: bytes) -> bytes:
        """Write every line end as LF. A CR ends its line at once; an LF that follows it is no second end."""
        chunk = chunk.replace(b"\r\n", b"\n")
        if _CR in chunk:
            if chunk.endswith(b"\r"):
                self._after_cr = self._special = True
            chunk = chunk.replace(b"\r", b"\n")
        return chunk

    def _within_limits(self, known: int) -> list[ServerSentEvent]:
        """What there is to give when so many bytes are pending that they may be too many.

        `known` of them were so before.
        """
        pending, events = self._pending, list[ServerSentEvent]()
        end = pending.rfind(_BLANK, known and known - 1) + 2
        if end >= 2:
            within = self._before_fault(bytes(pending[:end]))
            del pending[:end]
            events = self._read_lines(within.decode("utf-8", "replace"))
            known = 0
        if self._fault is None:
            self._measure(known)
        if self._fault is not None:
            self._special = True
            if not events:
                raise self._fault
        return events

    def _measure(self, known: int) -> None:
        """Hold the unfinished block to the limits. Lines that it has finished wait for its end."""
        pending = self._pending
        measured = known > self._safe  # Then the last call did so with those.
        newline = pending.rfind(b"\n", known if measured else 0)
        if newline < 0 and measured:
            self._line += len(pending) - known
        else:
            self._line = len(pending) - newline - 1
        if len(pending) > self._max_event or self._line > self._max_line:
            self._check(pending)

    def _check(self, block: bytes | bytearray) -> None:
        block = block.strip(b"\n")  # Blank lines before it are no part of it.
        if len(block) > self._max_event:
            self._fault = EventTooLargeError(
                f"an event is longer than {self._max_event} bytes"
            )
        elif (
            len(block) > self._max_line
            and max(map(len, block.split(b"\n"))) > self._max_line
        ):
            self._fault = EventTooLargeError(
                f"a line is longer than {self._max_line} bytes"
            )

    def _before_fault(self, blocks: bytes) -> bytes:
        """The blocks before the first that is over a limit."""
        within: list[bytes] = []
        for block in blocks.split(_BLANK):
            self._check(block)
            if self._fault is not None:
                break
            within.append(block + _BLANK)
        return b"".join(within)

    def _read(self, text: str) -> list[ServerSentEvent]:
        """Interpret whole blocks, each with its blank line.

        Most streams are nothing but blocks that begin alike, down to a line of data that is their last.
        Those are cut apart at once.
        """
        name, at = "message", 6
        if text[:7] == "event: ":
            at = text.find("\n") + 7
            name = text[7 : at - 7]
        if text[at - 6 : at] != "data: " or not name:
            return self._read_lines(text)
        data, last_id, retry = text[at:-2], self.last_event_id, self.retry
        if "\n" not in data:
            return [_new(ServerSentEvent, (data, name, last_id, retry))]
        found = data.split("\n\n" + text[:at])
        if "\n" in "".join(found):
            return self._read_lines(text)
        fields = zip(found, repeat(name), repeat(last_id), repeat(retry), strict=False)
        return list(map(_new, repeat(ServerSentEvent), fields))

    def _read_lines(self, text: str) -> list[ServerSentEvent]:
        events, data, event = list[ServerSentEvent](), list[str](), "message"
        for line in text.split("\n"):
            name, _, value = line.partition(": ")
            if name == "data":
                data.append(value)
            elif not line:
                if data:
                    said = data[0] if len(data) == 1 else "\n".join(data)
                    fields = (said, event, self.last_event_id, self.retry)
                    events.append(_new(ServerSentEvent, fields))
                    data = []
                event = "message"
            elif name == "event":
                event = value or "message"
            elif name == "id" and "\0" not in value:
                self.last_event_id = value
            elif (field := line.partition(":"))[0] == "data":
                data.append(field[2])  # No space follows the colon.
            else:
                event = self._field(line, event)
        return events

    def _field(self, line: str, event: str) -> str:
        """Interpret a line that is no data, and give the name that the event has then."""
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            return value or "message"
        if name == "id" and "\0" not in value:
            self.last_event_id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry = int(value) if len(value) < 19 else 10**18
        return event


def encode(event: ServerSentEvent) -> bytes:
    """Write one event, its blank line included.

    Raises :class:`ValueError` where `event` or `id` holds a line end, or `id` a NUL: no stream can say that.
    """
    lines: list[str] = []
    if event.event != "message":
        lines.append(f"event: {_one_line('event', event.event)}")
    if event.id is not None:
        if "\0" in event.id:
            raise ValueError("the id of an event cannot hold a NUL")
        lines.append(f"id: {_one_line('id', event.id)}")
    if event.retry is not None:
        lines.append(f"retry: {event.retry:d}")
    data = event.data
    if "\r" in data:
        data = data.replace("\r\n", "\n").replace("\r", "\n")
    lines.extend(f"data: {line}" for line in data.split("\n"))
    return ("\n".join(lines) + "\n\n").encode()


def encode_comment(text: str = "") -> bytes:
    """Write a comment, which readers skip: it keeps a quiet connection open.

    Raises :class:`ValueError` where the text holds a line end.
    """
    return f": {_one_line('comment', text)}\n\n".encode()


def _one_line(name: str, text: str) -> str:
    if "\n" in text or "\r" in text:
        raise ValueError(f"the {name} of an event cannot hold a line end")
    return text
