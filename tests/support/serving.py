"""Serving an ASGI application over real HTTP, on a free port of the loopback interface."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from typing import Any

import uvicorn


class _Server(uvicorn.Server):
    started_event: threading.Event

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.started_event.set()


@contextlib.contextmanager
def serving(app: Any) -> Iterator[str]:
    """The base URL of the running application."""
    listener = socket.create_server(("127.0.0.1", 0))
    server = _Server(uvicorn.Config(app, log_level="critical", lifespan="on", timeout_graceful_shutdown=5))
    server.started_event = threading.Event()
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    try:
        if not server.started_event.wait(30):
            raise TimeoutError("the server did not start")
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(30)
        listener.close()
