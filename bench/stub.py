"""A server on loopback that answers at once (its own process; prints its port)."""

from __future__ import annotations

import asyncio

import service

_CHANGES = service.changes()
_STREAM = b"".join(b"data: %s\n\n" % change for change in _CHANGES)


def _answer(media_type: str, body: bytes) -> bytes:
    head = f"HTTP/1.1 200 OK\r\ncontent-type: {media_type}\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


_ORDER = _answer("application/json", service.ORDER)
_EVENTS = _answer("text/event-stream", _STREAM)


class Stub(asyncio.Protocol):
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._received = b""

    def data_received(self, data: bytes) -> None:
        self._received += data
        while b"\r\n\r\n" in self._received:
            head, _, rest = self._received.partition(b"\r\n\r\n")
            length = service.content_length(head)
            if len(rest) < length:
                return
            self._received = rest[length:]
            self._transport.write(_EVENTS if b"/changes" in head.split(b"\r\n", 1)[0] else _ORDER)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Stub, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
