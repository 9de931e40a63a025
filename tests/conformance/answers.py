"""Answers: their header fields, and bodies that are no JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from typing import Any, Final

from conformance.parameters import COLOR, FORM, TEXT, TEXTS

INTEGERS: Final = {"type": "array", "items": {"type": "integer"}}
RGB: Final = {"R": 100, "G": 200, "B": 150}


@dataclass(frozen=True)
class Field:
    """A header field: its Header Object, what a handler gives, and the text that is sent.

    `arrives` is what the clients give, if it is something else.
    """

    name: str
    described: Mapping[str, Any]
    value: Any
    wire: str
    arrives: Any = None

    @property
    def operation(self) -> str:
        return f"tell_{self.name}"

    @property
    def expected(self) -> Any:
        return self.value if self.arrives is None else self.arrives


def simple(name: str, schema: Any, value: Any, wire: str, **said: Any) -> Field:
    return Field(name, {"schema": schema, **said}, value, wire)


def content(name: str, media_type: str, schema: Any, value: Any, wire: str) -> Field:
    return Field(name, {"content": {media_type: {"schema": schema}}}, value, wire)


FIELDS: Final = (
    simple("text", TEXT, 'W/"a, b=c"', 'W/"a, b=c"'),
    simple("text_of_digits", TEXT, "007", "007"),
    simple("integer", {"type": "integer"}, 5, "5"),
    simple("number", {"type": "number"}, 1.5, "1.5"),
    simple("boolean", {"type": "boolean"}, True, "true"),
    simple("enum", {"enum": ["red", 7, True]}, 7, "7"),
    simple("date", {"type": "string", "format": "date"}, date(2020, 1, 2), "2020-01-02"),
    simple("either", {"type": ["integer", "string"]}, "05", "05"),
    # OpenAPI 3.2, 4.12.6, "Style Examples": the line of `simple`.
    simple("array", TEXTS, ["blue", "black", "brown"], "blue,black,brown"),
    simple("array_exploded", TEXTS, ["blue", "black", "brown"], "blue,black,brown", explode=True),
    simple("integers", INTEGERS, [1, 2], "1,2"),
    simple("object", COLOR, RGB, "R,100,G,200,B,150"),
    simple("object_exploded", COLOR, RGB, "R=100,G=200,B=150", explode=True),
    content("json", "application/json", COLOR, RGB, '{"R":100,"G":200,"B":150}'),
    content("json_not_ascii", "application/json", TEXTS, ["é", "a,b"], '["\\u00e9","a,b"]'),
    content("plain", "text/plain", TEXT, "a, b", "a, b"),
    content("plain_number", "text/plain", {"type": "integer"}, 5, "5"),
)


@dataclass(frozen=True)
class Answer:
    """An operation that answers. `gives` is what a handler gives, `gets` what the clients give."""

    name: str
    content: Mapping[str, Any]
    gives: Any
    content_type: str
    wire: bytes
    gets: Any

    @property
    def operation(self) -> str:
        return f"get_{self.name}"


def answer(
    name: str, media_type: str, schema: Any, gives: Any, wire: bytes, gets: Any, **more: Any
) -> Answer:
    content = {media_type: {} if schema is None else {"schema": schema}}
    return Answer(name, content, gives, wire=wire, gets=gets, **{"content_type": media_type, **more})


UTF8: Final = "text/plain; charset=utf-8"
XML: Final = "application/xml; charset=utf-8"
ATOM: Final = "application/atom+xml; charset=utf-8"
FILE: Final = {"type": "string", "format": "binary"}

ANSWERS: Final = (
    answer("text", "text/plain", TEXT, "é\r\n", "é\r\n".encode(), "é\r\n", content_type=UTF8),
    answer("text_number", "text/plain", {"type": "integer"}, 5, b"5", "5", content_type=UTF8),
    answer("csv", "text/csv", TEXT, "a,b\n", b"a,b\n", "a,b\n", content_type="text/csv; charset=utf-8"),
    answer("latin", "text/plain; charset=iso-8859-1", TEXT, "é", b"\xe9", "é"),
    answer("xml", "application/xml", COLOR, "<a>é</a>", "<a>é</a>".encode(), "<a>é</a>", content_type=XML),
    answer("plus_xml", "application/atom+xml", TEXT, "<a/>", b"<a/>", "<a/>", content_type=ATOM),
    answer("octets", "application/octet-stream", None, b"\x00\xff", b"\x00\xff", b"\x00\xff"),
    answer("pdf", "application/pdf", FILE, BytesIO(b"%PDF"), b"%PDF", b"%PDF"),
    answer("form", FORM, {"type": "object"}, b"a=1&b=%C3%A9", b"a=1&b=%C3%A9", b"a=1&b=%C3%A9"),
    answer("plus_json", "application/problem+json", COLOR, {"R": 1}, b'{"R":1}', {"R": 1}),
    answer("json_text", "application/json", TEXT, "5", b'"5"', "5"),
    Answer(
        "either",
        {"text/plain": {"schema": TEXT}, "application/json": {"schema": COLOR}},
        {"R": 1},
        "application/json",
        b'{"R":1}',
        {"R": 1},
    ),
)
