"""What an ASGI application was sent, as it came off the wire."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Sent:
    """A request: `path` is encoded, query and all; header names are lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Recorder:
    """Passes requests on to `app` and keeps what was sent, and the bodies of the answers."""

    app: Any
    sent: list[Sent] = field(default_factory=list)
    answered: list[bytes] = field(default_factory=list)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body, more = b"", True
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
        path = scope["raw_path"].decode()
        if scope["query_string"]:
            path += "?" + scope["query_string"].decode()
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        self.sent.append(Sent(scope["method"], path, headers, body))
        whole = iter([{"type": "http.request", "body": body, "more_body": False}])

        async def again() -> Any:
            return next(whole, None) or await receive()

        answer = len(self.answered)
        self.answered.append(b"")

        async def keep(message: Any) -> None:
            self.answered[answer] += message.get("body", b"")
            await send(message)

        await self.app(scope, again, keep)
