"""Deprecated operations warn where they are called, by PEP 702, and nothing else does."""

from __future__ import annotations

import subprocess
import sys
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from support.generated import Generated

DOCUMENT = """
openapi: 3.1.0
info: {title: Old, version: '1'}
paths:
  /old:
    post:
      operationId: oldWay
      tags: [ways]
      deprecated: true
      requestBody:
        required: true
        content: {application/json: {schema: {$ref: '#/components/schemas/Old'}}}
      responses: {'204': {description: done}}
    get:
      operationId: newWay
      tags: [ways]
      responses: {'204': {description: done}}
components:
  schemas:
    Old:
      deprecated: true
      type: object
      properties:
        was: {type: string, deprecated: true}
        twin: {$ref: '#/components/schemas/Old'}
    Young: {allOf: [{$ref: '#/components/schemas/Old'}, {properties: {age: {type: integer}}}]}
"""


class SentError(Exception):
    pass


class Nowhere:
    def send(self, request: object) -> Any:
        raise SentError

    def close(self) -> None:
        pass


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    folder = tmp_path_factory.mktemp("old")
    (folder / "old.yaml").write_text(DOCUMENT, encoding="utf-8")
    generated = Generated(folder / "old.yaml", folder / "out", "old_ways", only=("client",))
    yield generated
    generated.close()


def test_a_call_of_a_deprecated_operation_warns(package: Generated) -> None:
    client = package.load("client").Client(base_url="http://old.invalid", transport=Nowhere())
    with pytest.warns(DeprecationWarning, match="POST /old is deprecated"), pytest.raises(SentError):
        client.ways.old_way(was="a")
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        with pytest.raises(SentError):
            client.ways.new_way()


def test_reading_and_writing_deprecated_members_and_types_does_not(package: Generated) -> None:
    models = package.load("models")
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        young = models.Young.model_validate_json('{"was": "a", "age": 1, "twin": {"was": "b"}}')
        assert young.model_dump_json() == '{"was":"a","twin":{"was":"b"},"age":1}'
        assert young == young.model_copy()
        assert models.Old(was="a").model_dump() == {"was": "a"}
    with pytest.warns(DeprecationWarning, match="deprecated"):
        assert young.was == "a"


def test_the_schema_says_what_is_deprecated(package: Generated) -> None:
    said = package.load("models").Old.model_json_schema()["$defs"]["Old"]
    assert said["deprecated"] is True
    assert said["properties"]["was"]["deprecated"] is True


def test_importing_warns_of_nothing(package: Generated) -> None:
    code = f"import {package.package}.client.ways, {package.package}.models as m; m.Old, m.Young"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=package.folder, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
