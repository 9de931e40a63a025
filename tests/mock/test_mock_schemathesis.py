"""schemathesis finds nothing wrong with mocks: all its default checks, over HTTP, always the same cases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specloom.config import Project
from specloom.diagnostics import Diagnostics
from specloom.project import from_file
from support.golden import Topic
from support.mocking import mocked

SPECS = Path(__file__).parents[2] / "specs" / "specloom.yaml"
TOPICS = [
    "bodies-by-media-type",
    "header-parameters",
    "path-parameters",
    "query-parameters",
    "responses-by-status",
    "rest-of-path",
    "security",
    "stream-data-alone",
    "stream-data-ref",
    "stream-envelope",
    "tiny-all-stages",
]
EXAMPLES = 5
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
FLOAT = 3.4028234663852886e38
RANGES = {
    "float": (-FLOAT, FLOAT),
    "int32": (-(2**31), 2**31 - 1),
    "int64": (-(2**63), 2**63 - 1),
}
PROBLEM = {
    "type": "object",
    "required": ["title", "status"],
    "properties": {
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 499},
        "detail": {"type": "string"},
    },
}


def explicit(document: dict[str, Any]) -> dict[str, Any]:
    """The document with what it leaves to us: refusals that it does not list, the ranges of formats, and
    events of streams whose data alone it describes."""
    said: dict[str, Any] = json.loads(json.dumps(document))
    for item in said["paths"].values():
        for method, operation in item.items():
            if method in METHODS and "default" not in operation["responses"]:
                content = {"application/problem+json": {"schema": PROBLEM}}
                operation["responses"].setdefault("4XX", {"description": "Refused.", "content": content})
    for part in _objects(said):
        stream = part.get("content", {}).get("text/event-stream") if "description" in part else None
        if stream and "schema" in stream:
            stream["itemSchema"] = _event(said, stream.pop("schema"))
    for schema in _objects(said):
        if schema.get("format") in RANGES and schema.get("type") in ("number", "integer"):
            least, most = RANGES[schema["format"]]
            schema.setdefault("minimum", least)
            schema.setdefault("maximum", most)
    return said


def _event(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of an event (OAS 3.2, 4.14.4), of one that describes the events, or their data alone."""
    whole = _resolved(document, schema)
    item = whole.get("items", {}) if whole.get("type") == "array" else schema
    event = _resolved(document, item)
    members = event.get("properties", {})
    if "data" not in members:
        event, members = {"type": "object", "required": ["data"]}, {"data": item}
    return {**event, "properties": {**members, "data": _carried(document, members["data"])}}


def _carried(document: dict[str, Any], data: dict[str, Any]) -> dict[str, Any]:
    """The schema of the text that carries such data."""
    if _resolved(document, data).get("type") == "string":
        return data
    return {"type": "string", "contentMediaType": "application/json", "contentSchema": data}


def _resolved(document: dict[str, Any], schema: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


def _objects(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for below in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _objects(below)


def config(document: dict[str, Any]) -> str:
    """schemathesis' own configuration: the credentials that the mock takes."""
    lines = ['hooks = "support.schemathesis_hooks"']
    for name, scheme in document.get("components", {}).get("securitySchemes", {}).items():
        lines.append(f"[auth.openapi.{json.dumps(name)}]")
        if scheme["type"] == "apiKey":
            lines.append('api_key = "mock"')
        elif scheme.get("scheme", "").lower() == "basic":
            lines += ['username = "somebody"', 'password = "mock"']
        else:
            lines.append('bearer = "mock"')
    return "\n".join(lines) + "\n"


def check(project: Project, folder: Path) -> None:
    with mocked(project) as served:
        (folder / "openapi.json").write_text(json.dumps(explicit(served.document)), encoding="utf-8")
        (folder / "schemathesis.toml").write_text(config(served.document), encoding="utf-8")
        done = subprocess.run(
            [
                Path(sys.executable).with_name("schemathesis"),
                *("run", "openapi.json", "--url", served.url, "--no-color"),
                *("--generation-deterministic", "--max-examples", str(EXAMPLES)),
            ],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_four_systems(tmp_path: Path) -> None:
    project = from_file(str(SPECS), package=None, output=None, diagnostics=Diagnostics())
    check(project, tmp_path)


@pytest.mark.parametrize("name", TOPICS)
def test_a_topic(name: str, tmp_path: Path) -> None:
    check(Topic(name).project(Diagnostics()), tmp_path)
