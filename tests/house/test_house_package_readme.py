"""The examples in a generated package's README fit the package, whatever the document limits."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import pytest

from support.command import specloom
from support.serving import serving

DOCUMENT = """
openapi: 3.1.0
info: {title: Limits, version: 1.0.0}
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
components:
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
def readme(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("limits")
    (folder / "limits.yaml").write_text(DOCUMENT, encoding="utf-8")
    done = specloom("generate", "limits.yaml", "-o", "out", "--package", "readme_limits", cwd=folder)
    assert done.code == 0, done.said
    sys.path.append(str(folder / "out"))
    yield (folder / "out" / "README.md").read_text(encoding="utf-8")
    sys.path.remove(str(folder / "out"))


def test_the_model_takes_its_example(readme: str) -> None:
    names: dict[str, object] = {}
    exec(_block(readme, "Models"), names)
    assert "Limited" in names


def test_the_calls_are_calls_of_the_package(readme: str) -> None:
    client, names = _block(readme, "Client"), {}
    assert client.count("client.things.change_thing") == 2
    exec(_block(readme, "Server"), names)
    error = __import__("readme_limits").StatusError
    with serving(names["app"]) as origin, pytest.raises(error) as raised:
        exec(
            client.replace("https://api.example.com", origin).replace("Client(", "Client(max_retries=0, "), {}
        )
    assert raised.value.status == 501


def test_so_are_those_with_options_and_errors(readme: str) -> None:
    calls, names = _block(readme, "Client", 1), {}
    assert "except ChangeThingError as error:" in calls
    exec(_block(readme, "Server"), names)
    error = __import__("readme_limits").StatusError
    calls = calls.replace("max_retries=5", "max_retries=0").replace("Client(", "Client(max_retries=0, ")
    with serving(names["app"]) as origin, pytest.raises(error) as raised:
        exec(calls.replace("https://api.example.com", origin), {})
    assert raised.value.status == 501
    assert "parse" in [entry.name for entry in raised.traceback]


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
