"""The document that a server serves is put together from its live routes."""

from __future__ import annotations

from typing import Annotated, Any

import httpx
import pytest
from openapi_spec_validator import validate
from pydantic import Field

from specloom.runtime.operation import Header, SecurityScheme, Server, ServerVariable
from specloom.runtime.server import Group, Part, Settings, build_app
from support.descriptors import (
    Model,
    body,
    codec,
    content,
    events,
    lines,
    operation,
    parameter,
    reply,
    source,
)
from support.services import application, group, interface
from support.serving import serving


def error_class(member: str) -> type[Model]:
    """Two sources have a class of this name, with different members."""
    return type("Error", (Model,), {"__annotations__": {member: str}, "__module__": f"models.{member}"})


FirstError, SecondError = error_class("first"), error_class("second")


class Ask(Model):
    text: Annotated[str, Field(max_length=5)]
    stream: bool = False


FIRST = source(
    "first",
    schemes={"key": SecurityScheme("apiKey", "authorization", "header", None, {"type": "apiKey", "x-a": 1})},
    tags={"asking": "All about asking."},
)
SECOND = source("second")
HOST = {"host": ServerVariable("http://localhost:4000", description="The host.")}
ASK = operation(
    "post",
    "/ask/{id}",
    reply("200", content(Ask), events(Ask, sentinel="[DONE]"), headers=(Header("X-N", codec(int)),)),
    reply("4XX", content(FirstError)),
    name="ask",
    source=FIRST,
    servers=(Server("{host}/v1", variables=HOST),),
    parameters=(parameter("id", int, "path"), parameter("limit", int, default="7")),
    body=body(content(Ask), stream_member="stream"),
    security=(("key",), ()),
    tags=("asking",),
)
LIST = operation(
    "get",
    "/rows",
    reply("200", lines(Ask)),
    reply("default", content(SecondError)),
    name="rows",
    source=SECOND,
    servers=(Server("https://a/v1"), Server("https://b/v1")),
)


def app() -> Any:
    parts = [Part([Group(interface(ASK))]), Part([Group(interface(LIST))])]
    return build_app(parts, Settings(), title="Both", version="2", options={})


def test_what_it_says() -> None:
    document = app().openapi()
    validate(document)
    assert (document["openapi"], document["info"]) == ("3.2.0", {"title": "Both", "version": "2"})
    assert list(document["paths"]) == ["/v1/ask/{id}", "/v1/rows"]
    assert sorted(document["components"]["schemas"]) == [
        "first.Ask",
        "first.Error",
        "second.Ask",
        "second.Error",
    ]
    assert document["components"]["securitySchemes"] == {
        "first.key": {"type": "apiKey", "x-a": 1, "name": "authorization", "in": "header"}
    }
    ask, rows = document["paths"]["/v1/ask/{id}"]["post"], document["paths"]["/v1/rows"]["get"]
    assert ask["operationId"] == "first.ask"
    assert ask["security"] == [{"first.key": []}, {}]
    assert rows["security"] == []
    assert ask["servers"] == [
        {
            "url": "{host}",
            "variables": {"host": {"default": "http://localhost:4000", "description": "The host."}},
        }
    ]
    assert [server["url"] for server in rows["servers"]] == ["https://a", "https://b"]
    assert ask["parameters"][1]["schema"] == {"type": "integer", "default": 7}
    stream = ask["responses"]["200"]["content"]["text/event-stream"]["itemSchema"]
    assert stream["properties"]["data"]["contentSchema"] == {"$ref": "#/components/schemas/first.Ask"}
    assert rows["responses"]["200"]["content"]["application/jsonl"]["itemSchema"] == {
        "$ref": "#/components/schemas/second.Ask"
    }
    assert document["tags"] == [{"name": "asking", "description": "All about asking."}]


def test_the_schemas_are_those_of_the_types_that_decide() -> None:
    narrower = type("Ask", (Ask,), {"__annotations__": {"text": Annotated[str, Field(max_length=2)]}})
    changed = operation("post", "/ask", body=body(content(narrower)), source=FIRST)
    answered = application(changed, operate=lambda body: None)
    schema = answered.openapi()["components"]["schemas"]["first.Ask"]
    assert schema["properties"]["text"]["maxLength"] == 2
    with serving(answered) as base:
        assert httpx.post(f"{base}/ask", json={"text": "abc"}).status_code == 422


def test_a_route_that_is_gone_is_gone_from_the_document() -> None:
    both = app()
    assert len(both.openapi()["paths"]) == 2
    assert both.openapi() is both.openapi()
    both.router.routes[:] = [r for r in both.router.routes if getattr(r, "name", "") != "ask"]
    assert list(both.openapi()["paths"]) == ["/v1/rows"]


def test_fastapi_serves_it_with_its_pages() -> None:
    with serving(app()) as base, httpx.Client(base_url=base) as client:
        assert client.get("/openapi.json").json()["openapi"] == "3.2.0"
        assert "swagger-ui" in client.get("/docs").text


def test_servers_in_common_are_said_once() -> None:
    one = operation("get", "/a", name="one", servers=(Server("https://a/v1"),))
    two = operation("get", "/b", name="two", servers=(Server("https://a/v2"),))
    document = application(one, two).openapi()
    assert document["servers"] == [{"url": "https://a"}]
    assert "servers" not in document["paths"]["/v1/a"]["get"]


@pytest.mark.parametrize("pages", [{}, {"docs_url": None, "openapi_url": None}])
def test_options_reach_fastapi(pages: dict[str, Any]) -> None:
    found = application(LIST, options={"debug": True, **pages})
    assert found.debug
    assert (found.openapi_url is None) == bool(pages)
    assert group(LIST).interface is not None
