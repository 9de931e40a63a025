"""A document broken at every place, in every way: findings with places, never an exception."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from specloom import pipeline
from specloom.diagnostics import Diagnostics, Severity, Stop
from specloom.project import adjusted, from_documents
from specloom.python import plan
from specloom.python.settings import PackageSettings

THING = {"$ref": "#/components/schemas/Thing"}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Broken", "version": "1"},
    "servers": [{"url": "/v{n}", "variables": {"n": {"default": "1", "enum": ["1"]}}}],
    "tags": [{"name": "things"}],
    "security": [{"key": []}],
    "paths": {
        "/things/{id}": {
            "parameters": [{"$ref": "#/components/parameters/Id"}],
            "put": {
                "operationId": "put",
                "tags": ["things"],
                "requestBody": {"$ref": "#/components/requestBodies/Body"},
                "responses": {
                    "200": {"$ref": "#/components/responses/Ok"},
                    "default": {"description": "d"},
                },
                "callbacks": {
                    "done": {"{$request.query.url}": {"post": {"responses": {"204": {"description": "d"}}}}}
                },
            },
        }
    },
    "webhooks": {"new": {"post": {"responses": {"204": {"description": "d"}}}}},
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "k"}},
        "parameters": {"Id": {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}},
        "requestBodies": {
            "Body": {
                "content": {
                    "multipart/form-data": {
                        "schema": {"type": "object", "properties": {"a": THING}},
                        "encoding": {
                            "a": {"contentType": "application/json", "headers": {"X-A": {"schema": {}}}}
                        },
                    }
                }
            }
        },
        "responses": {
            "Ok": {
                "description": "d",
                "headers": {"X-B": {"schema": {"type": "integer"}}},
                "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Choice"}}},
            }
        },
        "schemas": {
            "Thing": {
                "type": "object",
                "required": ["kind"],
                "properties": {"kind": {"const": "a"}, "n": {"type": ["integer", "null"], "default": 1}},
            },
            "Other": {"allOf": [THING, {"type": "object", "patternProperties": {"^x": {"enum": [1, "a"]}}}]},
            "Choice": {
                "oneOf": [THING, {"$ref": "#/components/schemas/Other"}],
                "discriminator": {"propertyName": "kind", "mapping": {"a": "Thing"}},
            },
        },
    },
}
Place = tuple[str | int, ...]


def places(node: Any, here: Place = ()) -> Iterator[Place]:
    members = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for name, value in members:
        yield (*here, name)
        yield from places(value, (*here, name))


def broken(place: Place, value: Any) -> Any:
    """The document with another value at a place; without anything there for `...`."""
    made = copy.deepcopy(DOCUMENT)
    holder: Any = made
    for step in place[:-1]:
        holder = holder[step]
    if value is ...:
        del holder[place[-1]]
    else:
        holder[place[-1]] = value
    return made


def understood(file: Path, *, skip_faulty: bool) -> tuple[bool, Diagnostics, pipeline.Places]:
    """Whether a package comes of it, and what was found."""
    found, located = Diagnostics(), pipeline.Places()
    project = adjusted(from_documents([str(file)], package="broken", output="out"), skip_faulty=skip_faulty)
    run = pipeline.Run(project=project, diagnostics=found, places=located, step=lambda _: None)
    (package,) = project.packages

    def planned(what: pipeline.Understood, diagnostics: Diagnostics) -> object:
        settings = PackageSettings(package="broken", distribution="broken", version="1", openapi=what.content)
        return plan(what.api, settings, diagnostics=diagnostics)

    try:
        pipeline.understand(package, run, planned)
    except Stop:
        return False, found, located
    return True, found, located


@pytest.mark.parametrize("value", [..., None, [], {}, "x", 3, {"$ref": "#/components/schemas/No"}], ids=repr)
def test_every_fault_has_a_place_and_what_is_around_it_survives(value: Any, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    survived = 0
    for place in places(DOCUMENT):
        file.write_text(json.dumps(broken(place, value)), encoding="utf-8")
        plain, found, located = understood(file, skip_faulty=False)
        errors = [each for each in found if each.severity is Severity.ERROR]
        assert plain is not bool(errors), place
        assert all(each.location and located.locate(each.location).line for each in errors), place
        rest, left, _ = understood(file, skip_faulty=True)
        assert rest or not plain, place
        survived += rest
        told = {each.message.partition(" is left out")[0] for each in left if each.code == "left-out"}
        assert not (rest and not plain and not told), place
    assert survived > 60
