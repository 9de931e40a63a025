"""Requests that are refused are answered in the operation's own documented shape, where it has one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonschema
import pytest
import yaml

from support.generated import Generated
from support.serving import serving

PROBLEM = "application/problem+json"
STRING: dict[str, Any] = {"type": "string"}
INTEGER: dict[str, Any] = {"type": "integer"}


def record(*required: str, closed: bool = False, **properties: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"type": "object", "required": list(required), "properties": properties}
    return found | ({"additionalProperties": False} if closed else {})


def json_of(schema: Any, media_type: str = "application/json") -> dict[str, Any]:
    return {"description": "wrong", "content": {media_type: {"schema": schema}}}


FASTAPI = record(
    detail={
        "type": "array",
        "items": record(
            "loc",
            "msg",
            "type",
            loc={"type": "array", "items": {"anyOf": [STRING, INTEGER]}},
            msg=STRING,
            type=STRING,
        ),
    }
)
OPENAI = record(
    "error",
    closed=True,
    error=record(
        "message",
        "type",
        "param",
        "code",
        closed=True,
        message=STRING,
        type={"enum": ["api_error", "invalid_request_error", "rate_limit_error"]},
        param={"type": ["string", "null"]},
        code={"type": ["string", "null"]},
    ),
)
GOOGLE = record("error", closed=True, error=record("code", "message", code=INTEGER, message=STRING))
JSON_API = record(
    "errors",
    closed=True,
    errors={
        "type": "array",
        "minItems": 1,
        "items": record(
            "detail", closed=True, status=STRING, detail=STRING, source=record(closed=True, pointer=STRING)
        ),
    },
)
OAUTH = record("error", closed=True, error=STRING, error_description=STRING)
CONSTANT = record("kind", "message", closed=True, kind={"const": "failure"}, message=STRING)
UNION = {"oneOf": [record("id", closed=True, id=STRING), record("message", closed=True, message=STRING)]}
UNFILLABLE = record("trace", closed=True, trace=STRING, message=STRING)
SHORT = record("message", closed=True, message={"type": "string", "maxLength": 3})

CASES: dict[str, tuple[dict[str, Any], int, Any]] = {
    "fastapi": (
        {"422": json_of(FASTAPI)},
        422,
        {
            "detail": [
                {
                    "loc": ["query", "n"],
                    "msg": "Input should be a valid integer",
                    "type": "int_type",
                }
            ]
        },
    ),
    "openai": (
        {"4XX": json_of(OPENAI)},
        422,
        {
            "error": {
                "message": True,
                "type": "invalid_request_error",
                "param": "n",
                "code": "invalid_request",
            }
        },
    ),
    "google": ({"default": json_of(GOOGLE)}, 422, {"error": {"code": 422, "message": True}}),
    "jsonapi": (
        {"400": json_of(JSON_API)},
        400,
        {"errors": [{"status": "422", "detail": True, "source": {"pointer": "n"}}]},
    ),
    "oauth": ({"400": json_of(OAUTH)}, 400, None),
    "constant": ({"422": json_of(CONSTANT)}, 422, {"kind": "failure", "message": True}),
    "union": ({"422": json_of(UNION)}, 422, {"message": True}),
    "text": ({"422": json_of(STRING, "text/plain")}, 422, None),
}


def document() -> dict[str, Any]:
    number = {"name": "n", "in": "query", "schema": INTEGER}
    paths: dict[str, Any] = {}
    responses = {name: case[0] for name, case in CASES.items()} | {
        "skipped": {"422": json_of(UNFILLABLE), "400": json_of(SHORT), "default": json_of(GOOGLE)},
        "none": {"422": json_of(UNFILLABLE)},
        "open": {"422": json_of({"type": "object"})},
        "problem": {
            "422": json_of(record("title", title=STRING, errors={"type": "array", "items": {}}), PROBLEM)
        },
        "empty": {"400": {"description": "wrong"}},
        "headed": {
            "422": {**json_of(GOOGLE), "headers": {"X-Trace": {"required": True, "schema": STRING}}},
            "default": json_of(OAUTH),
        },
        "guarded": {"401": json_of(GOOGLE), "5XX": json_of(OAUTH)},
    }
    for name, others in responses.items():
        paths[f"/{name}"] = {
            "get": {
                "operationId": name,
                "tags": ["all"],
                "parameters": [number],
                "security": [{"key": []}] if name == "guarded" else [],
                "responses": {"204": {"description": "done"}, **others},
            }
        }
    schemes = {"key": {"type": "http", "scheme": "bearer"}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Refusals", "version": "1"},
        "paths": paths,
        "components": {"securitySchemes": schemes},
    }


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("refusals")
    (folder / "openapi.yaml").write_text(yaml.safe_dump(document()), encoding="utf-8")
    generated = Generated(folder / "openapi.yaml", folder / "out", "refusals")
    server = generated.load("server")

    def fail(self: object, **arguments: object) -> None:
        raise RuntimeError("inside")

    methods = {handles.once: fail for handles in server.AllService.operations_}
    service = type("Filled", (server.AllService,), methods)()
    security = server.Security(key=lambda credential: credential.token == "good")
    with (
        serving(server.create_app(all=service, security=security)) as base,
        httpx.Client(base_url=base) as made,
    ):
        yield made
    generated.close()


def shown(value: Any) -> Any:
    """Sentences of ours as True: what they say is for people."""
    if isinstance(value, dict):
        return {
            key: True if key in ("message", "detail") and isinstance(member, str) else shown(member)
            for key, member in value.items()
        }
    return [shown(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize("name", CASES)
def test_an_invalid_request_is_answered_in_the_shape_of_the_document(client: httpx.Client, name: str) -> None:
    responses, status, expected = CASES[name]
    answer = client.get(f"/{name}?n=1.5")
    assert answer.status_code == status
    ((media_type, media),) = next(iter(responses.values()))["content"].items()
    assert answer.headers["content-type"].partition(";")[0] == media_type
    if media_type == "text/plain":
        assert "query n" in answer.text
        return
    jsonschema.validate(answer.json(), media["schema"])
    if expected is not None:
        assert (answer.json() if name == "fastapi" else shown(answer.json())) == expected
    assert "1.5" not in answer.text


def test_the_sentence_names_what_is_wrong(client: httpx.Client) -> None:
    assert client.get("/google?n=x").json()["error"]["message"] == (
        "The request is not valid: query n: Input should be a valid integer"
    )


def test_what_cannot_be_filled_is_passed_over(client: httpx.Client) -> None:
    answer = client.get("/skipped?n=x")
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, 422)
    headed = client.get("/headed?n=x")
    assert headed.json()["error"] == "Unprocessable Entity" or "error_description" in headed.json()
    assert set(headed.json()) == {"error", "error_description"}


@pytest.mark.parametrize(("name", "status"), [("none", 422), ("empty", 400)])
def test_without_a_shape_the_answer_is_problem_details(client: httpx.Client, name: str, status: int) -> None:
    answer = client.get(f"/{name}?n=x")
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM)
    assert answer.json()["status"] == status
    assert answer.json()["errors"][0]["name"] == "n"


@pytest.mark.parametrize(("name", "media_type"), [("open", "application/json"), ("problem", PROBLEM)])
def test_an_open_schema_takes_problem_details(client: httpx.Client, name: str, media_type: str) -> None:
    answer = client.get(f"/{name}?n=x")
    assert answer.headers["content-type"] == media_type
    assert answer.json()["errors"][0] == {
        "detail": "Input should be a valid integer",
        "in": "query",
        "name": "n",
    }


def test_other_refusals_have_their_own_shapes(client: httpx.Client) -> None:
    refused = client.get("/guarded")
    assert (refused.status_code, refused.headers["www-authenticate"]) == (401, 'Bearer realm="api"')
    assert refused.json() == {"error": {"code": 401, "message": "Valid credentials are required."}}
    failed = client.get("/guarded", headers={"authorization": "Bearer good"})
    assert (failed.status_code, failed.headers["content-type"]) == (500, "application/json")
    assert "inside" not in json.dumps(failed.json())
    plain = client.get("/none")
    assert (plain.status_code, plain.headers["content-type"]) == (500, PROBLEM)
