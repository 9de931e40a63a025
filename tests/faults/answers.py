"""A server of raw bytes on loopback: it sends what a test says, and ends the connection as it says."""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

End = Literal["close", "reset", "hold"]


@dataclass(frozen=True)
class Answer:
    """Bytes for one connection, and what becomes of it then: `hold` keeps it open until the client leaves."""

    data: bytes
    end: End = "close"


def head(*fields: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *fields, "", ""]).encode("latin-1")


def whole(body: bytes, content_type: str = "application/json", *fields: str) -> bytes:
    """A whole answer."""
    return head(f"Content-Type: {content_type}", f"Content-Length: {len(body)}", *fields) + body


def chunked(*chunks: bytes, content_type: str = "application/json", ended: bool = True) -> bytes:
    sent = b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)
    start = head(f"Content-Type: {content_type}", "Transfer-Encoding: chunked")
    return start + sent + (b"0\r\n\r\n" if ended else b"")


class RawServer:
    """Gives the answers in turn, the last one for ever. `left` is set when a client left a held answer."""

    def __init__(self, *answers: Answer) -> None:
        self._answers = list(answers)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._held: list[socket.socket] = []
        self.left = threading.Event()
        self.asked = 0
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
                self.asked += 1
                self._serve(connection, answer)

    def _serve(self, connection: socket.socket, answer: Answer) -> None:
        with connection, contextlib.suppress(OSError):
            connection.settimeout(30)
            _read_request(connection)
            connection.sendall(answer.data)
            if answer.end == "reset":
                # Nothing lingers: what is closed so is reset.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            elif answer.end == "hold":
                while connection.recv(65536):
                    pass
                self.left.set()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(30)


def _read_request(connection: socket.socket) -> None:
    """A request of no body, or a body of known length."""
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65536)
    start, _, body = data.partition(b"\r\n\r\n")
    for line in start.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            left = int(line.partition(b":")[2]) - len(body)
            while left > 0:
                left -= len(connection.recv(65536))


@contextlib.contextmanager
def answering(*answers: Answer | bytes) -> Iterator[RawServer]:
    server = RawServer(*(each if isinstance(each, Answer) else Answer(each) for each in answers))
    try:
        yield server
    finally:
        server.close()


def closed_port() -> str:
    """A URL where nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return f"http://127.0.0.1:{listener.getsockname()[1]}"
