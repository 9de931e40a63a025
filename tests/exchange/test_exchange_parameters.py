"""Parameters from generated client to generated server and back, and their bytes on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from agreement.comparison import compare
from support.generated import Generated, Refused
from support.recording import Recorder
from support.serving import serving

TEXT: dict[str, Any] = {"type": "string"}
TEXTS = {"type": "array", "items": TEXT}
COLOR = {
    "type": "object",
    "properties": {name: {"type": "integer"} for name in "RGB"},
    "additionalProperties": False,
}
BLUE, COLORS, RGB = "blue", ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}
PACKED = "R,100,G,200,B,150"
FORM = "application/x-www-form-urlencoded"

# The examples of the Parameter Object in OpenAPI 3.2: place, style, explode, value, and the wire form.
STYLES: list[tuple[str, str, bool, Any, str]] = [
    ("path", "matrix", False, BLUE, ";color=blue"),
    ("path", "matrix", False, COLORS, ";color=blue,black,brown"),
    ("path", "matrix", False, RGB, f";color={PACKED}"),
    ("path", "matrix", True, BLUE, ";color=blue"),
    ("path", "matrix", True, COLORS, ";color=blue;color=black;color=brown"),
    ("path", "matrix", True, RGB, ";R=100;G=200;B=150"),
    ("path", "label", False, BLUE, ".blue"),
    ("path", "label", False, COLORS, ".blue,black,brown"),
    ("path", "label", False, RGB, f".{PACKED}"),
    ("path", "label", True, COLORS, ".blue.black.brown"),
    ("path", "label", True, RGB, ".R=100.G=200.B=150"),
    ("path", "simple", False, BLUE, "blue"),
    ("path", "simple", False, COLORS, "blue,black,brown"),
    ("path", "simple", False, RGB, PACKED),
    ("path", "simple", True, COLORS, "blue,black,brown"),
    ("path", "simple", True, RGB, "R=100,G=200,B=150"),
    ("header", "simple", False, BLUE, "blue"),
    ("header", "simple", False, COLORS, "blue,black,brown"),
    ("header", "simple", False, RGB, PACKED),
    ("header", "simple", True, RGB, "R=100,G=200,B=150"),
    ("query", "form", False, "", "color="),
    ("query", "form", False, BLUE, "color=blue"),
    ("query", "form", False, COLORS, "color=blue,black,brown"),
    ("query", "form", False, RGB, f"color={PACKED}"),
    ("query", "form", True, BLUE, "color=blue"),
    ("query", "form", True, COLORS, "color=blue&color=black&color=brown"),
    ("query", "form", True, RGB, "R=100&G=200&B=150"),
    ("query", "spaceDelimited", False, COLORS, "color=blue%20black%20brown"),
    ("query", "spaceDelimited", False, RGB, "color=R%20100%20G%20200%20B%20150"),
    ("query", "pipeDelimited", False, COLORS, "color=blue%7Cblack%7Cbrown"),
    ("query", "pipeDelimited", False, RGB, "color=R%7C100%7CG%7C200%7CB%7C150"),
    ("query", "deepObject", True, RGB, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"),
    ("cookie", "form", False, BLUE, "color=blue"),
    ("cookie", "form", False, COLORS, "color=blue,black,brown"),
    ("cookie", "form", False, RGB, f"color={PACKED}"),
    ("cookie", "cookie", False, "", "color="),
    ("cookie", "cookie", False, "a%20b", "color=a%20b"),
    ("cookie", "cookie", False, COLORS, "color=blue,black,brown"),
    ("cookie", "cookie", False, RGB, f"color={PACKED}"),
    ("cookie", "cookie", True, BLUE, "color=blue"),
    ("cookie", "cookie", True, COLORS, "color=blue; color=black; color=brown"),
    ("cookie", "cookie", True, RGB, "R=100; G=200; B=150"),
]
# Other operations: their parameters, a call's arguments, the query (or path) and header fields that it makes.
OTHERS: dict[str, tuple[list[Any], dict[str, Any], str, dict[str, str]]] = {
    "same_name": (
        [{"name": "id", "in": place, "schema": TEXT} for place in ("query", "header", "cookie")],
        {"id": "q", "id_2": "h", "id_3": "c"},
        "?id=q",
        {"id": "h", "cookie": "id=c"},
    ),
    "reserved": (
        [
            {"name": "at", "in": "path", "required": True, "allowReserved": True, "schema": TEXT},
            {"name": "q", "in": "query", "allowReserved": True, "schema": TEXT},
        ],
        {"at": "a:b;c,d/e?f#g", "q": "a/b?c:d"},
        "/a:b;c,d%2Fe%3Ff%23g?q=a/b?c:d",
        {},
    ),
    "contents": (
        [
            {"name": "json", "in": "query", "content": {"application/vnd.x+json": {"schema": TEXTS}}},
            {"name": "text", "in": "query", "content": {"text/plain": {"schema": {"type": "integer"}}}},
            {"name": "X-Json", "in": "header", "content": {"application/json": {"schema": TEXTS}}},
            {"name": "crumb", "in": "cookie", "content": {"application/json": {"schema": COLOR}}},
        ],
        {"json": ["a b", "é"], "text": 5, "x_json": ["é,", "b"], "crumb": {"R": 1}},
        "?json=%5B%22a%20b%22%2C%22%C3%A9%22%5D&text=5",
        {"x-json": '["\\u00e9,","b"]', "cookie": "crumb=%7B%22R%22%3A1%7D"},
    ),
    "whole_form": (
        [{"name": "all", "in": "querystring", "content": {FORM: {"schema": COLOR}}}],
        {"all": {"R": 1, "G": 2}},
        "?R=1&G=2&key=k",
        {},
    ),
    "whole_json": (
        [{"name": "all", "in": "querystring", "content": {"application/json": {"schema": TEXTS}}}],
        {"all": ["a b", "&"]},
        "?%5B%22a%20b%22%2C%22%26%22%5D",
        {},
    ),
    "shared": (
        [{"name": "X-Id", "in": "header", "schema": {"type": "integer"}}],
        {"x_id": 5},
        "",
        {"x-id": "5"},
    ),
}


def schema(value: Any) -> Any:
    return TEXTS if isinstance(value, list) else COLOR if isinstance(value, dict) else TEXT


def document() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for number, (place, style, explode, value, _) in enumerate(STYLES):
        parameter = {"name": "color", "in": place, "style": style, "explode": explode}
        paths[f"/style{number}" + ("/{color}" if place == "path" else "")] = item(
            f"style{number}", [{**parameter, "required": place == "path", "schema": schema(value)}]
        )
    for name, (parameters, *_) in OTHERS.items():
        path = f"/{name}" + "".join(f"/{{{p['name']}}}" for p in parameters if p["in"] == "path")
        paths[path] = item(name, parameters)
    paths["/whole_form"]["get"]["security"] = [{"key": []}]
    # A header field of the path, which the operation describes anew.
    paths["/shared"]["parameters"] = [{"name": "x-id", "in": "header", "schema": {"type": "boolean"}}]
    paths["/methods"] = {
        "query": {**item("ask", [])["get"], "requestBody": {"required": True, **json_content(TEXTS)}},
        "additionalOperations": {"COPY": item("copy", [])["get"]},
    }
    key = {"type": "apiKey", "in": "query", "name": "key"}
    return {
        "openapi": "3.2.0",
        "$self": "https://example.com/api/openapi.yaml",
        "info": {"title": "Parameters", "version": "1"},
        "paths": paths,
        "components": {"securitySchemes": {"key": key}},
    }


def item(name: str, parameters: list[Any]) -> dict[str, Any]:
    responses = {"200": {"description": "what came", **json_content({"type": "object"})}}
    operation = {"operationId": name, "tags": ["all"], "parameters": parameters, "responses": responses}
    return {"get": operation}


def json_content(schema: Any) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


class Exchange:
    def __init__(self, generated: Generated) -> None:
        self.generated = generated
        server = generated.load("server")
        self.app = server.create_app(all=service(server), security=server.Security(key=lambda shown: True))
        self.recorder = Recorder(self.app)


def service(server: Any) -> Any:
    def echo(self: object, **arguments: Any) -> dict[str, Any]:
        return {name: plain(value) for name, value in arguments.items() if value is not None}

    methods = {handles.once: echo for handles in server.AllService.operations_}
    return type("Filled", (server.AllService,), methods)()


def plain(value: Any) -> Any:
    return value.model_dump(exclude_unset=True) if hasattr(value, "model_dump") else value


@pytest.fixture(scope="module")
def exchange(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exchange]:
    folder: Path = tmp_path_factory.mktemp("parameters")
    (folder / "openapi.yaml").write_text(yaml.safe_dump(document()), encoding="utf-8")
    generated = Generated(folder / "openapi.yaml", folder / "out", "exchanged", only=("client", "server"))
    yield Exchange(generated)
    generated.close()


@pytest.fixture(scope="module")
def client(exchange: Exchange) -> Iterator[Any]:
    package = exchange.generated.load()
    with (
        serving(exchange.recorder) as base,
        package.Client(base_url=base, max_retries=0, auth=package.Auth(api_key="k")) as made,
    ):
        yield made


@pytest.mark.parametrize("number", range(len(STYLES)), ids=lambda n: "-".join(map(str, STYLES[n][:4])))
def test_every_style_of_the_specification(exchange: Exchange, client: Any, number: int) -> None:
    place, _, _, value, wire = STYLES[number]
    found = getattr(client.all, f"style{number}")(color=value)
    sent = exchange.recorder.sent.pop()
    assert plain(found) == {"color": value}
    if place in ("path", "query"):
        assert sent.path == f"/style{number}" + ("/" if place == "path" else "?") + wire
    else:
        assert sent.headers["color" if place == "header" else "cookie"] == wire


@pytest.mark.parametrize("name", OTHERS)
def test_other_parameters(exchange: Exchange, client: Any, name: str) -> None:
    _, arguments, target, headers = OTHERS[name]
    found = getattr(client.all, name)(**arguments)
    sent = exchange.recorder.sent.pop()
    assert plain(found) == arguments
    assert sent.path == f"/{name}{target}"
    assert {name: sent.headers[name] for name in headers} == headers


def test_methods_beside_the_usual_ones(exchange: Exchange, client: Any) -> None:
    assert plain(client.all.ask(body_=["a"])) == {"body": ["a"]}
    assert plain(client.all.copy()) == {}
    assert [sent.method for sent in exchange.recorder.sent[-2:]] == ["QUERY", "COPY"]


def test_the_served_document_says_the_same(exchange: Exchange) -> None:
    assert compare(exchange.generated.document, exchange.app.openapi()) == []


@pytest.mark.parametrize(
    ("style", "place", "explode", "value"),
    [
        ("spaceDelimited", "query", False, ["a b"]),
        ("pipeDelimited", "query", False, ["a|b"]),
        ("simple", "header", False, ["a,b"]),
        ("cookie", "cookie", False, ["a,b"]),
        ("cookie", "cookie", False, ["a b"]),
    ],
)
def test_items_that_could_not_be_told_apart_are_not_sent(
    exchange: Exchange, client: Any, style: str, place: str, explode: bool, value: list[str]
) -> None:
    number = next(
        n for n, s in enumerate(STYLES) if s[:3] == (place, style, explode) and isinstance(s[3], list)
    )
    with pytest.raises(exchange.generated.load().ArgumentError):
        getattr(client.all, f"style{number}")(color=value)


OBJECTS = {"type": "array", "items": COLOR}


@pytest.mark.parametrize(
    ("parameter", "required", "message"),
    [
        ({"style": "deepObject", "explode": True, "schema": TEXT}, True, "`deepObject` writes no value"),
        ({"style": "spaceDelimited", "schema": TEXT}, True, "`spaceDelimited` writes no value"),
        ({"style": "pipeDelimited", "schema": TEXT}, False, "cannot be sent"),
        (
            {"style": "pipeDelimited", "explode": True, "schema": TEXTS},
            False,
            "with `explode` is not defined",
        ),
        ({"style": "deepObject", "explode": False, "schema": COLOR}, False, "without `explode`"),
        ({"schema": OBJECTS}, True, "no style writes arrays or objects inside"),
        ({"schema": {"type": "object", "properties": {"a": TEXT, "b": COLOR}}}, False, "members that are"),
    ],
)
def test_what_the_specification_leaves_undefined_is_reported(
    tmp_path: Path, parameter: dict[str, Any], required: bool, message: str
) -> None:
    said = {"name": "color", "in": "query", "required": required, **parameter}
    made = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": item("x", [said])}}
    (tmp_path / "openapi.yaml").write_text(yaml.safe_dump(made), encoding="utf-8")
    try:
        generated = Generated(tmp_path / "openapi.yaml", tmp_path / "out", "undefined_style")
        generated.close()
        findings, failed = generated.findings, False
    except Refused as refused:
        findings, failed = refused.findings, True
    (found,) = [each for each in findings if each.code == "parameter-style-undefined"]
    assert failed == (required and "explode" not in message)
    assert message in found.message
    assert found.location.pointer == "/paths/~1x/get/parameters/0"
