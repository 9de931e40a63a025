"""From bytes to the items of a stream, without input or output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, cast

from pydantic import ValidationError

from ..codec import Codec
from ..lines import decoder
from ..operation import Operation, Stream
from ..sse import EventDecoder, ServerSentEvent
from .errors import StreamError
from .headers import Headers
from .responses import decode_error, decode_json
from .values import faults
from .wire import Received, title


class ItemReader:
    """Reads the bytes of one stream."""

    def __init__(
        self,
        operation: Operation,
        stream: Stream,
        status: int,
        headers: Headers,
        *,
        strict: bool = False,
    ) -> None:
        self._operation = operation
        self._stream = stream
        self._answer = (status, headers)
        self._strict = strict
        self._events = EventDecoder()
        self._lines = None if stream.framing == "events" else decoder(stream.framing)
        self.last_event: ServerSentEvent | None = None
        self.ended = False
        self.given = 0

    def items(self, chunk: bytes) -> Iterator[Any]:
        """The items that the chunk completes, up to the sentinel; then `ended` is true.

        Raises :class:`DecodeError` for one that is not of its type, and :class:`StreamError` for an event
        named `error` of which the document says nothing: so servers tell that they cannot go on.
        """
        if self._lines is not None:
            yield from map(self._line, self._lines.feed(chunk))
            return
        for event in self._events.feed(chunk):
            if event.data == self._stream.sentinel:
                self.ended = True
                return
            self.last_event = event
            item = self._stream.item
            if item is None:
                read: Any = event
            elif event.event == "error" and not self._describes_errors:
                raise self._failed(event)
            elif self._stream.texts is None:
                read = self._decoded(item, event.data)
            else:
                read = self._text_or_item(item, event)
            self.given += 1
            yield read

    def rest(self) -> Iterator[Any]:
        """What is still due when the bytes have ended."""
        if self._lines is not None:
            yield from map(self._line, self._lines.finish())
        else:
            self._events.finish()

    def _text_or_item(self, item: Codec[Any], event: ServerSentEvent) -> Any:
        """The event itself where its data are a text: by its name, or because they read as no item."""
        is_text = self._stream.is_text(event.event)
        if is_text is None:
            try:
                return decode_json(item, event.data, strict=True)
            except ValidationError:
                return event
        return event if is_text else self._decoded(item, event.data)

    @cached_property
    def _describes_errors(self) -> bool:
        """Whether the document lists `error` among the names of events: then their data are items."""
        envelope = self._stream.envelope
        return envelope is not None and _names_error(envelope.adapter.json_schema())

    def _failed(self, event: ServerSentEvent) -> StreamError:
        status, headers = self._answer
        return StreamError(
            f"{title(self._operation)}: the server ended the stream with an error",
            operation=title(self._operation),
            status=status,
            headers=headers,
            raw=event.data.encode(),
            items=self.given,
        )

    def _line(self, line: bytes) -> Any:
        item = self._stream.item
        read = (
            line.decode("utf-8", "replace").rstrip("\r")
            if item is None
            else self._decoded(item, line)
        )
        self.given += 1
        return read

    def _decoded(self, item: Codec[Any], data: bytes | str) -> Any:
        try:
            return decode_json(item, data, strict=self._strict)
        except ValidationError as error:
            raw = data.encode() if isinstance(data, str) else data
            answer = Received(*self._answer, raw)
            raise decode_error(
                self._operation, answer, f"an item of the stream: {faults(error)}"
            ) from error


def _names_error(schema: Any) -> bool:
    """Whether a member `event` anywhere in a JSON Schema can be `error` by an `enum` or `const`."""
    if isinstance(schema, list):
        return any(map(_names_error, cast("Iterable[Any]", schema)))
    if not isinstance(schema, Mapping):
        return False
    said = cast("Mapping[str, Any]", schema)
    event = said.get("properties", {}).get("event", {})
    return (
        "error" in event.get("enum", ())
        or event.get("const") == "error"
        or any(map(_names_error, said.values()))
    )
