"""Server-sent events, read and written by the HTML Standard (section 9.2, "Server-sent events").

Nothing here does input or output: a decoder is fed bytes as they come and gives back whole events.
"""

from __future__ import annotations

from collections.abc import Callable
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
        self._least = min(max_line, max_event)
        self._pending: list[bytes] = []
        self._size = 0
        self._line = 0
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
        if self._fault is not None:
            raise self._fault
        if self._start is not None:
            chunk = self._skip_bom(chunk)
        if self._after_cr or _CR in chunk:
            chunk = self._line_feeds(chunk)
        pending = self._pending
        end = chunk.rfind(_BLANK) + 2
        if end < 2:  # there is none, unless the chunk begins with the end of one
            end = 1 if pending and not self._line and chunk[:1] == b"\n" else 0
        events: list[ServerSentEvent] = []
        if end:
            blocks = chunk[:end]
            if pending:
                blocks = b"".join((*pending, blocks))
                pending.clear()
                self._size = self._line = 0
            events = self._read_all(blocks)
        if end < len(chunk) and self._fault is None:
            self._hold(chunk[end:])
        if self._fault is not None and not events:
            raise self._fault
        return events

    def finish(self) -> None:
        """Say that the stream is over. A block without its blank line is no event.

        Raises :class:`EventTooLargeError` if that is still due.
        """
        if self._fault is None:
            self._check(b"".join(self._pending))
        if self._fault is not None:
            raise self._fault

    def _skip_bom(self, chunk: bytes) -> bytes:
        start = (self._start or b"") + chunk
        if len(start) < len(_BOM) and _BOM.startswith(start):
            self._start = start
            return b""
        self._start = None
        return start.removeprefix(_BOM)

    def _line_feeds(self, chunk: bytes) -> bytes:
        """Write every line end as LF. A CR ends its line at once; an LF that follows it is no second end."""
        if self._after_cr and chunk:
            self._after_cr = False
            chunk = chunk.removeprefix(b"\n")
        if b"\r" in chunk:
            self._after_cr = chunk.endswith(b"\r")
            chunk = chunk.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        return chunk

    def _hold(self, rest: bytes) -> None:
        """Keep what is not yet a whole block. Blank lines before a block are no part of it."""
        if not self._pending:
            rest = rest.lstrip(b"\n")
            if not rest:
                return
        self._pending.append(rest)
        self._size += len(rest)
        if _LF in rest:
            self._line = len(rest) - rest.rfind(b"\n") - 1
        else:
            self._line += len(rest)
        if self._size > self._max_event or self._line > self._max_line:
            self._check(b"".join(self._pending))

    def _check(self, block: bytes) -> None:
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

    def _read_all(self, blocks: bytes) -> list[ServerSentEvent]:
        """Interpret whole blocks, each with its blank line."""
        if len(blocks) > self._least:
            blocks = self._before_fault(blocks)
        text = blocks.decode("utf-8", "replace")
        if text.startswith("data: "):
            # Most streams are nothing but blocks of one such line, which are cheap to cut apart at once.
            found = text[6:-2].split("\n\ndata: ")
            if "\n" not in "".join(found):
                rest = ("message", self.last_event_id, self.retry)
                return [_new(ServerSentEvent, (data, *rest)) for data in found]
        return self._read_lines(text)

    def _read_lines(self, text: str) -> list[ServerSentEvent]:
        events: list[ServerSentEvent] = []
        data: list[str] = []
        event = "message"
        for line in text.split("\n"):
            if line[:6] == "data: ":
                data.append(line[6:])
            elif not line:
                if data:
                    said = data[0] if len(data) == 1 else "\n".join(data)
                    events.append(
                        _new(
                            ServerSentEvent,
                            (said, event, self.last_event_id, self.retry),
                        )
                    )
                    data = []
                event = "message"
            elif line[:5] == "data:" or line == "data":
                data.append(line[5:])
            elif line[:7] == "event: ":
                event = line[7:] or "message"
            else:
                event = self._field(line, event)
        return events

    def _before_fault(self, blocks: bytes) -> bytes:
        """The blocks before the first that is over a limit."""
        within: list[bytes] = []
        for block in blocks.split(_BLANK):
            self._check(block.strip(b"\n"))
            if self._fault is not None:
                break
            within.append(block + _BLANK)
        return b"".join(within)

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
