"""schemathesis finds nothing wrong with mocks: all its default checks, over HTTP, always the same cases."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from specloom.config import Project
from specloom.diagnostics import Diagnostics
from specloom.project import from_file
from support.golden import Topic
from support.mocking import mocked

SPECS = Path(__file__).parents[2] / "specs" / "specloom.yaml"
TOPICS = [
    "binary-bodies",
    "bodies-by-media-type",
    "form-bodies",
    "header-parameters",
    "json-sequences",
    "multipart",
    "path-parameters",
    "query-parameters",
    "response-headers",
    "responses-by-status",
    "rest-of-path",
    "security",
    "servers-per-operation",
    "stream-data-alone",
    "stream-data-ref",
    "stream-envelope",
    "tiny-all-stages",
    "xml-as-text",
]
FILE = {"type": "string", "format": "binary"}
EXAMPLES = 5
METHODS = {"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
LINES = ("application/jsonl", "application/x-ndjson", "application/json-seq")
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
    """The document with what it leaves to us: refusals that it does not list, the ranges of formats, events
    of streams whose data alone it describes, where operations are served, how bodies are read."""
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
    for part in list(_objects(said)):
        for media_type, media in _contents(part):
            media |= _written(said, media_type, _media(said, media))
    for schema in _objects(said):
        if schema.get("format") in RANGES and schema.get("type") in ("number", "integer"):
            least, most = RANGES[schema["format"]]
            schema.setdefault("minimum", least)
            schema.setdefault("maximum", most)
    said["paths"] = _served(said)
    return said


def _served(document: dict[str, Any]) -> dict[str, Any]:
    """The paths below the one URL that schemathesis calls."""
    found: dict[str, Any] = {}
    for path, item in document["paths"].items():
        others = {key: value for key, value in item.items() if key not in METHODS | {"servers"}}
        for method in sorted(METHODS & item.keys()):
            places = (item[method], item, document)
            servers = next((place["servers"] for place in places if place.get("servers")), [{"url": ""}])
            base = urlsplit(_chosen(servers[0])).path.rstrip("/")
            found.setdefault(base + path, dict(others))[method] = item[method]
    return found


def _chosen(server: dict[str, Any]) -> str:
    """The URL of a server whose variables are left alone."""
    url: str = server["url"]
    for name, variable in server.get("variables", {}).items():
        url = url.replace(f"{{{name}}}", variable["default"])
    return url


def _contents(part: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """What it has by media type; a schema may have a member of the same name."""
    content = part.get("content")
    return [entry for entry in content.items() if "/" in entry[0]] if isinstance(content, dict) else []


def _media(document: dict[str, Any], media: dict[str, Any]) -> dict[str, Any]:
    if "$ref" in media:
        found: dict[str, Any] = document["components"]["mediaTypes"][media.pop("$ref").rpartition("/")[2]]
        return found
    return media


def _written(document: dict[str, Any], media_type: str, media: dict[str, Any]) -> dict[str, Any]:
    """A Media Type Object with a schema that says what its bodies can be."""
    if media_type.endswith(("/xml", "+xml")):
        return {"schema": {"type": "string"}}  # It is taken and given as the text that it is.
    if media_type in LINES and "schema" in media and "type" not in media["schema"]:
        return {"schema": {"type": "array", "items": media["schema"]}}  # The schema is of one item.
    if "itemSchema" in media and media_type != "text/event-stream":
        return {"schema": {"type": "array", "items": media["itemSchema"]}}
    if media_type not in FORMS or "schema" not in media:
        return media
    schema = _resolved(document, media["schema"])
    members = {name: _resolved(document, member) for name, member in schema.get("properties", {}).items()}
    # A form says an empty list by leaving it out, except of files. A part of which nothing is said is a file.
    lists = {name for name, member in members.items() if member.get("type") == "array"}
    files = {name for name in lists if members[name].get("items", {}).get("format") == "binary"}
    needed = [name for name in schema.get("required", ()) if name not in lists - files]
    written = {name: member or FILE for name, member in members.items()}
    written |= {name: {"minItems": 1, **members[name]} for name in files.intersection(needed)}
    return {**media, "schema": {**schema, "required": needed, "properties": written}}


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
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1]), "PYTHONHASHSEED": "0"},
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
