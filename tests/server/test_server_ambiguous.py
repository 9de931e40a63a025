"""Paths that only the names of their parameters tell apart: the warning says what the server does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from specloom.diagnostics import Severity
from support.generated import Generated
from support.serving import serving

NAMED = {"200": {"description": "its name", "content": {"application/json": {"schema": {"type": "string"}}}}}


def operation(name: str, parameter: str, **more: Any) -> dict[str, Any]:
    place = {"name": parameter, "in": "path", "required": True, "schema": {"type": "string"}}
    return {"operationId": name, "tags": [name], "parameters": [{**place, **more}], "responses": NAMED}


PATHS = {
    "/things/{name}": {"get": operation("by_name", "name"), "delete": operation("remove", "name")},
    "/things/{id}": {"get": operation("by_id", "id"), "put": operation("replace", "id")},
    "/things/{rest}": {"get": operation("below", "rest", **{"x-specloom-rest-of-path": True})},
    "/other/{a}": {"get": operation("first", "a")},
    "/other/{b}": {"post": operation("second", "b")},
    "/far/{a}": {"get": {**operation("near", "a"), "servers": [{"url": "/near"}]}},
    "/far/{b}": {"get": {**operation("far", "b"), "servers": [{"url": "/far"}]}},
}


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("ambiguous")
    document = {"openapi": "3.1.0", "info": {"title": "Twice", "version": "1"}, "paths": PATHS}
    (folder / "twice.json").write_text(json.dumps(document), encoding="utf-8")
    made = Generated(folder / "twice.json", folder / "out", "twice", only=("client", "server"))
    yield made
    made.close()


def test_each_is_a_warning_that_names_what_is_never_reached(package: Generated) -> None:
    found = {f.location.pointer: f for f in package.findings if f.code == "path-ambiguous" and f.location}
    assert {finding.severity for finding in found.values()} == {Severity.WARNING}
    never = {
        place: finding.message.partition("a server never reaches ")[2] for place, finding in found.items()
    }
    assert never == {
        "/paths/~1things~1{id}": "GET /things/{name}, as /things/{id} answers",
        "/paths/~1other~1{b}": "",
        "/paths/~1far~1{b}": "",
    }


def test_the_server_does_what_the_warnings_say_and_the_client_calls_either(package: Generated) -> None:
    server = package.load("server")
    names = ("by_name", "remove", "by_id", "replace", "below", "first", "second", "near", "far")
    services = {}
    for name in names:
        module = package.load(f"server.{name}")
        (interface,) = [
            kind
            for key, kind in vars(module).items()
            if key.endswith("Service") and getattr(kind, "operations_", None)
        ]
        handler = {name: lambda self, _name=name, **arguments: f"{_name} {arguments}"}
        services[name] = type("Filled", (interface,), handler)()
    with serving(server.create_app(**services)) as base:
        asked = {
            what: httpx.request(what.split()[0], base + what.split()[1]).json()
            for what in (
                "GET /things/5", "DELETE /things/5", "PUT /things/5", "GET /things/5/6", "GET /other/5",
                "POST /other/5", "GET /near/far/5", "GET /far/far/5",
            )
        }  # fmt: skip
        client = package.load("client").Client(base_url=base)
        called = [client.by_id.by_id(id="x"), client.by_name.by_name(name="x")]
    assert asked == {
        "GET /things/5": "by_id {'id': '5'}",
        "DELETE /things/5": "remove {'name': '5'}",
        "PUT /things/5": "replace {'id': '5'}",
        "GET /things/5/6": "below {'rest': '5/6'}",
        "GET /other/5": "first {'a': '5'}",
        "POST /other/5": "second {'b': '5'}",
        "GET /near/far/5": "near {'a': '5'}",
        "GET /far/far/5": "far {'b': '5'}",
    }
    assert called == ["by_id {'id': 'x'}", "by_id {'id': 'x'}"]
