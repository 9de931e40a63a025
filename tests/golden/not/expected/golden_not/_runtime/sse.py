"""Server-sent events, read and written by the HTML Standard (section 9.2, "Server-sent events").

Nothing here does input or output: a decoder is fed bytes as they come and gives back whole events.
"""

from __future__ import annotations

from typing import Final, NamedTuple

MEDIA_TYPE: Final = "text/event-stream"
MAX_LINE: Final = 16 * 2**20
MAX_EVENT: Final = 64 * 2**20

_BOM: Final = b"\xef\xbb\xbf"
_BLANK: Final = b"\n\n"


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


class EventDecoder:
    """Bytes to events; how the bytes are cut into chunks makes no difference.

    `max_line` and `max_event` (bytes between two blank lines, comments included) bound the memory held.
    """

    def __init__(self, *, max_line: int = MAX_LINE, max_event: int = MAX_EVENT) -> None:
        self._max_line = max_line
        self._max_event = max_event
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
        chunk = self._line_feeds(self._skip_bom(chunk))
        if not chunk:
            return []
        last = self._pending[-1] if self._pending else b""
        if _BLANK in chunk or (chunk[:1] == b"\n" and last[-1:] == b"\n"):
            *blocks, rest = b"".join((*self._pending, chunk)).split(_BLANK)
            self._pending, self._size, self._line = [], 0, 0
            events = self._read_all(blocks)
        else:
            rest = chunk
            events = []
        if self._fault is None:
            self._hold(rest)
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
        if self._start is None:
            return chunk
        start = self._start + chunk
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
        """Keep what is not yet a whole block."""
        end = rest.rfind(b"\n")
        self._line = self._line + len(rest) if end < 0 else len(rest) - end - 1
        self._size += len(rest)
        self._pending.append(rest)
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

    def _read_all(self, blocks: list[bytes]) -> list[ServerSentEvent]:
        events: list[ServerSentEvent] = []
        for block in blocks:
            self._check(block)
            if self._fault is not None:
                break
            event = self._read(block)
            if event is not None:
                events.append(event)
        return events

    def _read(self, block: bytes) -> ServerSentEvent | None:
        """Interpret the lines of one block; None if it holds no data."""
        data: list[str] = []
        event = "message"
        for line in block.split(b"\n"):
            name, _, value = line.partition(b":")
            if name == b"data":
                data.append(value.removeprefix(b" ").decode("utf-8", "replace"))
            elif name == b"event":
                event = value.removeprefix(b" ").decode("utf-8", "replace") or "message"
            elif name == b"id":
                if b"\0" not in value:
                    self.last_event_id = value.removeprefix(b" ").decode(
                        "utf-8", "replace"
                    )
            elif name == b"retry":
                digits = value.removeprefix(b" ")
                if digits.isdigit():  # of bytes: ASCII digits only
                    self.retry = int(digits) if len(digits) < 19 else 10**18
        if not data:
            return None
        return ServerSentEvent("\n".join(data), event, self.last_event_id, self.retry)


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
