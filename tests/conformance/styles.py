"""The table "Style Examples" of OpenAPI 3.2 (4.12.6, Parameter Object), and what to put into its cells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, Final
from uuid import UUID

from support.recording import Sent

PLACES: Final = {"matrix": ("path",), "label": ("path",), "simple": ("path", "header"), "cookie": ("cookie",)}
"""Where a style may stand; the others are of the query."""

KINDS: Final = ("string", "array", "object")


@dataclass(frozen=True)
class Row:
    """A line of the table. A cell is None where the specification says "n/a"."""

    style: str
    explode: bool
    empty: str | None
    string: str | None
    array: str | None
    object: str | None

    @property
    def places(self) -> tuple[str, ...]:
        return PLACES.get(self.style, ("query",))


# `color` is "", "blue", ["blue", "black", "brown"] and {"R": 100, "G": 200, "B": 150}.
TABLE: Final = (
    Row("matrix", False, ";color", ";color=blue", ";color=blue,black,brown", ";color=R,100,G,200,B,150"),
    Row(
        "matrix",
        True,
        ";color",
        ";color=blue",
        ";color=blue;color=black;color=brown",
        ";R=100;G=200;B=150",
    ),
    Row("label", False, ".", ".blue", ".blue,black,brown", ".R,100,G,200,B,150"),
    Row("label", True, ".", ".blue", ".blue.black.brown", ".R=100.G=200.B=150"),
    Row("simple", False, "", "blue", "blue,black,brown", "R,100,G,200,B,150"),
    Row("simple", True, "", "blue", "blue,black,brown", "R=100,G=200,B=150"),
    Row("form", False, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    Row("form", True, "color=", "color=blue", "color=blue&color=black&color=brown", "R=100&G=200&B=150"),
    Row(
        "spaceDelimited",
        False,
        None,
        None,
        "color=blue%20black%20brown",
        "color=R%20100%20G%20200%20B%20150",
    ),
    Row("spaceDelimited", True, None, None, None, None),
    Row(
        "pipeDelimited",
        False,
        None,
        None,
        "color=blue%7Cblack%7Cbrown",
        "color=R%7C100%7CG%7C200%7CB%7C150",
    ),
    Row("pipeDelimited", True, None, None, None, None),
    Row("deepObject", False, None, None, None, None),
    Row("deepObject", True, None, None, None, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    Row("cookie", False, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    Row(
        "cookie",
        True,
        "color=",
        "color=blue",
        "color=blue; color=black; color=brown",
        "R=100; G=200; B=150",
    ),
)

# The style `form` in cookies: as in a query, but that no `&` stands between cookies (RFC 6265, 4.2.1).
FORM_IN_COOKIES: Final = (
    Row("form", False, "color=", "color=blue", "color=blue,black,brown", "color=R,100,G,200,B,150"),
    Row(
        "form",
        True,
        "color=",
        "color=blue",
        "color=blue; color=black; color=brown",
        "R=100; G=200; B=150",
    ),
)


@dataclass(frozen=True)
class Sample:
    """Three values of a type to stand for those of the table: as Python has them, as their texts, and those
    percent-encoded (RFC 3986, 2.1: all but unreserved characters)."""

    type: str
    values: tuple[Any, Any, Any]
    texts: tuple[str, str, str]
    encoded: tuple[str, str, str]


def plain(type_: str, values: tuple[Any, Any, Any], *texts: str) -> Sample:
    """A sample of nothing but unreserved characters."""
    first, second, third = texts
    return Sample(type_, values, (first, second, third), (first, second, third))


TYPES: Final[Mapping[str, Any]] = {
    "string": {"type": "string"},
    "integer": {"type": "integer"},
    "number": {"type": "number"},
    "boolean": {"type": "boolean"},
    "enum": {"enum": ["red", 7, True]},
    "nullable": {"type": ["string", "null"]},
    "moment": {"type": "string", "format": "date-time"},
    "uuid": {"type": "string", "format": "uuid"},
}
_UUIDS: Final = tuple(f"f81d4fae-7dec-11d0-a765-00a0c91e6bf{digit}" for digit in "678")
SAMPLES: Final[Mapping[str, Sample]] = {
    "string": plain("string", ("blue", "black", "brown"), "blue", "black", "brown"),
    "integer": plain("integer", (5, -70, 0), "5", "-70", "0"),
    "number": plain("number", (1.5, -2, 0.25), "1.5", "-2", "0.25"),
    "boolean": plain("boolean", (True, False, True), "true", "false", "true"),
    "enum": plain("enum", ("red", 7, True), "red", "7", "true"),
    "nullable": plain("nullable", ("null", "a", "nil"), "null", "a", "nil"),
    "uuid": plain("uuid", (UUID(_UUIDS[0]), UUID(_UUIDS[1]), UUID(_UUIDS[2])), *_UUIDS),
    "moment": Sample(
        "moment",
        (
            datetime(2024, 2, 29, 23, 59, 59, tzinfo=UTC),
            datetime(1999, 12, 31, 1, 2, 3, 500000, tzinfo=UTC),
            datetime(2000, 1, 1, tzinfo=timezone(timedelta(hours=2))),
        ),
        ("2024-02-29T23:59:59Z", "1999-12-31T01:02:03.500000Z", "2000-01-01T00:00:00+02:00"),
        (
            "2024-02-29T23%3A59%3A59Z",
            "1999-12-31T01%3A02%3A03.500000Z",
            "2000-01-01T00%3A00%3A00%2B02%3A00",
        ),
    ),
    "reserved": Sample(
        "string",
        (":/?#[]@!$&'()*+;=", "Hello World!", "50%"),
        (":/?#[]@!$&'()*+;=", "Hello World!", "50%"),
        ("%3A%2F%3F%23%5B%5D%40%21%24%26%27%28%29%2A%2B%3B%3D", "Hello%20World%21", "50%25"),
    ),
    "delimiters": Sample(
        "string", ("a,b", "c|d", "e%2Cf"), ("a,b", "c|d", "e%2Cf"), ("a%2Cb", "c%7Cd", "e%252Cf")
    ),
    "beyond-ascii": Sample(
        "string",
        ("größe", "日本", "€"),
        ("größe", "日本", "€"),
        ("gr%C3%B6%C3%9Fe", "%E6%97%A5%E6%9C%AC", "%E2%82%AC"),
    ),
}


@dataclass(frozen=True)
class Cell:
    """A parameter of one style, place and type, and the example of the specification for it."""

    row: Row
    place: str
    kind: str
    sample: Sample

    @property
    def operation(self) -> str:
        form = "exploded" if self.row.explode else "plain"
        return f"{self.place}_{self.row.style.lower()}_{form}_{self.kind}_{self.sample.type}"

    @property
    def value(self) -> Any:
        first, second, third = self.sample.values
        if self.kind == "object":
            return {"R": first, "G": second, "B": third}
        return [first, second, third] if self.kind == "array" else first

    def bytes_in(self, sent: Sent) -> str:
        """What a request holds of the parameter."""
        if self.place == "path":
            return sent.path.removeprefix(f"/{self.operation}/")
        if self.place == "query":
            return sent.path.removeprefix(f"/{self.operation}?")
        return sent.headers["color" if self.place == "header" else "cookie"]

    @property
    def verbatim(self) -> bool:
        """Whether texts go as they are: header fields and the style `cookie` know no percent-encoding."""
        return self.place == "header" or self.row.style == "cookie"

    @property
    def wire(self) -> str:
        """The example, with the sample's values in the place of its own."""
        texts = self.sample.texts if self.verbatim else self.sample.encoded
        put = dict(zip(("blue", "black", "brown", "100", "200", "150"), texts * 2, strict=True))
        return re.sub("|".join(put), lambda found: put[found[0]], getattr(self.row, self.kind))

    @property
    def sent(self) -> tuple[str, ...]:
        return self.sample.texts[:1] if self.kind == "string" else self.sample.texts

    @property
    def fits(self) -> bool:
        """Whether the place can hold the texts, and the style tell them from its delimiters."""
        several = self.kind != "string"
        if self.place == "header":
            octets = "[ -+.-~\x80-\xff\\-]*" if several else "[ -~\x80-\xff]*"  # RFC 9110, 5.5
            return all(re.fullmatch(octets, text) for text in self.sent)
        if self.row.style == "cookie":
            # RFC 6265, 4.1.1: the cookie-octets, and the comma, where it is not the style's delimiter.
            comma = "" if several and not self.row.explode else ","
            return all(re.fullmatch(f"[!#-+{comma}.-:<-\\[\\]-~\\-]*", text) for text in self.sent)
        if self.row.style == "spaceDelimited":
            return " " not in "".join(self.sent)
        if self.row.style == "pipeDelimited":
            return "|" not in "".join(self.sent)
        return True

    @property
    def readable(self) -> bool:
        """RFC 6570 (3.2.5) leaves a dot in an item of an exploded label as it is: then nobody can tell."""
        label = self.row.style == "label" and self.row.explode and self.kind != "string"
        return not (label and "." in "".join(self.sent))


def cells() -> Iterator[Cell]:
    """Every cell that the specification defines, with every sample."""
    places = [(row, place) for row in TABLE for place in row.places]
    for row, place in [*places, *((row, "cookie") for row in FORM_IN_COOKIES)]:
        for kind in KINDS:
            if getattr(row, kind) is not None:
                yield from (Cell(row, place, kind, sample) for sample in SAMPLES.values())


def undefined() -> Iterator[tuple[Row, str]]:
    """The cells that are "n/a"."""
    for row in TABLE:
        yield from ((row, kind) for kind in KINDS if getattr(row, kind) is None)
