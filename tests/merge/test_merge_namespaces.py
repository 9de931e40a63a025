"""With namespaces nothing meets: names get a prefix, paths a base path."""

from __future__ import annotations

from typing import Any

import pytest

LEFT = """
openapi: 3.1.0
info: {title: Left, version: '1'}
servers: [{url: 'https://left.invalid/v1'}, {url: 'https://backup.invalid/v1/'}]
security: [{key: []}]
tags: [{name: things, description: left}]
paths:
  /things:
    parameters: [{name: page, in: query, schema: {$ref: '#/components/schemas/Page'}}]
    get:
      operationId: listThings
      tags: [things]
      parameters: [{name: size, in: query, schema: {$ref: '#/paths/~1things/parameters/0/schema'}}]
      responses:
        '200':
          description: ok
          links: {next: {operationId: listThings}, same: {operationRef: '#/paths/~1things/get'}}
          content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}
    put:
      operationId: putThing
      parameters: [{name: page, in: query, schema: {type: string}}]
      security: []
      responses: {'200': {$ref: '#/components/responses/Ok'}}
webhooks: {told: {post: {operationId: told, responses: {'200': {description: ok}}}}}
components:
  securitySchemes: {key: {type: apiKey, in: header, name: X-Key}}
  responses: {Ok: {description: ok}}
  schemas:
    Page: {type: integer, minimum: 1}
    Pet:
      oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
      discriminator: {propertyName: kind, mapping: {dog: Dog}}
    Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
    Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
    Base:
      type: object
      required: [kind]
      properties: {kind: {type: string}}
      discriminator: {propertyName: kind}
    Heir: {allOf: [{$ref: '#/components/schemas/Base'}]}
"""
RIGHT = """
openapi: 3.1.0
info: {title: Right, version: '2'}
servers: [{url: '{host}/api/v1', variables: {host: {default: 'http://localhost:4000'}}}]
tags: [{name: things, description: right}]
paths:
  /things:
    get:
      operationId: listThings
      tags: [things]
      responses: {'200': {description: ok}}
components:
  schemas: {Page: {type: string}}
"""


@pytest.fixture
def outcome(merge_files: Any) -> Any:
    return merge_files(
        {"left.yaml": LEFT, "right.yaml": RIGHT}, ("left.yaml", "left"), ("right.yaml", "right")
    )


def test_paths_stand_at_the_base_path_and_urls_stay_the_same(outcome: Any) -> None:
    paths = outcome.content["paths"]
    assert list(paths) == ["/v1/things", "/api/v1/things"]
    assert [s["url"] for s in paths["/v1/things"]["servers"]] == [
        "https://left.invalid",
        "https://backup.invalid",
    ]
    assert paths["/api/v1/things"]["servers"] == [
        {"url": "{host}", "variables": {"host": {"default": "http://localhost:4000"}}}
    ]
    assert outcome.merged.owners["/paths/~1v1~1things/get"].name == "/things"


def test_components_operations_webhooks_and_schemes_get_the_prefix(outcome: Any) -> None:
    content = outcome.content
    assert set(content["components"]["schemas"]) == {
        "left.Page", "left.Pet", "left.Cat", "left.Dog", "left.Base", "left.Heir", "right.Page",
    }  # fmt: skip
    assert list(content["components"]["securitySchemes"]) == ["left.key"]
    assert list(content["webhooks"]) == ["left.told"]
    get = content["paths"]["/v1/things"]["get"]
    assert get["operationId"] == "left.listThings"
    assert get["responses"]["200"]["links"]["next"] == {"operationId": "left.listThings"}
    assert get["responses"]["200"]["links"]["same"] == {"operationRef": "#/paths/~1v1~1things/get"}
    owners = outcome.merged.owners
    assert owners["/components/schemas/left.Cat"].name == "Cat"
    assert owners["/webhooks/left.told/post"].name == "told"


def test_the_documents_security_goes_to_its_operations(outcome: Any) -> None:
    content = outcome.content
    assert "security" not in content
    assert content["paths"]["/v1/things"]["get"]["security"] == [{"left.key": []}]
    assert content["paths"]["/v1/things"]["put"]["security"] == []
    assert "security" not in content["paths"]["/api/v1/things"]["get"]
    assert outcome.locate("/paths/~1v1~1things/get/security").line == 5


def test_shared_parameters_go_to_their_operations_and_references_follow(outcome: Any) -> None:
    item = outcome.content["paths"]["/v1/things"]
    page, size = item["get"]["parameters"]
    assert page["schema"] == {"$ref": "#/components/schemas/left.Page"}
    assert size["schema"] == {"$ref": "#/paths/~1v1~1things/get/parameters/0/schema"}
    assert [parameter["schema"] for parameter in item["put"]["parameters"]] == [{"type": "string"}]
    assert outcome.locate("/paths/~1v1~1things/get/parameters/0").line == 9
    assert outcome.locate("/paths/~1v1~1things/get/parameters/1").line == 13


def test_discriminator_values_stay_what_they_were(outcome: Any) -> None:
    schemas = outcome.content["components"]["schemas"]
    assert schemas["left.Pet"]["discriminator"]["mapping"] == {
        "dog": "#/components/schemas/left.Dog",
        "Cat": "#/components/schemas/left.Cat",
    }
    assert schemas["left.Base"]["discriminator"]["mapping"] == {"Heir": "#/components/schemas/left.Heir"}


def test_tags_keep_their_names_and_both_descriptions(outcome: Any) -> None:
    content = outcome.content
    assert content["tags"] == [{"name": "things", "description": "left\n\nright"}]
    assert [source.tags[0]["description"] for source in outcome.merged.sources] == ["left", "right"]


def test_the_report_lists_what_stood_twice_and_the_mounts(outcome: Any) -> None:
    report = outcome.report
    assert [(n.kind, n.name, n.outcome) for n in report.names] == [
        ("operations", "listThings", "separate"),
        ("paths", "GET /things", "separate"),
        ("schemas", "Page", "separate"),
        ("tags", "things", "joined"),
    ]
    assert [(m.source, m.path, m.operations) for m in report.mounts] == [
        ("left", "/v1", 2),
        ("right", "/api/v1", 1),
    ]


def test_the_report_is_the_same_whatever_the_order_of_the_sources(merge_files: Any, outcome: Any) -> None:
    other = merge_files({}, ("right.yaml", "right"), ("left.yaml", "left"))
    assert other.report.text() == outcome.report.text()


def test_operations_of_one_path_can_have_different_base_paths(merge_files: Any) -> None:
    document = """
openapi: 3.1.0
info: {title: t, version: '1'}
servers: [{url: 'https://h.invalid/{tenant}/v1', variables: {tenant: {default: t}}}]
paths:
  /a:
    get: {responses: {'200': {description: ok}}}
    post: {servers: [{url: /v2}], responses: {'200': {description: ok}}}
    put:
      servers: [{url: 'https://x.invalid/1'}, {url: 'https://x.invalid/2'}]
      responses: {'200': {description: ok}}
    delete: {servers: [{url: v3}], responses: {'200': {description: ok}}}
"""
    outcome = merge_files({"d.yaml": document}, ("d.yaml", "d"))
    paths = outcome.content["paths"]
    assert {path: sorted(set(item) - {"servers"}) for path, item in paths.items()} == {
        "/v1/a": ["get"],
        "/v2/a": ["post"],
        "/a": ["delete", "put"],
    }
    assert paths["/v1/a"]["servers"][0]["url"] == "https://h.invalid/{tenant}"
    assert paths["/v2/a"]["servers"] == [{"url": "/"}]
    assert paths["/a"]["delete"]["servers"] == [{"url": "v3"}]
    assert outcome.codes == ["merge-not-mounted", "merge-not-mounted"]
    assert outcome.found[0].message.startswith("PUT /a stays where it is")


def test_a_sentinel_comes_from_the_project_or_the_document(merge_files: Any) -> None:
    document = """
openapi: 3.1.0
info: {title: t, version: '1'}
x-specloom-stream-sentinel: END
paths: {}
"""
    assert merge_files({"d.yaml": document}, "d.yaml").merged.sources[0].stream_sentinel == "END"
    outcome = merge_files({}, "d.yaml", sentinel="[DONE]")
    assert outcome.merged.sources[0].stream_sentinel == "[DONE]"
