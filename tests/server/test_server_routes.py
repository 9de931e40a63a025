"""Which operation a path reaches, and what a path that none takes is answered."""

from __future__ import annotations

import http.client
import itertools
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from specloom.runtime.operation import Server, ServerVariable
from support.descriptors import content, operation, parameter, reply
from support.services import application
from support.serving import serving

TEXT = reply("200", content(str))
PATHS = {
    "get_pet": ("/pets/{petId}", {"petId": int}),
    "get_latest": ("/pets/latest", {}),
    "get_part": ("/pets/{petId}/{part}", {"petId": str, "part": str}),
    "get_photo": ("/pets/{petId}/photo", {"petId": str}),
    "get_latest_photo": ("/{kind}/latest/photo", {"kind": str}),
    "get_photo_slash": ("/pets/{petId}/photo/", {"petId": str}),
}


def named(name: str) -> Any:
    return lambda **arguments: name


def operations() -> list[Any]:
    return [
        operation(
            "get", path, TEXT, name=name, parameters=tuple(parameter(p, t, "path") for p, t in types.items())
        )
        for name, (path, types) in PATHS.items()
    ]


def raw(base: str, method: str, target: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """A request whose target is sent as it is written."""
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=10)
    try:
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        response = connection.getresponse()
        return response.status, {k.lower(): v for k, v in response.getheaders()}, response.read()
    finally:
        connection.close()


@pytest.mark.parametrize("order", list(itertools.permutations(range(6)))[::240])
def test_concrete_paths_win_whatever_the_order(order: tuple[int, ...]) -> None:
    all_operations = operations()
    app = application(*(all_operations[i] for i in order), **{name: named(name) for name in PATHS})
    wanted = {
        "/pets/latest": "get_latest",
        "/pets/5": "get_pet",
        "/pets/5/photo": "get_photo",
        "/pets/5/tail": "get_part",
        "/cats/latest/photo": "get_latest_photo",
        "/pets/5/photo/": "get_photo_slash",
        "/pets/latest/photo": "get_photo",
    }
    with serving(app) as base, httpx.Client(base_url=base) as client:
        found = {path: client.get(path).json() for path in wanted}
    assert found == wanted


def test_paths_are_exact_and_unknown_ones_are_problems() -> None:
    with serving(application(*operations())) as base, httpx.Client(base_url=base) as client:
        missing = client.get("/pets/latest/")
        wrong = client.post("/pets/latest")
        options = client.options("/pets/latest")
        head = client.head("/pets/latest")
    assert (missing.status_code, missing.headers["content-type"]) == (404, "application/problem+json")
    assert missing.json()["title"] == "Not Found"
    assert (wrong.status_code, wrong.headers["content-type"]) == (405, "application/problem+json")
    assert (options.status_code, options.content) == (204, b"")
    assert options.headers["allow"] == wrong.headers["allow"] == "GET, HEAD, OPTIONS"
    assert head.status_code == 501


def test_parameters_of_one_segment_and_odd_names() -> None:
    rendered = operation(
        "get",
        "/v{version}/{class}/{id}.{format}",
        reply("200", content(dict[str, Any])),
        name="rendered",
        parameters=(
            parameter("version", int, "path"),
            parameter("class", str, "path"),
            parameter("id", str, "path"),
            parameter("format", str, "path"),
        ),
    )
    files = operation(
        "get",
        "/users/{user-id}/files/{file.name}",
        reply("200", content(dict[str, Any])),
        name="files",
        parameters=(parameter("user-id", str, "path"), parameter("file.name", str, "path")),
    )

    def echo(**arguments: Any) -> dict[str, Any]:
        return arguments

    with serving(application(rendered, files, rendered=echo, files=echo)) as base:
        first = raw(base, "GET", "/v2/a%3Bb/%C3%A9.json")
        second = raw(base, "GET", "/users/a%2Fb%3Fc%23d/files/100%25%20x.txt")
    assert first[0] == 200
    assert httpx.Response(200, content=first[2]).json() == {
        "version": 2,
        "class": "a;b",
        "id": "é",
        "format": "json",
    }
    assert httpx.Response(200, content=second[2]).json() == {"user_id": "a/b?c#d", "file_name": "100% x.txt"}


def test_the_rest_of_a_path() -> None:
    proxy = operation(
        "get",
        "/proxy/{path}",
        TEXT,
        parameters=(parameter("path", str, "path", rest_of_path=True),),
    )
    with serving(application(proxy, operate=lambda path: path)) as base:
        assert raw(base, "GET", "/proxy/v1/models%20x/a")[2] == b'"v1/models x/a"'
        for target in ("/proxy/a/../b", "/proxy/./b", "/proxy/%2e%2e/b", "/proxy/a%2F..%2Fb", "/proxy/"):
            status, headers, _ = raw(base, "GET", target)
            assert (status, headers["content-type"]) == (422, "application/problem+json"), target


def test_routes_stand_under_the_servers_base_paths() -> None:
    variables = {"host": ServerVariable("http://localhost:4000")}
    one = operation("get", "/a", TEXT, name="one", servers=(Server("{host}/api/v1", variables=variables),))
    two = operation(
        "get", "/a", TEXT, name="two", servers=(Server("http://a/v1"), Server("https://b/v1/"), Server("/"))
    )
    relative = Server("{base}/v3", variables={"base": ServerVariable("v2")})
    three = operation("get", "/a", TEXT, name="three", servers=(relative,))
    app = application(one, two, three, one=named("one"), two=named("two"), three=named("three"))
    with serving(app) as base, httpx.Client(base_url=base) as client:
        found = {
            path: client.get(path).status_code for path in ("/api/v1/a", "/v1/a", "/a", "/api/a", "/v2/v3/a")
        }
        assert client.get("/api/v1/a").json() == "one"
    assert found == {"/api/v1/a": 200, "/v1/a": 200, "/a": 200, "/api/a": 404, "/v2/v3/a": 200}
    assert sorted(app.openapi()["paths"]) == ["/a", "/api/v1/a", "/v1/a", "/v2/v3/a"]


def test_an_operation_on_the_path_of_a_page_wins() -> None:
    docs = operation("get", "/docs", TEXT)
    with serving(application(docs, operate=lambda: "mine")) as base, httpx.Client(base_url=base) as client:
        assert client.get("/docs").json() == "mine"
        assert client.get("/openapi.json").json()["paths"].keys() == {"/docs"}


def test_a_router_can_be_included_below_a_prefix() -> None:
    from fastapi import FastAPI

    from specloom.runtime.server import Part, Settings, build_router, describe
    from support.services import group

    get = operation("get", "/pets/{id}", TEXT, parameters=(parameter("id", str, "path"),))
    app = FastAPI()
    router = build_router([Part([group(get, operate=lambda id: id)])], Settings(), options={})
    app.include_router(router, prefix="/inner")
    with serving(app) as base:
        assert raw(base, "GET", "/inner/pets/a%2Fb")[2] == b'"a/b"'
    assert list(describe(app.routes, {"title": "T", "version": "1"})["paths"]) == ["/inner/pets/{id}"]
