"""The header fields that a document declares for an answer: typed, on both ends."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.checkers import mypy, pyright
from support.generated import Generated

PACKAGE = "client_headers_package"
DOCUMENT = """
openapi: 3.2.0
info: {title: Headers, version: 1.0.0}
paths:
  /reports:
    get:
      operationId: getReport
      tags: [reports]
      responses:
        '200':
          description: The report.
          headers:
            X-Count: {required: true, schema: {type: integer, minimum: 1}}
            X-Tags: {schema: {type: array, items: {type: string}}}
            X-Kind: {schema: {type: string, enum: [brief, full]}}
          content: {application/json: {schema: {type: string}}}
        4XX:
          description: Refused.
          headers: {X-Wait: {required: true, schema: {type: number}}}
          content: {application/json: {schema: {type: string}}}
    delete:
      operationId: dropReport
      tags: [reports]
      responses: {'204': {description: Gone., headers: {X-Left: {schema: {type: integer}}}}}
  /changes:
    get:
      operationId: watch
      tags: [reports]
      responses:
        '200':
          description: Reports.
          headers: {X-Count: {required: true, schema: {type: integer}}}
          content: {text/event-stream: {schema: {type: object, properties: {id: {type: integer}}}}}
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("headers")
    (folder / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    made = Generated(folder / "openapi.yaml", folder, PACKAGE, only=("client", "server"))
    yield made
    made.close()


@pytest.fixture
def client(generated: Generated) -> Any:
    return generated.load("client")


@pytest.fixture
def headers(generated: Generated) -> Any:
    return generated.load("headers")


def test_what_was_sent_by_its_type(client: Any, headers: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(body=b'"x"', headers={"x-count": "5", "X-Tags": "a, b", "X-Other": "1"}))
    with client.Client(base_url=stub.url) as made:
        raw = made.with_raw_response(made.reports.get_report)()
    assert raw.headers_as(headers.GetReport200Headers) == {"X-Count": 5, "X-Tags": ["a", "b"]}


@pytest.mark.parametrize(
    ("sent", "reason"),
    [({}, "X-Count is missing"), ({"X-Count": "x"}, "X-Count: value"), ({"X-Count": "0"}, "at least 1")],
)
def test_what_is_not_as_declared(
    client: Any, headers: Any, stub: Any, reply: Any, sent: dict[str, str], reason: str
) -> None:
    stub.answers(reply(body=b'"x"', headers=sent))
    with client.Client(base_url=stub.url) as made:
        raw = made.with_raw_response(made.reports.get_report)()
    assert raw.parse() == "x"
    with pytest.raises(client.DecodeError, match=reason):
        raw.headers_as(headers.GetReport200Headers)


@pytest.mark.parametrize("strict", [False, True])
def test_an_enum_value_of_a_newer_server(
    client: Any, headers: Any, stub: Any, reply: Any, strict: bool
) -> None:
    stub.answers(reply(body=b'"x"', headers={"X-Count": "1", "X-Kind": "new"}))
    with client.Client(base_url=stub.url, strict_responses=strict) as made:
        raw = made.with_raw_response(made.reports.get_report)()
    if strict:
        with pytest.raises(client.DecodeError):
            raw.headers_as(headers.GetReport200Headers)
    else:
        assert raw.headers_as(headers.GetReport200Headers)["X-Kind"] == "new"


def test_the_class_of_another_answer(client: Any, headers: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(status=404, body=b'"x"', headers={"X-Wait": "1.5"}))
    with client.Client(base_url=stub.url) as made:
        raw = made.with_raw_response(made.reports.get_report)()
    assert raw.headers_as(headers.GetReport4XXHeaders) == {"X-Wait": 1.5}
    for kind in (headers.GetReport200Headers, headers.DropReport204Headers, dict):
        with pytest.raises(TypeError, match="not the headers of GET /reports answering 404"):
            raw.headers_as(kind)


def test_those_of_a_failure(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(status=404, body=b'"x"', headers={"X-Wait": "1.5"}))
    with client.Client(base_url=stub.url) as made, pytest.raises(client.NotFoundError) as caught:
        made.reports.get_report()
    assert caught.value.typed_headers == {"X-Wait": 1.5}
    assert pickle.loads(pickle.dumps(caught.value)).typed_headers == {"X-Wait": 1.5}


def test_those_of_a_failure_that_are_not_as_declared(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(status=404, body=b'"x"'))
    with client.Client(base_url=stub.url) as made, pytest.raises(client.GetReportClientFaultError) as caught:
        made.reports.get_report()
    with pytest.raises(client.DecodeError, match="X-Wait is missing"):
        _ = caught.value.typed_headers


TYPED = f"""
from {PACKAGE} import Client
from {PACKAGE}.client.errors import GetReportClientFaultError
from {PACKAGE}.headers import GetReport200Headers

with Client() as client:
    raw = client.with_raw_response(client.reports.get_report)()
    found = raw.headers_as(GetReport200Headers)
    reveal_type(found["X-Count"])
    reveal_type(found.get("X-Tags"))
    try:
        raw.parse()
    except GetReportClientFaultError as error:
        reveal_type(error.typed_headers["X-Wait"])
"""


def test_checkers_know_names_and_types(generated: Generated, reveal: Any) -> None:
    assert reveal(generated.folder, TYPED) == ["int", "list[str] | None", "float"]


SERVED = f"""
from {PACKAGE}.client.errors import GetReportClientFaultError
from {PACKAGE}.headers import GetReport200Headers
from {PACKAGE}.server import DropReport204, GetReport200, ReportsService


class Reports(ReportsService):
    def get_report(self) -> GetReport200:
        return GetReport200(body="x", headers={{"X-Count": 1}}, extra_headers={{"Cache-Control": "no-store"}})

    def drop_report(self) -> DropReport204 | None:
        return DropReport204(headers={{"X-Left": 1}})


class Plain(ReportsService):
    def get_report(self) -> str:  # wrong
        return "x"


def used(error: GetReportClientFaultError, found: GetReport200Headers) -> None:
    print(error.typed_headers["X-Count"])  # wrong
    print(found["x-count"])  # wrong


DropReport204()
GetReport200(body="x")  # wrong
GetReport200(body="x", headers={{}})  # wrong
GetReport200(body="x", headers={{"X-Count": "1"}})  # wrong
GetReport200(body="x", headers={{"X-Count": 1, "X-Cuont": 1}})  # wrong
DropReport204(headers={{"X-Count": 1}})  # wrong
DropReport204(body=None, headers={{"X-Left": 1}}, extra_headers={{"X": 1}})  # wrong
"""


def test_only_declared_ones_type_check(generated: Generated, tmp_path: Path) -> None:
    (generated.folder / "headers_served.py").write_text(SERVED, encoding="utf-8")
    wrong = {n for n, line in enumerate(SERVED.splitlines(), 1) if "# wrong" in line}
    for found in (
        mypy(generated.folder, "headers_served.py", packages=generated.folder, cache=tmp_path),
        pyright(generated.folder, "headers_served.py", packages=generated.folder, settings=tmp_path),
    ):
        assert {each.line for each in found} == wrong, found
