"""The examples in a generated package's README fit the package, whatever the document limits."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from support.checkers import mypy, pyright
from support.command import specloom
from support.serving import serving

DOCUMENT = """
openapi: 3.1.0
info: {title: Limits, version: 1.0.0}
security: [{login: []}, {key: []}]
paths:
  /things/{id}:
    post:
      operationId: changeThing
      tags: [things]
      parameters:
        - {name: id, in: path, required: true, schema: {type: string, format: uuid}}
        - {name: when, in: query, required: true, schema: {type: string, format: date-time}}
        - {name: share, in: query, required: true, schema: {type: number, minimum: 0.2, maximum: 0.9}}
        - {name: accept, in: header, required: true, schema: {type: string}}
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/Limited"}}}
      responses:
        "200":
          description: Both ways.
          content:
            application/json: {schema: {$ref: "#/components/schemas/Limited"}}
            text/event-stream: {schema: {$ref: "#/components/schemas/Limited"}}
webhooks:
  changed:
    post:
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: "#/components/schemas/Limited"}}}
      responses: {"204": {description: Received.}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key}
    login: {type: http, scheme: basic}
  schemas:
    Anything: {type: object, minProperties: 1, properties: {a: {type: string}}}
    Coded: {type: object, required: [code], properties: {code: {type: string, pattern: "^[A-Z]{3}$"}}}
    Limited:
      type: object
      required: [five, least, tens, pair, either]
      properties:
        five: {type: integer, minimum: 5, maximum: 5}
        least: {type: number, exclusiveMaximum: 0}
        tens: {type: integer, multipleOf: 10, minimum: 10}
        pair: {type: array, minItems: 2, items: {type: string}}
        either: {oneOf: [{type: string, pattern: "^x"}, {type: boolean}]}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("limits")
    (folder / "limits.yaml").write_text(DOCUMENT, encoding="utf-8")
    done = specloom("generate", "limits.yaml", "-o", "out", "--package", "readme_limits", cwd=folder)
    assert done.code == 0, done.said
    sys.path.append(str(folder / "out"))
    yield folder
    sys.path.remove(str(folder / "out"))


@pytest.fixture(scope="module")
def readme(folder: Path) -> str:
    return (folder / "out" / "README.md").read_text(encoding="utf-8")


def test_the_model_takes_its_example(readme: str) -> None:
    names: dict[str, object] = {}
    exec(_block(readme, "Models"), names)
    assert "Limited" in names


def test_the_client_of_the_example_is_answered_by_the_server_of_the_example(
    readme: str, capsys: pytest.CaptureFixture[str]
) -> None:
    client = _block(readme, "Client")
    assert client.count("client.things.change_thing") == 2
    client = client.partition("    with client.things.change_thing_stream(")[0]
    names = _run(_block(readme, "Server"))
    with serving(names["app"]) as origin:
        reply = _run(_against(client, origin))["reply"]
        assert reply.five == 5
        _run(_against(_block(readme, "Client", 1), origin))
        refused = _against(client, origin).replace('("user", "password")', '("user", "other")')
        with pytest.raises(__import__("readme_limits").StatusError) as raised:
            _run(refused)
    assert raised.value.status == 401
    assert capsys.readouterr().out.startswith("200 ")


def test_the_examples_tell_errors(readme: str, capsys: pytest.CaptureFixture[str]) -> None:
    server, error = import_module("readme_limits.server"), __import__("readme_limits").StatusError
    calls = _block(readme, "Client", 1)
    assert "except ChangeThingError as error:" in calls
    with serving(server.create_app()) as origin:
        for block in (_block(readme, "Client"), calls):
            with pytest.raises(error) as raised:
                _run(_against(block, origin))
            assert raised.value.status == 501
    assert capsys.readouterr().out.startswith("501 ")


def test_the_server_of_the_example_is_typed(readme: str, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "served.py").write_text(_block(readme, "Server"), encoding="utf-8")
    packages = folder / "out"
    assert mypy(tmp_path, "served.py", packages=packages, cache=folder / "cache") == []
    assert pyright(tmp_path, "served.py", packages=packages, settings=tmp_path) == []


def test_webhooks_are_mentioned_where_there_are_some(readme: str, tmp_path: Path) -> None:
    (tmp_path / "calm.yaml").write_text(re.sub("(?ms)^webhooks:.*?^(?=components)", "", DOCUMENT))
    done = specloom("generate", "calm.yaml", "-o", "out", "--package", "calm", cwd=tmp_path)
    assert done.code == 0, done.said
    calm = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert ("create_webhook_router" in readme, "webhook" in calm) == (True, False)
    assert "specloom scaffold" in calm


def test_the_webhook_of_the_example_is_received(readme: str) -> None:
    received = re.findall(r"^```python\n(from [^`]*?create_webhook_router.*?)^```$", readme, re.M | re.S)[0]
    sent = re.findall(r"^```python\n([^`]*?client.send_to.*?)^```$", readme, re.M | re.S)[0]
    app = _run(received.replace("return None", "seen.append(body)").replace("app = ", "seen = []\napp = "))
    with serving(app["app"]) as origin:
        _run(
            sent.replace("https://example.com", origin).replace("with Client(", "with Client(max_retries=0, ")
        )
    (seen,) = app["seen"]
    assert seen.five == 5


def test_the_receiver_of_the_example_is_typed(readme: str, folder: Path, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", readme.partition("## Server")[2], re.M | re.S)[1:]
    assert len(blocks) == 2
    for name, block in zip(("received.py", "sent.py"), blocks, strict=True):
        (tmp_path / name).write_text(block, encoding="utf-8")
    packages, files = folder / "out", ("received.py", "sent.py")
    assert mypy(tmp_path, *files, packages=packages, cache=folder / "cache") == []
    assert pyright(tmp_path, *files, packages=packages, settings=tmp_path) == []


@pytest.mark.parametrize(
    ("security", "auth"),
    [
        ("[{second: []}]", 'auth=Auth(bearer="token")'),
        ("[{first: [], second: []}]", 'auth=Auth(bearer="token", schemes={"first": "key"})'),
        ("[{other: [], first: []}]", 'auth=Auth(schemes={"first": "key", "other": "key"})'),
        ("[{digest: []}]", 'auth=Auth(digest=("user", "password"))'),
        ("[{shown: []}, {second: []}]", 'auth=Auth(bearer="token")'),
        ("[{shown: []}]", None),
        ("[{}, {second: []}]", None),
        ("[]", None),
    ],
)
def test_the_client_shows_what_its_operation_asks_for(
    tmp_path: Path, security: str, auth: str | None
) -> None:
    (tmp_path / "a.yaml").write_text(
        f"""
openapi: 3.1.0
info: {{title: Guarded, version: "1"}}
servers: [{{url: "https://guarded.example"}}]
paths:
  /a: {{get: {{operationId: a, security: {security}, responses: {{"204": {{description: d}}}}}}}}
components:
  securitySchemes:
    digest: {{type: http, scheme: digest}}
    first: {{type: apiKey, in: header, name: X-First}}
    other: {{type: apiKey, in: header, name: X-Other}}
    second: {{type: http, scheme: bearer}}
    shown: {{type: mutualTLS}}
"""
    )
    done = specloom("generate", "a.yaml", "-o", "out", "--only", "client", cwd=tmp_path)
    assert done.code == 0, done.said
    readme = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    assert f"with Client({auth or ''}) as client:" in readme


def test_pages_files_and_downloads_are_mentioned_where_there_are_some(readme: str, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        """
openapi: 3.1.0
info: {title: Files, version: "1"}
paths:
  /files:
    get:
      operationId: listFiles
      x-specloom-pagination: {style: page, items: "", parameter: page}
      parameters: [{name: page, in: query, schema: {type: integer}}]
      responses:
        "200": {description: d, content: {application/json: {schema: {type: array, items: {type: string}}}}}
    post:
      operationId: sendFile
      requestBody:
        content:
          multipart/form-data:
            schema: {type: object, properties: {file: {type: string, format: binary}}}
      responses: {"200": {description: d, content: {image/png: {}}}}
"""
    )
    done = specloom("generate", "a.yaml", "-o", "out", "--only", "client", cwd=tmp_path)
    assert done.code == 0, done.said
    full = (tmp_path / "out" / "README.md").read_text(encoding="utf-8")
    for said in ("`…_pages()`", "`File(content=…", "`Download`"):
        assert (said in full, said in readme) == (True, False)


def _run(code: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(code, names)
    return names


def _against(code: str, origin: str) -> str:
    """The example, of a server that is there, and not patient with it."""
    code = code.replace("https://api.example.com", origin).replace("max_retries=5", "max_retries=0")
    return code.replace("with Client(", "with Client(max_retries=0, ")


def test_the_plain_dict_is_one_of_the_package(readme: str) -> None:
    names: dict[str, object] = {}
    (example,) = re.findall(
        r"^```python\n(from readme_limits.inputs .*?)^```$", readme, re.MULTILINE | re.DOTALL
    )
    exec(example, names)
    assert names["limited"] == {
        "five": 5,
        "least": -1,
        "tens": 10,
        "pair": ["text", "text"],
        "either": True,
    }


def _block(readme: str, section: str, number: int = 0) -> str:
    found = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL)
    assert found is not None
    return re.findall(r"^```python\n(.*?)^```$", found[1], re.MULTILINE | re.DOTALL)[number]
