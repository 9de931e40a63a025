"""Bodies of every media type: what a call gives, the bytes on the wire, what a handler is given."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, Final
from uuid import UUID

from conformance.parameters import COLOR, FORM, TEXT, TEXTS

SAME: Final = object()
ADDRESS: Final = {
    "type": "object",
    "properties": dict.fromkeys(("streetAddress", "city", "state", "zip"), TEXT),
}
STREET: Final = {"streetAddress": "123 Example Dr.", "city": "Somewhere", "state": "CA", "zip": "99999+1234"}
STREET_TEXT: Final = '{"streetAddress":"123 Example Dr.","city":"Somewhere","state":"CA","zip":"99999+1234"}'
ID: Final = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"


@dataclass(frozen=True)
class Body:
    """An operation with a body. `give` makes the call's arguments, `wire` are the bytes, or the parts."""

    name: str
    content: Mapping[str, Any]
    give: Callable[[Any], Mapping[str, Any]]
    content_type: str | None
    wire: bytes | list[Any]
    takes: Any
    required: bool = True
    headers: Mapping[str, str | None] = field(default_factory=dict)

    @property
    def operation(self) -> str:
        return f"send_{self.name}"


def body(name: str, media_type: str, schema: Any, value: Any, wire: bytes, **more: Any) -> Body:
    """A body of one media type, which arrives as it was given."""
    said = {"content_type": media_type, "takes": value, **more}
    content = {media_type: {} if schema is None else {"schema": schema}}
    return Body(name, content, lambda package: {"body_": value}, wire=wire, **said)


JSON_BODIES: Final = (
    body("json_object", "application/json", COLOR, {"R": 1, "G": 2}, b'{"R":1,"G":2}'),
    body("json_array", "application/json", TEXTS, ["é", "\u2028"], '["é","\u2028"]'.encode()),
    body("json_text", "application/json", TEXT, "5", b'"5"'),
    body("json_number", "application/json", {"type": "number"}, 1.5, b"1.5"),
    body("json_null", "application/json", {"type": ["integer", "null"]}, None, b"null"),
    body("json_anything", "application/json", None, {"a": [None, True]}, b'{"a":[null,true]}'),
    body("plus_json", "application/merge-patch+json", COLOR, {"R": 1}, b'{"R":1}'),
    body("problem_json", "application/problem+json; charset=utf-8", COLOR, {"R": 1}, b'{"R":1}'),
    body("anything", "*/*", COLOR, {"R": 1}, b'{"R":1}', content_type="application/json"),
    body(
        "lines",
        "application/jsonl",
        {"type": "array", "items": COLOR},
        [{"R": 1}, {"G": 2}],
        b'{"R":1}\n{"G":2}\n',
    ),
    body("ndjson", "application/x-ndjson", {"type": "array", "items": COLOR}, [{"R": 1}], b'{"R":1}\n'),
    body("sequence", "application/json-seq", {"type": "array", "items": COLOR}, [{"R": 1}], b'\x1e{"R":1}\n'),
)

OTHER_BODIES: Final = (
    body("text", "text/plain", TEXT, "é\r\n", "é\r\n".encode()),
    body("text_number", "text/plain", {"type": "integer"}, 5, b"5"),
    body("latin", "text/plain; charset=iso-8859-1", TEXT, "é", b"\xe9"),
    body("xml", "application/xml", TEXT, "<a>é</a>", "<a>é</a>".encode()),
    body(
        "bytes",
        "application/octet-stream",
        None,
        b"\x00\xff\r\n",
        b"\x00\xff\r\n",
        headers={"content-length": "4"},
    ),
    body(
        "png", "image/png", {"type": "string", "format": "binary"}, b"", b"", headers={"content-length": "0"}
    ),
    Body(
        "any_image",
        {"image/*": {}},
        lambda package: {"body_": b"x", "content_type_": "image/gif"},
        "image/gif",
        b"x",
        b"x",
    ),
    Body(
        "a_file",
        {"application/octet-stream": {}},
        lambda package: {"body_": BytesIO(b"one" * 50_000)},
        "application/octet-stream",
        b"one" * 50_000,
        b"one" * 50_000,
        headers={"content-length": "150000", "transfer-encoding": None},
    ),
    Body(
        "in_pieces",
        {"application/octet-stream": {}},
        lambda package: {"body_": iter([b"one", b"", b"two"])},
        "application/octet-stream",
        b"onetwo",
        b"onetwo",
        headers={"content-length": None, "transfer-encoding": "chunked"},
    ),
    Body(
        "left_out",
        {"application/json": {"schema": COLOR}},
        lambda package: {},
        None,
        b"",
        None,
        required=False,
    ),
    Body(
        "first_of_two",
        {"application/json": {"schema": COLOR}, "text/plain": {"schema": TEXT}},
        lambda package: {"body_": {"R": 1}},
        "application/json",
        b'{"R":1}',
        {"R": 1},
    ),
    Body(
        "second_of_two",
        {"application/json": {"schema": COLOR}, "text/plain": {"schema": TEXT}},
        lambda package: {"body_": "R"},
        "text/plain",
        b"R",
        "R",
    ),
)

ORDER: Final = {
    "type": "object",
    "properties": {
        "text": TEXT,
        "many": TEXTS,
        "codes": {"type": "array", "items": {"type": "integer"}},
        "deep": COLOR,
        "flat": COLOR,
        "open": TEXT,
    },
}

FORMS: Final = (
    # OpenAPI 3.2, 4.15.4: "Encoding the x-www-form-urlencoded Media Type".
    body(
        "form",
        FORM,
        {"type": "object", "properties": {"id": TEXT, "address": ADDRESS}},
        {"id": ID, "address": STREET},
        f"id={ID}&address=%7B%22streetAddress%22%3A%22123+Example+Dr.%22%2C%22city%22%3A%22Somewhere%22%2C"
        "%22state%22%3A%22CA%22%2C%22zip%22%3A%2299999%2B1234%22%7D".encode(),
    ),
    Body(
        "form_styles",
        {
            FORM: {
                "schema": ORDER,
                "encoding": {
                    "codes": {"style": "pipeDelimited", "explode": False},
                    "deep": {"style": "deepObject", "explode": True},
                    "flat": {"explode": True},
                    "open": {"allowReserved": True},
                },
            }
        },
        lambda package: {
            "body_": {
                "text": "é +&=",
                "many": ["a,b", "c"],
                "codes": [1, 2],
                "deep": {"R": 1},
                "flat": {"G": 2},
                "open": "/?:",
            }
        },
        FORM,
        b"text=%C3%A9+%2B%26%3D&many=a%2Cb&many=c&codes=1%7C2&deep%5BR%5D=1&G=2&open=/?:",
        {
            "text": "é +&=",
            "many": ["a,b", "c"],
            "codes": [1, 2],
            "deep": {"R": 1},
            "flat": {"G": 2},
            "open": "/?:",
        },
    ),
    # OpenAPI 3.2, 4.15.5: "Encoding multipart Media Types".
    Body(
        "parts",
        {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "id": {"type": "string", "format": "uuid"},
                        "children": TEXTS,
                        "address": ADDRESS,
                        "addresses": {"type": "array", "items": ADDRESS},
                    },
                }
            }
        },
        lambda package: {
            "body_": {
                "id": UUID(ID),
                "children": ["a", "é"],
                "address": STREET,
                "addresses": [{"zip": "1"}, {"zip": "2"}],
            }
        },
        "multipart/form-data",
        [
            {"name": "id", "text": ID.encode()},
            {"name": "children", "text": b"a"},
            {"name": "children", "text": "é".encode()},
            {"name": "address", "type": "application/json", "text": STREET_TEXT.encode()},
            {"name": "addresses", "type": "application/json", "text": b'{"zip":"1"}'},
            {"name": "addresses", "type": "application/json", "text": b'{"zip":"2"}'},
        ],
        SAME,
    ),
    Body(
        "files",
        {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "properties": {
                        "one": {"type": "string", "format": "binary"},
                        "more": {"type": "array", "items": {}},
                        "note": TEXT,
                    },
                },
                "encoding": {
                    "one": {"contentType": "image/png, image/gif", "headers": {"X-Turn": {"schema": TEXT}}},
                    "note": {"contentType": "text/markdown"},
                },
            }
        },
        lambda package: {
            "body_": {
                "one": package.File(
                    content=b"\x00\xff",
                    filename='a "é".gif',
                    content_type="image/gif",
                    headers={"X-Turn": "90"},
                ),
                "more": [b"\r\n--", package.File(content=BytesIO(b"two"), filename="two.txt")],
                "note": "# é",
            }
        },
        "multipart/form-data",
        [
            {
                "name": "one",
                "filename": "a %22é%22.gif",
                "type": "image/gif",
                "x-turn": "90",
                "text": b"\x00\xff",
            },
            {"name": "more", "filename": "blob", "type": "application/octet-stream", "text": b"\r\n--"},
            {"name": "more", "filename": "two.txt", "type": "text/plain", "text": b"two"},
            {"name": "note", "type": "text/markdown", "text": "# é".encode()},
        ],
        {
            "one": {"$file": b"\x00\xff", "filename": 'a "é".gif', "content_type": "image/gif"},
            "more": [
                {"$file": b"\r\n--", "filename": "blob", "content_type": "application/octet-stream"},
                {"$file": b"two", "filename": "two.txt", "content_type": "text/plain"},
            ],
            "note": "# é",
        },
    ),
)

COLORS: Final = {"type": "array", "prefixItems": [COLOR], "items": {}}

MIXED: Final = (
    # OpenAPI 3.2, 4.15.3: "Encoding multipart Media Types" by position.
    Body(
        "mixed",
        {
            "multipart/mixed": {
                "schema": COLORS,
                "prefixEncoding": [{"contentType": "application/json"}],
                "itemEncoding": {"contentType": "image/*"},
            }
        },
        lambda package: {
            "body_": [{"R": 1}, package.File(content=b"\x00\xff", content_type="image/png"), b"two"]
        },
        "multipart/mixed",
        [
            {"type": "application/json", "text": b'{"R":1}'},
            {"type": "image/png", "text": b"\x00\xff"},
            {"type": "application/octet-stream", "text": b"two"},
        ],
        [
            {"R": 1},
            {"$file": b"\x00\xff", "filename": None, "content_type": "image/png"},
            {"$file": b"two", "filename": None, "content_type": "application/octet-stream"},
        ],
    ),
    Body(
        "mixed_of_one_kind",
        {"multipart/mixed": {"itemSchema": COLOR}},
        lambda package: {"body_": [{"R": 1}, {"G": 2}]},
        "multipart/mixed",
        [
            {"type": "application/json", "text": b'{"R":1}'},
            {"type": "application/json", "text": b'{"G":2}'},
        ],
        SAME,
    ),
)


@dataclass(frozen=True)
class Made:
    """A body that is made while it is sent, by a generator, from `pieces`."""

    name: str
    media_type: str
    described: Mapping[str, Any]
    pieces: list[Any]
    wire: bytes
    takes: Any

    @property
    def operation(self) -> str:
        return f"make_{self.name}"

    def once(self) -> Iterator[Any]:
        yield from self.pieces

    async def later(self) -> AsyncIterator[Any]:
        for piece in self.pieces:
            yield piece


TWO: Final = [{"R": 1}, {"G": 2}]
MADE: Final = (
    Made("octets", "application/octet-stream", {}, [b"one", b"", b"two"], b"onetwo", b"onetwo"),
    Made("jsonl", "application/jsonl", {"itemSchema": COLOR}, TWO, b'{"R":1}\n{"G":2}\n', TWO),
    Made("ndjson", "application/x-ndjson", {"itemSchema": COLOR}, TWO, b'{"R":1}\n{"G":2}\n', TWO),
    Made("json_seq", "application/json-seq", {"itemSchema": COLOR}, TWO, b'\x1e{"R":1}\n\x1e{"G":2}\n', TWO),
    Made("no_items", "application/jsonl", {"itemSchema": COLOR}, [], b"", []),
)

BODIES: Final = (*JSON_BODIES, *OTHER_BODIES, *FORMS, *MIXED)
