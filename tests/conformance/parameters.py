"""Parameters beyond their style: the examples of RFC 6570, and what else OpenAPI says of parameters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

TEXT: Final[dict[str, Any]] = {"type": "string"}
TEXTS: Final = {"type": "array", "items": TEXT}
COLOR: Final = {"$ref": "#/components/schemas/integer_object"}
WORDS: Final = {"type": "object", "additionalProperties": TEXT}
FORM: Final = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Case:
    """An operation of its own. `target` is what comes after `/{name}`; `arrives` the arguments where they
    are others than the call's, None where what the client has to write cannot be read back."""

    name: str
    parameters: tuple[Mapping[str, Any], ...]
    arguments: Mapping[str, Any]
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    arrives: Mapping[str, Any] | None = field(default_factory=lambda: {"": None})
    of_path: tuple[Mapping[str, Any], ...] = ()
    security: bool = False

    @property
    def path(self) -> str:
        inside = (p["name"] for p in (*self.of_path, *self.parameters) if p["in"] == "path")
        return "/".join([f"/{self.name}", *(f"{{{name}}}" for name in inside)])

    @property
    def expected(self) -> Mapping[str, Any] | None:
        return self.arguments if self.arrives == {"": None} else self.arrives


def parameter(name: str, place: str, schema: Any = TEXT, **said: Any) -> dict[str, Any]:
    return {"name": name, "in": place, "required": place == "path", "schema": schema, **said}


def content(name: str, place: str, media_type: str, schema: Any) -> dict[str, Any]:
    required = place == "path"
    return {"name": name, "in": place, "required": required, "content": {media_type: {"schema": schema}}}


# RFC 6570, section 3.2: the values of the variables, and what each expression gives.
VARIABLES: Final[Mapping[str, Any]] = {
    "dom": ["example", "com"],
    "dub": "me/too",
    "hello": "Hello World!",
    "half": "50%",
    "var": "value",
    "who": "fred",
    "base": "http://example.com/home/",
    "path": "/foo/bar",
    "list": ["red", "green", "blue"],
    "keys": {"semi": ";", "dot": ".", "comma": ","},
    "v": "6",
    "empty": "",
}
EXPANSIONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("simple", "var", "value"),
    ("simple", "hello", "Hello%20World%21"),
    ("simple", "half", "50%25"),
    ("simple", "base", "http%3A%2F%2Fexample.com%2Fhome%2F"),
    ("simple", "list", "red,green,blue"),
    ("simple", "list*", "red,green,blue"),
    ("simple", "keys", "semi,%3B,dot,.,comma,%2C"),
    ("simple", "keys*", "semi=%3B,dot=.,comma=%2C"),
    ("label", "who", ".fred"),
    ("label", "half", ".50%25"),
    ("label", "var", ".value"),
    ("label", "dom*", ".example.com"),
    ("label", "list", ".red,green,blue"),
    ("label", "list*", ".red.green.blue"),
    ("label", "keys", ".semi,%3B,dot,.,comma,%2C"),
    ("label", "keys*", ".semi=%3B.dot=..comma=%2C"),
    ("matrix", "who", ";who=fred"),
    ("matrix", "half", ";half=50%25"),
    ("matrix", "empty", ";empty"),
    ("matrix", "v", ";v=6"),
    ("matrix", "list", ";list=red,green,blue"),
    ("matrix", "list*", ";list=red;list=green;list=blue"),
    ("matrix", "keys", ";keys=semi,%3B,dot,.,comma,%2C"),
    ("matrix", "keys*", ";semi=%3B;dot=.;comma=%2C"),
    ("form", "who", "?who=fred"),
    ("form", "half", "?half=50%25"),
    ("form", "dub", "?dub=me%2Ftoo"),
    ("form", "empty", "?empty="),
    ("form", "list", "?list=red,green,blue"),
    ("form", "list*", "?list=red&list=green&list=blue"),
    ("form", "keys", "?keys=semi,%3B,dot,.,comma,%2C"),
    ("form", "keys*", "?semi=%3B&dot=.&comma=%2C"),
)


def expansion(style: str, expression: str, written: str) -> Case:
    name = expression.rstrip("*")
    value = VARIABLES[name]
    schema = TEXTS if isinstance(value, list) else WORDS if isinstance(value, dict) else TEXT
    explode = expression.endswith("*")
    place = "query" if style == "form" else "path"
    target = written if place == "query" else f"/{written}"
    # A dot in a label is no delimiter to who writes it, and one to who reads it.
    unreadable = style == "label" and expression == "keys*"
    return Case(
        f"{style}_{name}_exploded" if explode else f"{style}_{name}",
        (parameter(name, place, schema, style=style, explode=explode),),
        {name: value},
        target,
        arrives=None if unreadable else {name: value},
    )


RFC6570: Final = tuple(expansion(*row) for row in EXPANSIONS)

OTHERS: Final = (
    Case(
        "several",  # RFC 6570, 3.2.8: {?x,y,empty}
        (parameter("x", "query"), parameter("y", "query"), parameter("empty", "query")),
        {"x": "1024", "y": "768", "empty": ""},
        "?x=1024&y=768&empty=",
    ),
    Case(
        "same_name",
        tuple(parameter("id", place) for place in ("query", "header", "cookie")),
        {"id": "q", "id_2": "h", "id_3": "c"},
        "?id=q",
        {"id": "h", "cookie": "id=c"},
    ),
    Case(
        "reserved",  # OpenAPI 3.2, 4.12.2.2: what would end a path or a query's pair stays encoded
        (
            parameter("at", "path", allowReserved=True),
            parameter("q", "query", allowReserved=True),
            parameter("l", "query", TEXTS, allowReserved=True, explode=False),
            parameter("encoded", "query", allowReserved=True),
        ),
        {"at": "a:b;c,d/e?f#g", "q": "a/b?c:d&e#f+g=h", "l": ["a,b", "c:d"], "encoded": "a%2Fb c"},
        "/a:b;c,d%2Fe%3Ff%23g?q=a/b?c:d%26e%23f%2Bg%3Dh&l=a%2Cb,c:d&encoded=a%2Fb%20c",
        arrives={
            "at": "a:b;c,d/e?f#g",
            "q": "a/b?c:d&e#f+g=h",
            "l": ["a,b", "c:d"],
            "encoded": "a/b c",  # a triplet is taken for one (RFC 6570, 3.2.3)
        },
    ),
    Case(
        "contents",
        (
            content("part", "path", "application/json", COLOR),
            content("json", "query", "application/vnd.x+json", TEXTS),
            content("text", "query", "text/plain", {"type": "integer"}),
            content("X-Json", "header", "application/json", TEXTS),
            content("crumb", "cookie", "application/json", COLOR),
        ),
        {"part": {"G": 2}, "json": ["a b", "é"], "text": 5, "x_json": ["é,", "b"], "crumb": {"R": 1}},
        "/%7B%22G%22%3A2%7D?json=%5B%22a%20b%22%2C%22%C3%A9%22%5D&text=5",
        {"x-json": '["\\u00e9,","b"]', "cookie": "crumb=%7B%22R%22%3A1%7D"},
    ),
    Case(
        "whole_form",
        (content("all", "querystring", FORM, COLOR),),
        {"all": {"R": 1, "G": 2}},
        "?R=1&G=2&key=k",
        security=True,
    ),
    Case(
        "whole_json",
        (content("all", "querystring", "application/json", TEXTS),),
        {"all": ["a b", "&"]},
        "?%5B%22a%20b%22%2C%22%26%22%5D",
    ),
    Case(
        "of_the_path",  # a header field of the path, which the operation describes anew, and one it does not
        (parameter("X-Id", "header", {"type": "integer"}),),
        {"at": "a", "x_id": 5, "x_other": "b"},
        "/a",
        {"x-id": "5", "x-other": "b"},
        of_path=(
            parameter("at", "path"),
            parameter("x-id", "header", {"type": "boolean"}),
            parameter("X-Other", "header"),
        ),
    ),
    Case(
        "defaults",
        (
            parameter("limit", "query", {"type": "integer", "default": 20}),
            parameter("tags", "query", {**TEXTS, "default": ["a"]}),
            parameter("X-Mode", "header", {"enum": ["on", "off"], "default": "on"}),
            parameter("sid", "cookie", {**TEXT, "default": "none"}),
        ),
        {},
        "",
        arrives={"limit": 20, "tags": ["a"], "x_mode": "on", "sid": "none"},
    ),
    Case(
        "undefined",  # RFC 6570, 2.3: null and empty lists are undefined, and are not written
        (
            parameter("none", "query", {"type": ["string", "null"]}),
            parameter("items", "query", TEXTS),
            parameter("X-None", "header", {"type": ["integer", "null"]}),
            parameter("crumb", "cookie", {"type": ["string", "null"]}),
        ),
        {"none": None, "items": [], "x_none": None, "crumb": None},
        "",
        arrives={"none": None, "items": None, "x_none": None, "crumb": None},
    ),
    Case(
        "cookies",
        (
            parameter("a", "cookie"),
            parameter("b", "cookie", {"type": "integer"}, style="cookie"),
            parameter("c", "cookie", {"type": "boolean"}, explode=False),
        ),
        {"a": "x; y=é", "b": 5, "c": True},
        "",
        {"cookie": "a=x%3B%20y%3D%C3%A9; b=5; c=true"},
    ),
    Case(
        "free_form",  # an exploded object takes what no other parameter of the query does
        (parameter("more", "query", WORDS), parameter("q", "query")),
        {"more": {"a": "1", "b c": "&"}, "q": "x"},
        "?a=1&b%20c=%26&q=x",
    ),
    Case(
        "rest",
        (parameter("name", "path", **{"x-specloom-rest-of-path": True}),),
        {"name": "a/b c/d?e#f"},
        "/a/b%20c/d%3Fe%23f",
    ),
)
