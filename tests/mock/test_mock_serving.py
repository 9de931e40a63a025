"""What a mock answers over HTTP: the document's examples or made-up values, as the client prefers."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from support.mocking import Mocked, mocked, of_document

DOCUMENT = """
openapi: 3.2.0
info: {title: Shop, version: 1.0.0}
paths:
  /items/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get:
      operationId: item
      responses:
        "200":
          description: The item.
          headers:
            X-Count: {required: true, schema: {type: integer, minimum: 7, maximum: 7}}
            X-Odd: {schema: {type: string, pattern: "^\u00e9$"}}
            X-Tags: {schema: {type: array, items: {enum: [a]}, minItems: 2}}
          content:
            application/json:
              schema: {$ref: "#/components/schemas/Item"}
              examples:
                wrong: {value: {name: 5}}
                small: {value: {name: pin}}
                "very large": {value: {name: crane}}
            text/plain: {schema: {type: string, const: a pin}}
        "404": {$ref: "#/components/responses/Missing"}
        5XX:
          description: A fault.
          content:
            application/json: {schema: {type: object, required: [at], properties: {at: {type: integer}}}}
    delete:
      operationId: remove
      responses: {"204": {description: It is gone.}, "404": {$ref: "#/components/responses/Missing"}}
  /made:
    get:
      operationId: made
      responses:
        default:
          description: Anything.
          content: {application/json: {schema: {$ref: "#/components/schemas/Item"}}}
  /picture:
    get:
      operationId: picture
      responses:
        "200": {description: Bytes., content: {image/png: {}, "application/pdf": {schema: {type: string}}}}
  /events:
    get:
      operationId: events
      responses:
        "200":
          description: Events.
          headers: {X-Room: {required: true, schema: {const: blue}}}
          content:
            text/event-stream:
              x-specloom-stream-sentinel: "[DONE]"
              itemSchema:
                type: object
                required: [data, event]
                properties:
                  event: {const: tick}
                  id: {type: string, pattern: "^[0-9]+$"}
                  data:
                    {type: string, contentMediaType: application/json,
                     contentSchema: {$ref: "#/components/schemas/Item"}}
        "404": {$ref: "#/components/responses/Missing"}
  /lines:
    get:
      operationId: lines
      responses:
        "200":
          description: Lines.
          content:
            application/jsonl:
              itemSchema: {$ref: "#/components/schemas/Item"}
              examples:
                two: {dataValue: [{name: one}, {name: two}]}
                sent: {serializedValue: "{\\"name\\": \\"three\\"}\\n"}
  /impossible:
    get:
      operationId: impossible
      responses:
        "200":
          description: None.
          content: {application/json: {schema: {type: integer, minimum: 2, maximum: 1}}}
        "404": {$ref: "#/components/responses/Missing"}
  /guarded/{how}:
    parameters: [{name: how, in: path, required: true, schema: {type: string}}]
    get:
      operationId: guarded
      security: [{bearer: []}, {basic: []}, {key: []}, {query: []}]
      responses: {"204": {description: Let in.}}
  /digest: {get: {operationId: digest, security: [{digest: []}], responses: {"204": {description: Let in.}}}}
  /tls: {get: {operationId: tls, security: [{tls: []}], responses: {"204": {description: Let in.}}}}
  /nothing: {get: {operationId: nothing}}
  /failing:
    get:
      operationId: failing
      responses:
        "503":
          description: A fault.
          content:
            application/problem+json:
              schema:
                type: object
                required: [status, code, statusCode]
                properties:
                  status: {type: integer, minimum: 100, maximum: 599}
                  statusCode: {type: [integer, string]}
                  code: {type: integer, enum: [7]}
components:
  responses:
    Missing:
      description: There is none.
      content:
        application/json:
          schema: {type: object, required: [message], properties: {message: {type: string}}}
          example: {message: there is none}
  schemas:
    Item:
      type: object
      required: [name]
      properties:
        name: {type: string, examples: [nail]}
        price: {type: number, minimum: 0.5, multipleOf: 0.5}
  securitySchemes:
    bearer: {type: http, scheme: bearer}
    basic: {type: http, scheme: basic}
    key: {type: apiKey, in: header, name: X-Key}
    query: {type: apiKey, in: query, name: key}
    digest: {type: http, scheme: digest}
    tls: {type: mutualTLS}
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mocked]:
    path = tmp_path_factory.mktemp("mock") / "shop.yaml"
    path.write_text(DOCUMENT)
    with mocked(of_document(path), token="open") as served:
        yield served


@pytest.fixture(scope="module")
def client(shop: Mocked) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shop.url) as made:
        yield made


def test_an_example_is_answered(client: httpx.Client) -> None:
    answer = client.get("/items/1")
    assert answer.status_code == 200
    assert answer.json() == {"name": "pin"}
    assert answer.headers["x-count"] == "7"
    assert answer.headers["x-tags"] == "a,a"
    assert "x-odd" not in answer.headers  # It may be left out, and no field can carry its only value.
    assert "preference-applied" not in answer.headers


def test_the_client_chooses_a_media_type(client: httpx.Client) -> None:
    assert client.get("/items/1", headers={"Accept": "text/plain"}).text == "a pin"


@pytest.mark.parametrize(
    ("prefer", "status", "body", "applied"),
    [
        ("example=small", 200, {"name": "pin"}, "example=small"),
        ('example="very large"', 200, {"name": "crane"}, 'example="very large"'),
        ("wait=5, code=404", 404, {"message": "there is none"}, "code=404"),
        ('Code = "404"; x=1, code=200', 404, {"message": "there is none"}, "code=404"),
        ("code=404, example=small", 404, {"message": "there is none"}, "code=404"),
        ("code=200; example=small", 200, {"name": "pin"}, "code=200"),
        ("code=418", 200, {"name": "pin"}, None),
        ("code=many, example=none", 200, {"name": "pin"}, None),
        ("example=wrong", 200, {"name": "pin"}, None),
    ],
)
def test_the_client_prefers(
    client: httpx.Client, prefer: str, status: int, body: object, applied: str | None
) -> None:
    answer = client.get("/items/1", headers={"Prefer": prefer})
    assert (answer.status_code, answer.json()) == (status, body)
    assert answer.headers.get("preference-applied") == applied


def test_a_range_takes_any_status_of_it(client: httpx.Client) -> None:
    answer = client.get("/items/1", headers={"Prefer": "code=503"})
    assert answer.status_code == 503
    assert isinstance(answer.json()["at"], int)


def test_requests_are_held_to_the_document(client: httpx.Client) -> None:
    assert client.get("/items/one").status_code == 422
    assert client.put("/items/1").status_code == 405


def test_no_body_where_there_is_none(client: httpx.Client) -> None:
    answer = client.delete("/items/1")
    assert (answer.status_code, answer.content) == (204, b"")


def test_what_is_made_up_depends_on_the_seed_alone(tmp_path: Path, client: httpx.Client) -> None:
    made = client.get("/made")
    assert made.status_code == 200
    assert made.json()["name"] == "nail"
    assert made.json()["price"] % 0.5 == 0
    path = tmp_path / "shop.yaml"
    path.write_text(DOCUMENT)
    with mocked(of_document(path)) as same, mocked(of_document(path), seed=1) as other:
        assert httpx.get(f"{same.url}/made").content == made.content
        assert httpx.get(f"{other.url}/made").content != made.content


def test_binary_bodies(client: httpx.Client) -> None:
    picture = client.get("/picture")
    assert picture.headers["content-type"] == "image/png"
    assert picture.content.startswith(b"\x89PNG\r\n\x1a\n")
    other = client.get("/picture", headers={"Accept": "application/pdf"})
    assert other.headers["content-type"] == "application/pdf"
    assert other.content


def test_events(client: httpx.Client) -> None:
    answer = client.get("/events")
    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["x-room"] == "blue"
    *events, last, rest = answer.text.split("\n\n")
    assert (len(events), last, rest) == (3, "data: [DONE]", "")
    for event in events:
        fields = dict(line.split(": ", 1) for line in event.splitlines())
        assert fields["event"] == "tick"
        assert fields["id"].isdigit()
        assert json.loads(fields["data"])["name"] == "nail"


def test_a_stream_may_be_answered_otherwise(client: httpx.Client) -> None:
    answer = client.get("/events", headers={"Prefer": "code=404"})
    assert (answer.status_code, answer.json()) == (404, {"message": "there is none"})
    assert client.get("/events", headers={"Prefer": "code=200"}).headers["preference-applied"] == "code=200"


def test_lines(client: httpx.Client) -> None:
    assert [json.loads(line) for line in client.get("/lines").text.splitlines()] == [
        {"name": "one"},
        {"name": "two"},
    ]
    sent = client.get("/lines", headers={"Prefer": "example=sent"})
    assert json.loads(sent.text) == {"name": "three"}
    assert sent.headers["preference-applied"] == "example=sent"


def test_what_cannot_be_made_is_said(shop: Mocked, client: httpx.Client) -> None:
    said = {each.code: each for each in reversed(list(shop.findings)) if each.code.startswith("mock-")}
    refused = said["mock-example-refused"].location
    assert refused is not None
    assert refused.pointer.endswith("/examples/wrong/value")
    unmakeable = said["mock-unmakeable"].location
    assert unmakeable is not None
    assert unmakeable.pointer == "/paths/~1impossible/get"
    answer = client.get("/impossible")
    assert answer.status_code == 501
    assert "no value at all is allowed" in answer.json()["detail"]
    assert client.get("/impossible", headers={"Prefer": "code=404"}).status_code == 404


@pytest.mark.parametrize(
    ("headers", "query", "status"),
    [
        ({"Authorization": "Bearer open"}, "", 204),
        ({"Authorization": "bearer open"}, "", 204),
        ({"Authorization": "Bearer mock"}, "", 401),
        ({"Authorization": "Bearer"}, "", 401),
        ({"Authorization": "Basic " + base64.b64encode(b"me:open").decode()}, "", 204),
        ({"Authorization": "Basic " + base64.b64encode(b"open:me").decode()}, "", 401),
        ({"X-Key": "open"}, "", 204),
        ({"X-Key": "opened"}, "", 401),
        ({}, "?key=open", 204),
        ({}, "?key=", 401),
        ({}, "", 401),
    ],
)
def test_credentials_are_the_token(
    client: httpx.Client, headers: dict[str, str], query: str, status: int
) -> None:
    assert client.get(f"/guarded/so{query}", headers=headers).status_code == status


@pytest.mark.parametrize(("password", "status"), [("open", 204), ("mock", 401)])
def test_digest_answers_are_made_with_the_token(client: httpx.Client, password: str, status: int) -> None:
    assert client.get("/digest", auth=httpx.DigestAuth("me", password)).status_code == status


def test_certificates_are_not_asked_for_without_tls(client: httpx.Client) -> None:
    assert client.get("/tls").status_code == 204


def test_an_operation_may_describe_no_response(client: httpx.Client) -> None:
    answer = client.get("/nothing")
    assert (answer.status_code, answer.json()["detail"]) == (501, "the operation describes no response")


def test_it_has_its_documents(client: httpx.Client) -> None:
    assert client.get("/openapi.json").json()["info"]["title"] == "Shop"
    assert client.get("/docs").status_code == 200


def test_a_failure_tells_the_status_that_it_has(client: httpx.Client) -> None:
    answer = client.get("/failing")
    told = answer.json()
    assert (answer.status_code, told["status"], told["code"]) == (503, 503, 7)
    assert told["statusCode"] == 503 or isinstance(told["statusCode"], str)
