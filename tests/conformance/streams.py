"""Streams of every kind: what a handler gives, the bytes on the wire, what comes out of the clients."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from conformance.parameters import COLOR, TEXT

SSE: Final = "text/event-stream"


@dataclass(frozen=True)
class Event:
    """A whole event."""

    data: str
    event: str = "message"
    id: str | None = None
    retry: int | None = None


@dataclass(frozen=True)
class Stream:
    """An operation that streams. `gets` is what the clients give, if it is not what the handler gave."""

    name: str
    media_type: str
    described: Mapping[str, Any]
    gives: list[Any]
    wire: bytes
    gets: list[Any] | None = None

    @property
    def operation(self) -> str:
        return f"read_{self.name}"

    @property
    def expected(self) -> list[Any]:
        return self.gives if self.gets is None else self.gets


def event(data: Any, **more: Any) -> dict[str, Any]:
    return {"type": "object", "required": ["data"], "properties": {"event": TEXT, "data": data, **more}}


CARRIED: Final = {"type": "string", "contentMediaType": "application/json", "contentSchema": COLOR}
TWO: Final = [{"R": 1, "G": 2}, {"B": 3}]
TWO_EVENTS: Final = b'data: {"R":1,"G":2}\n\ndata: {"B":3}\n\n'

STREAMS: Final = (
    Stream("envelope", SSE, {"itemSchema": event(CARRIED)}, TWO, TWO_EVENTS),
    Stream("envelope_in_schema", SSE, {"schema": event(CARRIED)}, TWO, TWO_EVENTS),
    Stream("envelope_of_reference", SSE, {"itemSchema": event(COLOR)}, TWO, TWO_EVENTS),
    Stream("data_alone", SSE, {"schema": COLOR}, TWO, TWO_EVENTS),
    Stream("data_as_items", SSE, {"itemSchema": COLOR}, TWO, TWO_EVENTS),
    Stream("data_in_array", SSE, {"schema": {"type": "array", "items": COLOR}}, TWO, TWO_EVENTS),
    Stream(
        "text_of_json",
        SSE,
        {"schema": {"type": "array", "format": "event-stream", "items": CARRIED}},
        TWO,
        TWO_EVENTS,
    ),
    Stream(
        "sentinel",
        SSE,
        {"schema": COLOR, "x-specloom-stream-sentinel": "[DONE]"},
        TWO,
        TWO_EVENTS + b"data: [DONE]\n\n",
    ),
    Stream("nothing", SSE, {"schema": COLOR}, [], b""),
    Stream(
        "text",
        SSE,
        {"schema": TEXT},
        ["a\nb", "", " é\u2028"],
        "data: a\ndata: b\n\ndata: \n\ndata:  é\u2028\n\n".encode(),
        gets=[Event("a\nb"), Event(""), Event(" é\u2028")],
    ),
    Stream(
        "not_described",
        SSE,
        {},
        [Event("x", "add", "7"), Event("y", retry=5)],
        b"event: add\nid: 7\ndata: x\n\nretry: 5\ndata: y\n\n",
        gets=[Event("x", "add", "7"), Event("y", id="7", retry=5)],
    ),
    # OpenAPI 3.2, 4.14.6, "Server-Sent Event Streams": texts, numbers and JSON by the name of the event.
    Stream(
        "by_name",
        SSE,
        {
            "itemSchema": {
                **event(TEXT, id=TEXT, retry={"type": "integer", "minimum": 0}),
                "oneOf": [
                    {"properties": {"event": {"const": "addString"}}},
                    {
                        "properties": {
                            "event": {"const": "addJSON"},
                            "data": {"contentMediaType": "application/json", "contentSchema": COLOR},
                        }
                    },
                ],
            }
        },
        [
            Event("This data is formatted\nacross two lines", "addString", retry=5),
            Event('{"R":42}', "addJSON"),
        ],
        b"event: addString\nretry: 5\ndata: This data is formatted\ndata: across two lines\n\n"
        b'event: addJSON\ndata: {"R":42}\n\n',
        gets=[Event("This data is formatted\nacross two lines", "addString", retry=5), {"R": 42}],
    ),
    Stream("jsonl", "application/jsonl", {"itemSchema": COLOR}, TWO, b'{"R":1,"G":2}\n{"B":3}\n'),
    Stream("ndjson_rows", "application/x-ndjson", {"schema": COLOR}, TWO, b'{"R":1,"G":2}\n{"B":3}\n'),
    Stream(
        "jsonl_of_anything",
        "application/jsonl",
        {},
        [1, None, "a\n", [True]],
        b'1\nnull\n"a\\n"\n[true]\n',
    ),
    Stream(
        "json_seq", "application/json-seq", {"itemSchema": COLOR}, TWO, b'\x1e{"R":1,"G":2}\n\x1e{"B":3}\n'
    ),
    Stream(
        "numbers_seq",
        "application/geo+json-seq",
        {"itemSchema": {"type": "number"}},
        [1, 2.5],
        b"\x1e1\n\x1e2.5\n",
    ),
)

DOWNLOADS: Final = (
    Stream(
        "octets",
        "application/octet-stream",
        {},
        [b"\x00", b"", b"\xff" * 100_000],
        b"\x00" + b"\xff" * 100_000,
    ),
    Stream("picture", "image/png", {"schema": {"type": "string", "format": "binary"}}, [b"png"], b"png"),
)
