"""Bodies in, replies out, over real HTTP: statuses, media types, headers, and what is refused."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any

import httpx
import pytest
from pydantic import Field

from specloom.runtime.operation import Content, Header, Operation
from specloom.runtime.server import AbortError, ByteStream, ProblemError, Reply, Settings
from support.descriptors import Model, body, codec, content, operation, parameter, reply
from support.services import application
from support.serving import serving

PROBLEM = "application/problem+json"
Int = Annotated[int, Field(strict=True)]


class Thing(Model):
    from_date: str = Field(validation_alias="from-date", serialization_alias="from-date")
    note: str | None = None
    n: Int = 3


class Conflict(Model):
    title: str


CREATE = operation(
    "post",
    "/things",
    reply("201", content(Thing), headers=(Header("Location", codec(str)),)),
    reply("409", content(Conflict, PROBLEM)),
    name="create",
    body=body(content(Thing)),
)
DELETE = operation("delete", "/things", reply("204"), name="delete")
REPLACE = operation(
    "put", "/things", reply("202"), name="replace", body=body(content(list[Thing]), required=False)
)
PATCH = operation("patch", "/things", reply("200", content(Int)), name="patch", body=body(content(Int)))


def call(app: Any, method: str, path: str = "/things", **request: Any) -> httpx.Response:
    with serving(app) as base, httpx.Client(base_url=base) as client:
        return client.request(method, path, **request)


def made(**handlers: Any) -> Any:
    return application(CREATE, DELETE, REPLACE, PATCH, **handlers)


def test_statuses_come_from_the_description_and_bodies_by_wire_names() -> None:
    async def patch(body: int) -> int:
        return body + 1

    app = made(create=lambda body: body, delete=lambda: None, replace=lambda body: None, patch=patch)
    with serving(app) as base, httpx.Client(base_url=base) as client:
        created = client.post("/things", json={"from-date": "a", "x": 1})
        deleted = client.delete("/things")
        replaced = client.put("/things")
        patched = client.patch("/things", json=5)
    assert (created.status_code, created.json()) == (201, {"from-date": "a", "x": 1})
    assert (deleted.status_code, deleted.content, deleted.headers.get("content-length")) == (204, b"", None)
    assert (replaced.status_code, replaced.content) == (202, b"")
    assert (patched.status_code, patched.json()) == (200, 6)


def test_a_documented_error_with_headers() -> None:
    def create(body: Thing) -> Reply:
        if body.note is None:
            raise AbortError(Reply(status=409, body=Conflict(title="there")))
        return Reply(status=201, body=body, headers={"Location": "/things/1"})

    with serving(made(create=create)) as base, httpx.Client(base_url=base) as client:
        refused = client.post("/things", json={"from-date": "a", "note": None})
        created = client.post("/things", json={"from-date": "a", "note": "n"})
    assert (refused.status_code, refused.headers["content-type"]) == (409, PROBLEM)
    assert refused.json() == {"title": "there"}
    assert (created.status_code, created.headers["location"]) == (201, "/things/1")


@pytest.mark.parametrize(
    ("request_", "status", "pointers"),
    [
        ({"json": {"from_date": "a"}}, 422, {"/from-date"}),
        ({"json": {"from-date": "a", "n": "3", "note": 1}}, 422, {"/n", "/note"}),
        ({"content": b"{", "headers": {"content-type": "application/json"}}, 400, {""}),
        ({"content": b"\xff", "headers": {"content-type": "application/json"}}, 400, {""}),
        (
            {"content": b'{"from-date":"","x":NaN}', "headers": {"content-type": "application/json"}},
            400,
            {""},
        ),
        ({"content": b'{"x":"NaN"}', "headers": {"content-type": "application/json"}}, 422, {"/from-date"}),
        ({}, 422, {""}),
        ({"content": b"", "headers": {"content-type": "application/json"}}, 422, {""}),
        ({"content": b"{}", "headers": {"content-type": "text/plain"}}, 415, set()),
        ({"content": b"{}"}, 415, set()),
    ],
)
def test_bodies_that_are_refused(request_: dict[str, Any], status: int, pointers: set[str]) -> None:
    answer = call(made(create=lambda body: body), "POST", **request_)
    assert (answer.status_code, answer.headers["content-type"]) == (status, PROBLEM)
    assert {fault["pointer"] for fault in answer.json().get("errors", ())} == pointers


def test_a_single_value_is_not_put_under_a_key() -> None:
    assert call(made(patch=lambda body: body), "PATCH", json={"body": 5}).status_code == 422


def test_a_body_over_the_limit() -> None:
    app = application(PATCH, patch=lambda body: body, settings=Settings(max_body_size=10))
    chunks = [b"1" * 6, b"1" * 6]
    with serving(app) as base, httpx.Client(base_url=base) as client:
        declared = client.patch("/things", content=b"1" * 11, headers={"content-type": "application/json"})
        chunked = client.patch("/things", content=iter(chunks), headers={"content-type": "application/json"})
    assert [declared.status_code, chunked.status_code] == [413, 413]


def test_nothing_is_asked_of_an_operation_that_is_not_filled_in() -> None:
    answer = call(made(), "POST", content=b"{")
    assert (answer.status_code, answer.headers["content-type"]) == (501, PROBLEM)
    assert answer.json()["status"] == 501


@pytest.mark.parametrize(
    "result",
    [
        {"from-date": 1},
        Thing.model_construct(from_date=1),
        None,
        Reply(status=418, body={}),
        Reply(status=409, body={}),
        Reply(status=201, body={"from-date": "a"}, media_type="text/plain"),
        Reply(status=201, body={"from-date": "a"}, headers={"Location": "a\r\nb: c"}),
        Reply(status=201, body={"from-date": "a"}, headers={"Location": " a"}),
        Reply(status=201, body={"from-date": "a"}, headers={"Location": "\0"}),
        Reply(status=201, body={"from-date": "a"}, extra_headers={"X-Price": "5 €"}),
        Reply(status=201, body={"from-date": "a"}, extra_headers={"X Price": "5"}),
    ],
)
def test_an_answer_that_is_not_described_is_a_fault_of_the_server(result: Any) -> None:
    answer = call(made(create=lambda body: result), "POST", json={"from-date": "a"})
    assert (answer.status_code, answer.headers["content-type"]) == (500, PROBLEM)
    assert answer.json() == {"title": "Internal Server Error", "status": 500}


def test_checking_answers_can_be_switched_off() -> None:
    app = application(
        CREATE,
        create=lambda body: Thing.model_construct(from_date="a", n="x"),
        settings=Settings(validate_responses=False),
    )
    answer = call(app, "POST", json={"from-date": "a"})
    assert answer.status_code == 500  # pydantic itself refuses to write a text as an integer
    app = application(
        CREATE, create=lambda body: Thing(**{"from-date": ""}), settings=Settings(validate_responses=False)
    )
    assert call(app, "POST", json={"from-date": "a"}).json() == {"from-date": ""}


def test_what_a_handler_raises_stays_inside() -> None:
    def create(body: Thing) -> Thing:
        raise RuntimeError("the password is hunter2")

    answer = call(made(create=create), "POST", json={"from-date": "a"})
    assert (answer.status_code, answer.json()) == (500, {"title": "Internal Server Error", "status": 500})


def test_a_handler_may_raise_a_problem() -> None:
    async def create(body: Thing) -> Thing:
        raise ProblemError(404, "No such thing.")

    answer = call(made(create=create), "POST", json={"from-date": "a"})
    assert (answer.status_code, answer.json()["detail"]) == (404, "No such thing.")


class Ok(Model):
    ok: bool


class Other(Model):
    text: str


def described(*responses: Any) -> Operation:
    return operation("get", "/things", *responses)


@pytest.mark.parametrize(
    ("responses", "result", "status"),
    [
        ([reply("2XX", content(Ok)), reply("202"), reply("default", content(Other))], Ok(ok=True), 200),
        ([reply("2XX", content(Ok)), reply("202")], None, 202),
        ([reply("2XX", content(Ok))], Reply(status=203, body=Ok(ok=True)), 203),
        ([reply("4XX", content(Ok)), reply("200")], Reply(status=409, body=Ok(ok=False)), 409),
        ([reply("404", content(Other)), reply("4XX", content(Ok))], Reply(status=404, body=Ok(ok=True)), 500),
        ([reply("default", content(Ok))], Ok(ok=True), 200),
        ([reply("default", content(Ok))], Reply(status=503, body=Ok(ok=False)), 503),
        ([reply("204"), reply("200", content(Ok))], None, 204),
        ([reply("204"), reply("200", content(Ok))], Ok(ok=True), 200),
        ([reply("200", content(Ok)), reply("201", content(Other))], Ok(ok=True), 500),
        ([reply("304"), reply("200", content(Ok))], Reply(status=304, body=None), 304),
    ],
)
def test_an_exact_status_beats_its_range_and_a_range_the_default(
    responses: list[Any], result: Any, status: int
) -> None:
    answer = call(application(described(*responses), operate=lambda: result), "GET")
    assert answer.status_code == status
    if status in (204, 304):
        assert answer.content == b""


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("*/*", "application/json"),
        ("text/csv", "text/csv"),
        ("text/*, application/json;q=0.5", "text/csv"),
        ("application/json;q=0, */*", "text/csv"),
        ("image/png", "application/json"),
    ],
)
def test_the_client_chooses_the_media_type(accept: str, media_type: str) -> None:
    app = application(described(reply("200", content(str), content(str, "text/csv"))), operate=lambda: "a,b")
    answer = call(app, "GET", headers={"accept": accept})
    assert answer.headers["content-type"].partition(";")[0] == media_type
    assert answer.content == (b'"a,b"' if media_type == "application/json" else b"a,b")


@pytest.mark.parametrize(
    "accept", ["image/png", "application/json;q=0", "text/csv;q=0, application/json;q=0"]
)
@pytest.mark.parametrize("others", [(), (content(str, "text/csv"),)])
def test_nothing_is_not_acceptable(accept: str, others: tuple[Content, ...]) -> None:
    """RFC 9110, section 12.5.1: a server may disregard an Accept that excludes all it has, and answer."""
    app = application(described(reply("200", content(str), *others)), operate=lambda: "a,b")
    answer = call(app, "GET", headers={"accept": accept})
    assert answer.status_code == 200
    if not others or "csv" in accept:
        assert (answer.headers["content-type"], answer.content) == ("application/json", b'"a,b"')


def test_text_and_bytes_as_they_are() -> None:
    text = operation(
        "post",
        "/text",
        reply("200", content(str, "application/octet-stream")),
        body=body(content(str, "text/plain"), content(str, "application/octet-stream")),
    )

    async def operate(body: str | ByteStream) -> bytes:
        return body.encode() if isinstance(body, str) else await body.read()

    app = application(text, operate=operate)
    with serving(app) as base, httpx.Client(base_url=base) as client:
        latin = client.post(
            "/text", content=b"caf\xe9", headers={"content-type": "text/plain; charset=iso-8859-1"}
        )
        raw = client.post("/text", content=b"\x00\xff", headers={"content-type": "application/octet-stream"})
    assert (latin.content, raw.content) == ("café".encode(), b"\x00\xff")


def test_bytes_go_as_the_media_type_of_bytes() -> None:
    contents = (content(str), content(str, "text/plain"), content(None, "application/octet-stream"))
    app = application(operation("get", "/raw", reply("200", *contents), name="raw"), raw=lambda: b'"\xff"')
    answer = call(app, "GET", "/raw", headers={"accept": "application/json, text/plain, */*"})
    assert (answer.headers["content-type"], answer.content) == ("application/octet-stream", b'"\xff"')


def test_json_of_no_schema_is_any_value() -> None:
    anything = Content("application/json")
    echo = operation("post", "/echo", reply("200", anything), body=body(anything, required=False))
    app = application(echo, operate=lambda body: {"got": body})
    with serving(app) as base, httpx.Client(base_url=base) as client:
        assert client.post("/echo", json=[1, None]).json() == {"got": [1, None]}
        assert client.post("/echo").json() == {"got": None}
        headers = {"content-type": "application/json"}
        assert client.post("/echo", content=b"[1", headers=headers).status_code == 400


def test_a_parameter_may_be_called_body() -> None:
    both = operation(
        "post",
        "/both",
        reply("200", content(dict[str, Any])),
        parameters=(parameter("body", str),),
        body=body(content(Int)),
    )
    app = application(both, operate=lambda body, body_: {"body": body, "body_": body_})
    assert call(app, "POST", "/both?body=x", json=1).json() == {"body": "x", "body_": 1}


def test_plain_functions_do_not_block_each_other() -> None:
    import threading

    barrier = threading.Barrier(2, timeout=20)

    def create(body: Thing) -> Thing | Awaitable[Thing]:
        barrier.wait()
        return body

    with serving(made(create=create)) as base:
        answers: list[int] = []

        def post() -> None:
            answers.append(httpx.post(f"{base}/things", json={"from-date": "a"}, timeout=30).status_code)

        threads = [threading.Thread(target=post) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [201, 201]
