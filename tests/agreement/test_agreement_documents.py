"""The comparison of documents: what a server serves against what it was made from, and every alteration."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from agreement.comparison import compare

SOURCE: dict[str, Any] = {
    "openapi": "3.2.0",
    "info": {"title": "Source", "version": "1"},
    "servers": [{"url": "{host}/v1", "variables": {"host": {"default": "http://localhost"}}}],
    "security": [{"key": []}, {"bearer": [], "key": []}],
    "paths": {
        "/ask/{id}": {
            "parameters": [{"$ref": "#/components/parameters/Id"}],
            "post": {
                "operationId": "ask",
                "tags": ["asking"],
                "parameters": [{"name": "n", "in": "query", "schema": {"type": "integer", "default": 3}}],
                "requestBody": {"$ref": "#/components/requestBodies/Ask"},
                "responses": {
                    "200": {
                        "description": "",
                        "headers": {"X-N": {"schema": {"type": "integer"}}},
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Ask"}},
                            "text/event-stream": {
                                "schema": {"type": "array", "items": {"$ref": "#/components/schemas/Text"}}
                            },
                        },
                    },
                    "4XX": {"$ref": "#/components/responses/Failed"},
                },
            },
        },
        "/open": {"get": {"security": [], "responses": {"204": {"description": ""}}}},
    },
    "components": {
        "parameters": {"Id": {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}},
        "requestBodies": {
            "Ask": {
                "required": True,
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Ask"}}},
            }
        },
        "responses": {
            "Failed": {
                "description": "",
                "content": {"application/problem+json": {"schema": {"type": "object"}}},
            }
        },
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "authorization"},
            "bearer": {"type": "http", "scheme": "Bearer"},
        },
        "schemas": {
            "Ask": {
                "type": "object",
                "required": ["text"],
                "properties": {"text": {"type": "string", "maxLength": 5}},
            },
            "Text": {
                "type": "string",
                "contentMediaType": "application/json",
                "contentSchema": {"$ref": "#/components/schemas/Ask"},
            },
        },
    },
}


def served() -> dict[str, Any]:
    """The same, as a server says it: full paths, other names, streams by `itemSchema`."""
    document = copy.deepcopy(SOURCE)
    schemas = document["components"]["schemas"]
    schemas["x.Ask"] = {**schemas.pop("Ask"), "title": "Ask"}
    del schemas["Text"]
    ask = document["paths"].pop("/ask/{id}")
    reference = {"schema": {"$ref": "#/components/schemas/x.Ask"}}
    ask["post"]["responses"]["200"]["content"] = {
        "application/json": reference,
        "text/event-stream": {
            "itemSchema": {
                "type": "object",
                "required": ["data"],
                "properties": {"data": {"type": "string", "contentSchema": reference["schema"]}},
            }
        },
    }
    ask["post"]["requestBody"] = {"required": True, "content": {"application/json": reference}}
    del document["components"]["requestBodies"]
    document["paths"] = {"/v1/ask/{id}": ask, "/v1/open": document["paths"]["/open"]}
    document["servers"][0]["url"] = "{host}"
    return document


def test_the_same_said_in_another_way() -> None:
    assert compare(SOURCE, SOURCE) == []
    assert compare(SOURCE, served()) == []


def ask(document: dict[str, Any]) -> Any:
    return document["paths"]["/v1/ask/{id}"]["post"]


def schema(document: dict[str, Any]) -> Any:
    return document["components"]["schemas"]["x.Ask"]


ALTERATIONS: dict[str, Callable[[dict[str, Any]], object]] = {
    "a route": lambda d: d["paths"].pop("/v1/open"),
    "a new route": lambda d: d["paths"].update({"/new": d["paths"]["/v1/open"]}),
    "a path": lambda d: d["paths"].update({"/v2/open": d["paths"].pop("/v1/open")}),
    "a required member": lambda d: schema(d).pop("required"),
    "a member": lambda d: schema(d)["properties"].pop("text"),
    "a constraint": lambda d: schema(d)["properties"]["text"].pop("maxLength"),
    "a closed object": lambda d: schema(d).update(additionalProperties=False),
    "a status": lambda d: ask(d)["responses"].pop("4XX"),
    "a new status": lambda d: ask(d)["responses"].update({"404": {"description": ""}}),
    "a media type": lambda d: ask(d)["responses"]["200"]["content"].pop("text/event-stream"),
    "a body's media type": lambda d: ask(d)["requestBody"]["content"].pop("application/json"),
    "a body": lambda d: ask(d).pop("requestBody"),
    "an optional body": lambda d: ask(d)["requestBody"].pop("required"),
    "a stream's item": lambda d: ask(d)["responses"]["200"]["content"]["text/event-stream"].update(
        itemSchema={"type": "object", "properties": {"data": {"type": "string"}}}
    ),
    "a header": lambda d: ask(d)["responses"]["200"].pop("headers"),
    "a header's type": lambda d: ask(d)["responses"]["200"]["headers"]["X-N"].update(
        schema={"type": "string"}
    ),
    "a parameter": lambda d: ask(d).pop("parameters"),
    "a parameter's default": lambda d: ask(d)["parameters"][0]["schema"].pop("default"),
    "a parameter's style": lambda d: ask(d)["parameters"][0].update(style="pipeDelimited"),
    "a parameter that is required": lambda d: ask(d)["parameters"][0].update(required=True),
    "a path's parameter": lambda d: d["components"]["parameters"]["Id"].update(schema={"type": "integer"}),
    "a security alternative": lambda d: d["security"].pop(),
    "a security scheme": lambda d: d["components"]["securitySchemes"]["key"].update({"in": "query"}),
    "security at all": lambda d: ask(d).update(security=[]),
    "optional security": lambda d: d["security"].append({}),
    "scopes": lambda d: d["security"][1].update(bearer=["read"]),
    "a server": lambda d: d["servers"].append({"url": "https://other"}),
    "a server's variable": lambda d: d["servers"][0]["variables"]["host"].update(default="http://other"),
    "deprecated": lambda d: ask(d).update(deprecated=True),
    "a tag": lambda d: ask(d).pop("tags"),
}


@pytest.mark.parametrize("what", ALTERATIONS)
def test_every_alteration_is_seen(what: str) -> None:
    document = served()
    ALTERATIONS[what](document)
    assert compare(SOURCE, document) != []
    assert compare(document, SOURCE) != []
