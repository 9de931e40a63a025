"""How the items of a stream become bytes: server-sent events, or one line of JSON each."""

from __future__ import annotations

import json
from typing import Any

from ..codec import Codec
from ..lines import framed
from ..operation import Stream
from ..sse import ServerSentEvent, encode
from .filling import Filler
from .problems import ProblemError, problem
from .replies import ReplyError, check
from .replies import encode as encode_json
from .services import AbortError
from .wording import Facts

_ANYTHING: Codec[Any] = Codec(lambda: Any)


class Framing:
    """Writes one stream. `validate` as for any other body."""

    def __init__(self, stream: Stream, validate: bool) -> None:
        self._stream = stream
        self._validate = validate
        self.events = stream.framing == "events"

    def item(self, item: Any) -> bytes:
        """One event or line; a :class:`ServerSentEvent` is sent as it is. Raises :class:`ReplyError`."""
        codec = self._stream.item
        if self.events and isinstance(item, ServerSentEvent):
            # Where only the data tell what an event is, anything is at least a text.
            if self._validate and self._stream.is_text(item.event) is False and codec:
                check(codec, item.data.encode())
            return encode(item)
        if codec is not None:
            return self._frame(encode_json(codec, item, self._validate).decode())
        if not isinstance(item, str):
            raise ReplyError("an item of a stream of text must be a str")
        return self._frame(item)

    def end(self) -> bytes:
        """What comes after the last item: the sentinel, where there is one."""
        sentinel = self._stream.sentinel
        return b"" if sentinel is None else self._frame(sentinel)

    def error(self, error: Exception) -> bytes:
        """The `error` event that ends a stream: the body of the reply it was aborted with, else an item of
        the stream's own type where one says such things (see :mod:`.filling`), else a problem."""
        if isinstance(error, AbortError):
            data = _ANYTHING.encode(error.reply.body)
        else:
            refused = error if isinstance(error, ProblemError) else ProblemError(500)
            data = self._filled(refused) or problem(refused).encode()
        return encode(ServerSentEvent(data.decode(), event="error"))

    def _filled(self, refused: ProblemError) -> bytes | None:
        codec = self._stream.item
        if codec is None:
            return None
        for document in Filler(codec.adapter.json_schema()).fill(Facts.of(refused)):
            data = json.dumps(document, ensure_ascii=False).encode()
            try:
                check(codec, data)
            except ReplyError:
                continue
            return data
        return None

    def _frame(self, text: str) -> bytes:
        if self._stream.framing == "events":
            return encode(ServerSentEvent(text))
        return framed(self._stream.framing, text.encode())
