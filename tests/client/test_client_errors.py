"""Error classes of operations and statuses: what is raised, what it promises, and when it is loaded."""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support.generated import Generated

PACKAGE = "client_errors_package"
DOCUMENT = """
openapi: 3.2.0
info: {title: Errors, version: 1.0.0}
servers: [{url: 'http://nowhere.invalid'}]
paths:
  /things/{id}:
    get:
      operationId: getThing
      tags: [things]
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses:
        '200':
          description: The thing.
          content:
            application/json: {schema: {$ref: '#/components/schemas/Thing'}}
            text/event-stream: {itemSchema: {$ref: '#/components/schemas/Thing'}}
        '404':
          description: There is none.
          content: {application/json: {schema: {$ref: '#/components/schemas/Trouble'}}}
        '418':
          description: A teapot.
          content: {text/plain: {}}
        '429': {description: Too fast.}
        4XX:
          description: Some other fault of yours.
          content: {application/json: {schema: {$ref: '#/components/schemas/Trouble'}}}
        default:
          description: Anything else.
          content: {application/json: {schema: {type: array, items: {type: string}}}}
  /not:
    get:
      operationId: notFound
      tags: [errors]
      responses: {'204': {description: Fine.}}
components:
  schemas:
    Thing: {type: object, required: [id], properties: {id: {type: string}}}
    Trouble: {type: object, required: [code], properties: {code: {type: integer}}}
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("errors")
    (folder / "openapi.yaml").write_text(DOCUMENT, encoding="utf-8")
    made = Generated(folder / "openapi.yaml", folder, PACKAGE, only=("client",))
    yield made
    made.close()


@pytest.fixture
def client(generated: Generated) -> Any:
    return generated.load("client")


def raised(client: Any, stub: Any, *replies: Any, stream: bool = False) -> Any:
    stub.answers(*replies)
    with client.Client(base_url=stub.url, max_retries=0) as made:
        try:
            list(made.things.get_thing_stream(id="a")) if stream else made.things.get_thing(id="a")
        except client.StatusError as error:
            return error
    return None


@pytest.mark.parametrize("stream", [False, True])
def test_a_documented_status_has_its_own_class(client: Any, stub: Any, reply: Any, stream: bool) -> None:
    error = raised(client, stub, reply(status=404, body=b'{"code":7}'), stream=stream)
    assert type(error) is client.errors.GetThingNotFoundError
    assert isinstance(error, client.NotFoundError)
    assert isinstance(error, client.GetThingError)
    assert (type(error.body).__name__, error.body.code) == ("Trouble", 7)


@pytest.mark.parametrize(
    ("status", "body", "names"),
    [
        (409, b'{"code":7}', ("GetThingClientFaultError", "ConflictError")),
        (499, b'{"code":7}', ("GetThingClientFaultError", "ClientFaultError")),
        (503, b'["no"]', ("GetThingDefaultError", "ServiceUnavailableError")),
        (429, b'"slow"', ("GetThingTooManyRequestsError", "TooManyRequestsError")),
        (429, b"", ("GetThingTooManyRequestsError", "TooManyRequestsError")),
    ],
)
def test_ranges_and_default_are_caught_by_their_status_too(
    client: Any, stub: Any, reply: Any, status: int, body: bytes, names: tuple[str, ...]
) -> None:
    error = raised(client, stub, reply(status=status, body=body))
    assert all(isinstance(error, getattr(client, name)) for name in (*names, "GetThingError"))


@pytest.mark.parametrize(
    ("status", "body", "content_type"),
    [
        (404, b"<html>", "text/html"),
        (404, b'{"code":"x"}', "application/json"),
        (404, b"", None),
        (503, b"gone", "text/plain"),
    ],
)
def test_a_class_promises_no_body_that_did_not_come(
    client: Any, stub: Any, reply: Any, status: int, body: bytes, content_type: str | None
) -> None:
    error = raised(client, stub, reply(status=status, body=body, content_type=content_type))
    assert isinstance(error, client.GetThingError)
    assert error.status == status
    assert isinstance(error, {404: client.NotFoundError, 503: client.ServiceUnavailableError}[status])
    assert not isinstance(error, client.GetThingNotFoundError | client.GetThingDefaultError)
    assert error.documented


def test_a_text_body_has_a_class_too(client: Any, stub: Any, reply: Any) -> None:
    error = raised(client, stub, reply(status=418, body=b"short and stout", content_type="text/plain"))
    assert type(error) is client.errors.GetThingStatus418Error
    assert error.body == "short and stout"
    assert isinstance(error, client.ClientFaultError)


def test_a_name_that_a_client_has_stays_its_own(client: Any, stub: Any, reply: Any) -> None:
    stub.answers(reply(status=404, body=b""))
    with client.Client(base_url=stub.url) as made, pytest.raises(client.NotFoundError) as caught:
        made.errors.not_found()
    assert type(caught.value).__mro__[1:3] == (client.errors.NotFoundError, client.NotFoundError)
    assert client.NotFoundError is not client.errors.NotFoundError


@pytest.mark.parametrize("status", [404, 503])
def test_errors_can_be_copied_and_pickled(client: Any, stub: Any, reply: Any, status: int) -> None:
    body = {404: b'{"code":7}', 503: b'["no"]'}[status]
    error = raised(client, stub, reply(status=status, body=body))
    for again in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert type(again) is type(error)
        assert (str(again), again.status, again.body) == (str(error), status, error.body)


def test_methods_say_what_they_raise(client: Any) -> None:
    said = inspect.getdoc(client.Client().things.get_thing)
    assert said is not None
    assert "Raises:\n    GetThingNotFoundError: There is none.\n    GetThingStatus418Error: A teapot." in said
    assert "GetThingDefaultError: Anything else." in said


def test_nothing_of_it_is_loaded_before_an_error(generated: Generated, stub: Any, reply: Any) -> None:
    stub.answers(reply(body=b'{"id":"a"}'), reply(status=404, body=b'{"code":1}'))
    code = f"""
import sys
from {PACKAGE} import Client, StatusError
errors = lambda: [name for name in sys.modules if name.startswith("{PACKAGE}.client.errors")]
with Client(base_url={stub.url!r}) as client:
    client.things.get_thing(id="a")
    print(errors())
    try:
        client.things.get_thing(id="a")
    except StatusError as error:
        print(type(error).__module__, errors())
"""
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=generated.folder, capture_output=True, text=True, timeout=60
    )
    module = f"{PACKAGE}.client.errors"
    assert done.stdout.splitlines() == ["[]", f"{module}.things {[module, f'{module}.things']}"], done.stderr


TYPED = f"""
from {PACKAGE} import Client
from {PACKAGE}.client import GetThingDefaultError, GetThingNotFoundError
from {PACKAGE}.client.errors import GetThingClientFaultError, GetThingError, GetThingStatus418Error

with Client() as client:
    try:
        client.things.get_thing(id="a")
    except GetThingNotFoundError as error:
        reveal_type(error.body)
    except GetThingStatus418Error as error:
        reveal_type(error.body)
    except GetThingClientFaultError as error:
        reveal_type(error.body)
    except GetThingDefaultError as error:
        reveal_type(error.body)
    except GetThingError as error:
        reveal_type(error.body)
"""


def test_checkers_know_the_body(generated: Generated, reveal: Any) -> None:
    assert reveal(generated.folder, TYPED) == ["Trouble", "str", "Trouble", "list[str]", "Any"]


def test_every_class_is_exported_once(generated: Generated, client: Any) -> None:
    listed = client.errors.__all__
    assert len(listed) == len(set(listed)) == 7
    for name in listed:
        assert issubclass(getattr(client.errors, name), client.StatusError)
    module = importlib.import_module(f"{PACKAGE}.client.errors.errors_")
    assert list(module.ERRORS["not_found"]) == [""]
    assert Path(str(module.__file__)).name == "errors_.py"
