"""A server that says what it is told to, whatever it is asked, to see what a client sends and makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from support.recording import Recorder, Sent
from support.serving import serving


@dataclass
class Answering:
    """`status`, `headers` and `content` are of the next answer; `recorder` keeps the requests."""

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    content: bytes = b""

    def __post_init__(self) -> None:
        self.recorder = Recorder(self._app)

    @property
    def asked(self) -> Sent:
        """The last request."""
        return self.recorder.sent[-1]

    def say(self, status: int, headers: dict[str, str] | None = None, content: str | bytes = b"") -> None:
        self.status, self.headers = status, headers or {}
        self.content = content.encode() if isinstance(content, str) else content

    async def _app(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        # A connection that idles is closed, maybe while the next request is on its way: each has its own.
        said = {**self.headers, "connection": "close"}
        headers = [(name.lower().encode(), value.encode()) for name, value in said.items()]
        await send({"type": "http.response.start", "status": self.status, "headers": headers})
        await send({"type": "http.response.body", "body": self.content})


@contextmanager
def answering() -> Iterator[tuple[Answering, str]]:
    """One over HTTP, and its base URL."""
    made = Answering()
    with serving(made.recorder) as origin:
        yield made, origin
