"""Media types, told apart by how their content is carried."""

from __future__ import annotations

import enum
from functools import cache


class Carriage(enum.Enum):
    """How a body of a media type becomes values."""

    JSON = "json"
    TEXT = "text"
    BYTES = "bytes"
    EVENTS = "events"
    LINES = "lines"
    SEQUENCE = "sequence"
    FORM = "form"
    PARTS = "parts"
    XML = "xml"


LINES = ("application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/ndjson")
XML = ("application/xml", "text/xml", "application/xml-dtd")


def essence(media_type: str) -> str:
    """Type and subtype, lower case, without parameters (RFC 9110, 8.3.1)."""
    return media_type.partition(";")[0].strip().lower()


@cache
def carriage(media_type: str) -> Carriage:
    """How content of this media type (or range) is carried."""
    plain = essence(media_type)
    if plain == "text/event-stream":
        return Carriage.EVENTS
    if plain in LINES:
        return Carriage.LINES
    if plain == "application/json-seq" or plain.endswith("+json-seq"):
        return Carriage.SEQUENCE
    if plain == "application/x-www-form-urlencoded":
        return Carriage.FORM
    if plain.startswith("multipart/"):
        return Carriage.PARTS
    if plain in XML or plain.endswith("+xml"):
        return Carriage.XML
    if plain in ("application/json", "text/json", "*/*", "application/*") or plain.endswith("+json"):
        return Carriage.JSON
    return Carriage.TEXT if plain.startswith("text/") else Carriage.BYTES
