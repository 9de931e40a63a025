"""Parameters, bodies, responses, servers and security of operations."""

from __future__ import annotations

from typing import Any

import pytest

from specloom import ir
from specloom.values import replace
from support.normalising import ref, run

OK = {"responses": {"204": {"description": "done"}}}


def test_the_operations_parameters_replace_those_of_its_path() -> None:
    item = {
        "parameters": [
            {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
            {"name": "q", "in": "query", "schema": {"type": "string"}},
        ],
        "get": {
            **OK,
            "parameters": [
                {"name": "q", "in": "query", "required": True, "schema": {"type": "integer"}},
                {"name": "q", "in": "header", "schema": {"type": "boolean"}},
            ],
        },
    }
    operation = run({"paths": {"/a/{id}": item}}).operation("GET /a/{id}")
    found = [(p.name, p.place.value, type(p.type).__name__, p.required) for p in operation.parameters]
    assert found == [
        ("id", "path", "String", True),
        ("q", "query", "Integer", True),
        ("q", "header", "Boolean", False),
    ]


def test_style_and_explode_have_the_defaults_of_their_place() -> None:
    places = {
        "path": ("simple", False),
        "query": ("form", True),
        "header": ("simple", False),
        "cookie": ("form", True),
    }
    parameters = [{"name": p, "in": p, "schema": {"type": "string"}} for p in places]
    parameters.append({"name": "deep", "in": "query", "style": "deepObject", "schema": {"type": "object"}})
    parameters.append({"name": "pipe", "in": "query", "style": "pipeDelimited", "schema": {"type": "array"}})
    found = run({"paths": {"/{path}": {"get": {**OK, "parameters": parameters}}}})
    by_name = {p.name: (p.style.value, p.explode) for p in found.operation("GET /{path}").parameters}
    assert by_name == {**places, "deep": ("deepObject", True), "pipe": ("pipeDelimited", False)}


def test_a_parameter_may_be_of_a_media_type_and_may_take_the_rest_of_the_path() -> None:
    parameters = [
        {
            "name": "f",
            "in": "query",
            "content": {"application/json": {"schema": {"type": "integer", "default": 3}}},
        },
        {
            "name": "p",
            "in": "path",
            "required": True,
            "x-specloom-rest-of-path": True,
            "schema": {"type": "string"},
        },
        {
            "name": "whole",
            "in": "querystring",
            "content": {"application/json": {"schema": {"type": "object"}}},
        },
    ]
    f, p, whole = (
        run({"paths": {"/{p}": {"get": {**OK, "parameters": parameters}}}}).operation("GET /{p}").parameters
    )
    assert (f.media_type, f.default, f.rest_of_path) == ("application/json", 3, False)
    assert (p.media_type, p.rest_of_path) == (None, True)
    assert whole.place is ir.ParameterPlace.QUERYSTRING


def test_header_parameters_that_mean_nothing_are_left_out_and_noted() -> None:
    parameters = [
        {"name": name, "in": "header", "schema": {"type": "string"}}
        for name in ("Accept", "content-type", "AUTHORIZATION", "x-trace")
    ]
    found = run({"paths": {"/": {"get": {**OK, "parameters": parameters}}}})
    assert [p.name for p in found.operation("GET /").parameters] == ["x-trace"]
    assert found.codes == ["header-ignored"] * 3


def test_chains_of_references_are_followed_in_every_place() -> None:
    thing = {"application/json": {"schema": ref("Thing")}}
    document: dict[str, Any] = {
        "paths": {"/a": {"$ref": "#/components/pathItems/Shared"}},
        "components": {
            "pathItems": {
                "Shared": {
                    "parameters": [{"$ref": "#/components/parameters/Alias", "description": "mine"}],
                    "put": {
                        "requestBody": {"$ref": "#/components/requestBodies/Alias"},
                        "responses": {"200": {"$ref": "#/components/responses/Alias", "description": "own"}},
                    },
                }
            },
            "parameters": {
                "Alias": {"$ref": "#/components/parameters/Page"},
                "Page": {"name": "page", "in": "query", "schema": {"type": "integer"}},
            },
            "requestBodies": {
                "Alias": {"$ref": "#/components/requestBodies/Body"},
                "Body": {"required": True, "content": thing},
            },
            "responses": {
                "Alias": {"$ref": "#/components/responses/Good"},
                "Good": {
                    "description": "ok",
                    "content": thing,
                    "headers": {"x-left": {"$ref": "#/components/headers/Left"}},
                },
            },
            "headers": {"Left": {"required": True, "schema": {"type": "integer"}}},
            "schemas": {"Thing": {"type": "object"}},
        },
    }
    found = run(document)
    put = found.operation("PUT /a")
    assert [(p.name, p.doc.description) for p in put.parameters] == [("page", "mine")]
    assert put.body is not None
    assert put.body.required
    (response,) = put.responses
    assert response.description == "own"
    assert response.headers == (ir.Header(name="x-left", type=ir.Integer(), required=True),)
    assert isinstance(response.contents[0].type, ir.Reference)
    assert not found.codes


def test_statuses_ranges_and_default_are_kept() -> None:
    responses = {"200": {"description": "a"}, "4xx": {"description": "b"}, "default": {}, "x-note": {}}
    operation = run({"paths": {"/": {"get": {"responses": responses}}}}).operation("GET /")
    assert [(r.status, r.description) for r in operation.responses] == [
        ("200", "a"),
        ("4XX", "b"),
        ("default", ""),
    ]


def test_xml_is_a_text_and_that_is_noted() -> None:
    schema = {"schema": {"type": "object"}}
    beside = {"content": {"application/json": schema, "application/xml": schema}}
    found = run({"paths": {"/": {"put": {**OK, "requestBody": beside}}}})
    (note,) = found.found
    assert (note.code, note.severity.name) == ("xml-is-text", "NOTE")
    body = found.operation("PUT /").body
    assert body is not None
    assert [c.media_type for c in body.contents] == ["application/json", "application/xml"]


def test_texts_and_bytes_are_carried() -> None:
    content = {"text/plain": {"schema": {"type": "string"}}, "application/octet-stream": {}, "image/*": {}}
    found = run({"paths": {"/": {"get": {"responses": {"200": {"description": "", "content": content}}}}}})
    (response,) = found.operation("GET /").responses
    assert [(c.media_type, c.type) for c in response.contents] == [
        ("text/plain", ir.String()),
        ("application/octet-stream", None),
        ("image/*", None),
    ]
    assert not found.codes


def test_servers_come_from_the_operation_its_path_or_the_document() -> None:
    document = {
        "servers": [
            {"url": "https://{host}/v1", "variables": {"host": {"default": "h", "enum": ["h", "i"]}}}
        ],
        "paths": {
            "/a": {"get": OK},
            "/b": {"servers": [{"url": "/path"}], "get": OK, "put": {**OK, "servers": [{"url": "/own"}]}},
        },
    }
    found = run(document)
    (server,) = found.operation("GET /a").servers
    assert server.variables == (ir.ServerVariable(name="host", default="h", choices=("h", "i")),)
    assert [s.url for s in found.operation("GET /b").servers] == ["/path"]
    assert [s.url for s in found.operation("PUT /b").servers] == ["/own"]


def test_without_servers_the_document_is_served_at_the_root() -> None:
    found = run({"paths": {"/a": {"get": OK}}})
    assert found.operation("GET /a").servers == (ir.Server(url="/"),)


@pytest.mark.parametrize(
    ("said", "url"),
    [
        ("v1", "/v1"),
        ("./v1", "/v1"),
        ("../../v1/", "/v1/"),
        ("", "/"),
        ("/v1", "/v1"),
        ("//h/v1", "//h/v1"),
        ("{base}/v1", "{base}/v1"),
        ("https://h/v1", "https://h/v1"),
    ],
)
def test_a_server_relative_to_the_document_is_taken_from_the_root(said: str, url: str) -> None:
    found = run({"servers": [{"url": said}], "paths": {"/a": {"get": OK}}})
    assert [server.url for server in found.operation("GET /a").servers] == [url]


def test_security_is_an_or_of_ands_that_operations_override() -> None:
    schemes = {
        "bearer": {"type": "http", "scheme": "Bearer"},
        "id": {"type": "apiKey", "in": "query", "name": "app_id"},
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    }
    paths = {
        "/inherits": {"get": OK},
        "/open": {"get": {**OK, "security": []}},
        "/optional": {"get": {**OK, "security": [{}, {"bearer": []}]}},
        "/both": {"get": {**OK, "security": [{"id": [], "key": ["s"]}]}},
    }
    found = run({"security": [{"bearer": []}], "paths": paths, "components": {"securitySchemes": schemes}})
    bearer = ir.Requirement(scheme="bearer")
    assert found.operation("GET /inherits").security == ((bearer,),)
    assert found.operation("GET /open").security == ()
    assert found.operation("GET /optional").security == ((), (bearer,))
    assert found.operation("GET /both").security == (
        (ir.Requirement(scheme="id"), ir.Requirement(scheme="key", scopes=("s",))),
    )
    http, query, _ = found.api.sources[0].security_schemes
    assert (http.kind, http.http_scheme) == (ir.SchemeKind.HTTP, "bearer")
    assert (query.kind, query.place, query.parameter) == (ir.SchemeKind.API_KEY, "query", "app_id")


def test_an_unknown_scheme_is_an_error() -> None:
    found = run({"paths": {"/": {"get": {**OK, "security": [{"nobody": []}]}}}})
    assert found.codes == ["security-scheme-unknown"]


def test_query_and_additional_methods_are_operations() -> None:
    item = {"query": OK, "additionalOperations": {"COPY": {**OK, "tags": ["files"], "deprecated": True}}}
    found = run({"paths": {"/f": item}})
    assert [(o.key, o.tags, o.deprecated) for o in found.api.operations] == [
        ("QUERY /f", (), False),
        ("COPY /f", ("files",), True),
    ]


def test_webhooks_are_operations_that_the_api_calls() -> None:
    body = {"content": {"application/json": {"schema": {"type": "object", "required": ["id"]}}}}
    hook = {**OK, "operationId": "orderPaid", "requestBody": body}
    schemes = {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}}
    document = {"security": [{"key": []}], "components": schemes}
    found = run({**document, "webhooks": {"order.paid": {"post": hook}}})
    assert found.api.operations == ()
    (received,) = found.api.receivers
    assert received.receiver == ir.Receiver(kind="webhook", name="order.paid")
    assert (received.method, received.path, received.servers) == ("POST", "", ())
    assert received.security == ((ir.Requirement(scheme="key"),),)
    assert [n.words for n in found.api.types] == [("orderPaid", "request")]
    assert found.codes == []


def test_callbacks_belong_to_their_operations() -> None:
    body = {"content": {"application/json": {"schema": {"type": "object", "properties": {"a": {}}}}}}
    item = {"post": {**OK, "requestBody": body}}
    callbacks = {"done": {"{$request.body#/url}": item}, "gone": {"$ref": "#/components/callbacks/gone"}}
    found = run(
        {
            "paths": {"/": {"post": {**OK, "operationId": "start", "callbacks": callbacks}}},
            "components": {"callbacks": {"gone": {"{$url}": {"put": OK}}}},
        }
    )
    done, gone = (each.receiver for each in found.api.receivers)
    at = ("POST", "/")
    assert done == ir.Receiver(kind="callback", name="done", of=at, expression="{$request.body#/url}")
    assert gone == ir.Receiver(kind="callback", name="gone", of=at, expression="{$url}")
    assert [n.words for n in found.api.types] == [("start", "done", "post", "request")]
    assert found.codes == []


def test_callbacks_of_what_the_api_calls() -> None:
    nested = {**OK, "callbacks": {"inner": {"{$url}": {"post": OK}}}}
    outer = {**OK, "callbacks": {"outer": {"{$url}": {"post": nested}}}}
    found = run({"paths": {"/": {"post": outer}}, "webhooks": {"paid": {"post": nested}}})
    assert found.codes == []
    assert [each.receiver.name for each in found.api.receivers if each.receiver] == [
        "paid", "inner", "outer", "inner",
    ]  # fmt: skip
    paid, of_paid, of_root, of_outer = found.api.receivers
    inner = ir.Receiver(kind="callback", name="inner", of=paid.address, expression="{$url}")
    assert of_paid.receiver == inner
    assert of_root.receiver == replace(inner, name="outer", of=("POST", "/"))
    assert of_outer.receiver == replace(inner, of=of_root.address)
    assert len({each.key for each in found.api.receivers}) == 4


def test_a_callback_that_has_itself_for_a_callback() -> None:
    again = {"again": {"$ref": "#/components/callbacks/again"}}
    found = run(
        {
            "paths": {"/": {"post": {**OK, "callbacks": again}}},
            "components": {"callbacks": {"again": {"{$url}": {"post": {**OK, "callbacks": again}}}}},
        }
    )
    assert found.codes == ["callback-recursive"]
    assert [each.receiver.name for each in found.api.receivers if each.receiver] == ["again"]
