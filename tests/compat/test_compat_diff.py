"""What differs between two APIs, in words."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from specloom import ir
from specloom.compat import Changes, as_json, as_text, diff
from specloom.diagnostics import Diagnostics
from specloom.document.load import load
from specloom.merge import MergeOptions, MergeSource, merge
from specloom.normalise import normalise

DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "t", "version": "1"},
    "servers": [{"url": "https://a.invalid"}],
    "security": [{"key": []}],
    "paths": {
        "/pets": {
            "get": {
                "operationId": "listPets",
                "parameters": [
                    {"name": "page", "in": "query", "schema": {"type": "integer", "minimum": 1}},
                    {"name": "old", "in": "query", "schema": {"type": "string"}},
                ],
                "responses": {
                    "200": {
                        "description": "ok",
                        "headers": {"X-Left": {"schema": {"type": "integer"}}},
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
                    },
                    "404": {"description": "gone"},
                },
            },
            "post": {
                "requestBody": {
                    "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}
                },
                "responses": {"204": {"description": "done"}},
            },
        }
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        "schemas": {
            "Pet": {
                "type": "object",
                "required": ["name"],
                "properties": {
                    "name": {"type": "string"},
                    "kind": {"enum": ["cat", "dog", 1]},
                    "friends": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
                    "home": {"type": "object", "properties": {"city": {"type": "string"}}},
                },
            },
            "Gone": {"type": "string"},
        },
    },
}


@pytest.fixture
def api(tmp_path: Path) -> Any:
    def build(document: dict[str, Any], source: str = "s") -> ir.Api:
        path = tmp_path / f"{source}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        diagnostics = Diagnostics()
        loaded = load(str(path), diagnostics=diagnostics)
        sources = [MergeSource(id=source, loaded=loaded)]
        merged, _ = merge(sources, options=MergeOptions(), diagnostics=diagnostics)
        return normalise(merged, skip=frozenset(), diagnostics=diagnostics)

    return build


def changed(**edits: Any) -> dict[str, Any]:
    """The document with other values at paths written `a/b/c`."""
    document: dict[str, Any] = json.loads(json.dumps(DOCUMENT))
    for path, value in edits.items():
        *way, last = path.split("|")
        holder = document
        for key in way:
            holder = holder[int(key)] if isinstance(holder, list) else holder[key]
        if value is ...:
            del holder[last]
        else:
            holder[last] = value
    return document


def words(changes: Changes) -> dict[str, list[tuple[str, str]]]:
    groups = (changes.operations, changes.types, changes.security_schemes)
    return {
        one.subject.name: [(change.where, change.what) for change in one.changes]
        for group in groups
        for one in group.changed
    }


def test_the_same_api_has_no_changes_whatever_its_source_is_called(api: Any) -> None:
    changes = diff(api(DOCUMENT), api(DOCUMENT, "other"))
    assert not changes
    assert as_text(changes) == "No changes.\n"


def test_operations_and_types_added_and_removed(api: Any) -> None:
    new = changed(**{"components|schemas|Gone": ..., "components|schemas|New": {"type": "string"}})
    new["paths"]["/new"] = {"get": {"responses": {"200": {"description": "ok"}}}}
    del new["paths"]["/pets"]["post"]
    changes = diff(api(DOCUMENT), api(new))
    assert [s.name for s in changes.operations.added] == ["GET /new"]
    assert [s.name for s in changes.operations.removed] == ["POST /pets"]
    assert [s.name for s in changes.types.added] == ["New"]
    assert [s.name for s in changes.types.removed] == ["Gone"]


GET = "paths|/pets|get"
PET = "components|schemas|Pet"


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        (f"{GET}|parameters|1|required", True, {"GET /pets": [("query parameter old", "is now required")]}),
        (
            f"{GET}|parameters|0|schema|minimum",
            0,
            {"GET /pets": [("query parameter page", "minimum was 1, is 0")]},
        ),
        (
            f"{GET}|parameters|0|schema|default",
            3,
            {"GET /pets": [("query parameter page", "default was none, is 3")]},
        ),
        (f"{GET}|parameters", ..., {
            "GET /pets": [("query parameter old", "removed"), ("query parameter page", "removed")]
        }),
        (f"{GET}|responses|404", ..., {"GET /pets": [("response 404", "removed")]}),
        (f"{GET}|responses|200|headers", ..., {"GET /pets": [("header X-Left of response 200", "removed")]}),
        (
            f"{GET}|responses|200|content|application/json|schema",
            {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
            {"GET /pets": [("application/json of response 200", "was Pet, is array of Pet")]},
        ),
        ("paths|/pets|post|requestBody|required", True, {"POST /pets": [("body", "is now required")]}),
        ("paths|/pets|post|requestBody", ..., {"POST /pets": [("body", "removed")]}),
        (f"{GET}|security", [], {"GET /pets": [("security", "was key, is nothing")]}),
        (f"{GET}|deprecated", True, {"GET /pets": [("", "deprecated was false, is true")]}),
        (f"{PET}|required", [], {"Pet": [("field name", "is no longer required")]}),
        (f"{PET}|properties|name|type", ["string", "null"], {
            "Pet": [("field name", "was string, is string or null")]
        }),
        (f"{PET}|properties|age", {"type": "integer"}, {"Pet": [("field age", "added, optional, integer")]}),
        (f"{PET}|properties|friends", ..., {"Pet": [("field friends", "removed")]}),
        (f"{PET}|properties|kind|enum", ["cat", 1, True], {
            "Pet": [("field kind", 'no longer allows "dog"'), ("field kind", "now allows true")]
        }),
        (f"{PET}|properties|home|properties|city|maxLength", 9, {
            "Pet.home": [("field city", "max length was none, is 9")]
        }),
        (f"{PET}|additionalProperties", False, {"Pet": [("other members", "was anything, is nothing")]}),
        (f"{PET}|description", "A pet.", {"Pet": [("", "is described differently")]}),
        ("components|securitySchemes|key|name", "X-Other", {
            "key": [("", "is declared differently"), ("", 'parameter was "X-Key", is "X-Other"')]
        }),
    ],
)  # fmt: skip
def test_each_change_is_told_once_where_it_is(
    api: Any, path: str, value: Any, expected: dict[str, list[tuple[str, str]]]
) -> None:
    assert words(diff(api(DOCUMENT), api(changed(**{path: value})))) == expected


def test_other_servers_are_a_change_of_each_operation(api: Any) -> None:
    changes = diff(api(DOCUMENT), api(changed(servers=[{"url": "https://b.invalid"}])))
    told = [("servers", "was https://a.invalid, is https://b.invalid")]
    assert words(changes) == {"GET /pets": told, "POST /pets": told}


def test_types_that_refer_to_themselves_are_compared_once(api: Any) -> None:
    new = changed(**{f"{PET}|properties|friends|items": {"type": "string"}})
    assert words(diff(api(DOCUMENT), api(new))) == {
        "Pet": [("field friends", "was array of Pet, is array of string")]
    }


def test_text_and_json_say_the_same_and_are_stable(api: Any) -> None:
    new = changed(**{f"{PET}|required": [], "components|schemas|Gone": ...})
    changes = diff(api(DOCUMENT), api(new))
    assert as_text(changes) == ("Types\n  - Gone\n  ~ Pet\n      field name: is no longer required\n")
    assert json.loads(as_json(changes))["types"] == {
        "added": [],
        "removed": [{"source": "", "name": "Gone"}],
        "changed": [
            {
                "source": "",
                "name": "Pet",
                "changes": [{"where": "field name", "what": "is no longer required"}],
            }
        ],
    }


def test_webhooks_and_callbacks_are_compared(api: Any) -> None:
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}
    answer = {"responses": {"204": {"description": "ok"}}}
    old = changed(webhooks={"born": {"post": {**answer, "requestBody": body}}})
    new = changed(webhooks={"born": {"post": {**answer, "requestBody": {**body, "required": True}}}})
    new["paths"]["/pets"]["post"]["callbacks"] = {"done": {"{$request.body#/url}": {"post": answer}}}
    changes = diff(api(old), api(new))
    assert words(changes) == {"webhook POST born": [("body", "is now required")]}
    (added,) = changes.operations.added
    assert added.name == "POST /pets done POST {$request.body#/url}"


def test_how_members_of_forms_are_written(api: Any) -> None:
    def with_encoding(encoding: Any) -> dict[str, Any]:
        media = {"schema": {"$ref": "#/components/schemas/Pet"}, "encoding": encoding}
        body = {"content": {"multipart/form-data": media}}
        return changed(**{"paths|/pets|post|requestBody": body})

    old = with_encoding({"name": {"contentType": "text/plain"}, "kind": {"style": "form"}})
    header = {"X-N": {"schema": {"type": "integer"}}}
    new = with_encoding({"name": {"contentType": "text/html", "headers": header}, "home": {"explode": False}})
    where = "of multipart/form-data of body"
    assert sorted(words(diff(api(old), api(new)))["POST /pets"]) == [
        (f"encoding of home {where}", "explode was not said, is false"),
        (f"encoding of kind {where}", 'style was "form", is not said'),
        (f"encoding of name {where}", 'content type was "text/plain", is "text/html"'),
        (f"header X-N of encoding of name {where}", "added"),
    ]


def test_how_header_fields_are_written(api: Any) -> None:
    where = f"{GET}|responses|200|headers|X-Left"
    new = changed(**{where: {"explode": True, "content": {"text/plain": {"schema": {"type": "integer"}}}}})
    assert sorted(words(diff(api(DOCUMENT), api(new)))["GET /pets"]) == [
        ("header X-Left of response 200", "explode was false, is true"),
        ("header X-Left of response 200", 'media type was not said, is "text/plain"'),
    ]
