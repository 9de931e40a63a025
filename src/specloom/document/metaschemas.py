"""The meta-schemas of OpenAPI and its schema dialects, as validators.

They are data files of openapi-spec-validator and openapi-schema-validator. Only the files are read:
importing those packages costs more than the whole pass.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jsonschema_rs

from specloom.document.known import OPENAPI

JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
_OPENAPI = ("openapi_spec_validator", "resources/schemas/v{}/schema.json")
_DIALECTS = {
    "3.1": "https://spec.openapis.org/oas/3.1/dialect/base",
    "3.2": "https://spec.openapis.org/oas/3.2/dialect/2025-09-17",
    "": JSON_SCHEMA,
}
_OLDER = (
    "https://json-schema.org/draft/2019-09/schema",
    "http://json-schema.org/draft-07/schema",
    "http://json-schema.org/draft-06/schema",
    "http://json-schema.org/draft-04/schema",
)
_WORDS = {
    "pathItem": "path-item", "requestBody": "request-body", "mediaType": "media-type",
    "securityScheme": "security-scheme", "callback": "callbacks",
}  # fmt: skip


def _read(package: str, name: str) -> dict[str, Any]:
    spec = importlib.util.find_spec(package)
    folder = spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else ""
    data: dict[str, Any] = json.loads(Path(folder, name).read_text(encoding="utf-8"))
    return data


@functools.cache
def openapi_schema(version: str) -> dict[str, Any]:
    """The meta-schema of an OpenAPI version ("3.0", "3.1", "3.2")."""
    package, name = _OPENAPI
    return _read(package, name.format(version))


@functools.cache
def _registry() -> jsonschema_rs.Registry:
    found = [_read("openapi_schema_validator", name) for name in OPENAPI]
    found += [openapi_schema(version) for version in ("3.1", "3.2")]
    return jsonschema_rs.Registry([(str(schema["$id"]), schema) for schema in found])


@functools.cache
def object_validator(version: str, kind: str) -> jsonschema_rs.Validator:
    """Validates one object of an OpenAPI version, a `kind` in the words of `document.structure`.

    Schemas inside are looked at in 3.0 only: in later versions they have a dialect of their own.
    """
    if version == "3.0":
        schema = openapi_schema(version)
        if kind != "document":
            name = kind[0].upper() + kind[1:]
            schema = {"definitions": schema["definitions"], "allOf": [{"$ref": f"#/definitions/{name}"}]}
            return jsonschema_rs.Draft4Validator(schema, validate_formats=False, mask="the value")
        return jsonschema_rs.validator_for(schema, validate_formats=False, mask="the value")
    base = str(openapi_schema(version)["$id"])
    target = base if kind == "document" else f"{base}#/$defs/{_WORDS.get(kind, kind)}"
    return jsonschema_rs.validator_for(
        {"$schema": JSON_SCHEMA, "$ref": target},
        registry=_registry(),
        validate_formats=False,
        mask="the value",
    )


@functools.cache
def schema_validator(version: str, dialect: str | None = None) -> jsonschema_rs.Validator:
    """Validates one schema by `dialect`, else by the one that the OpenAPI version brings.

    A dialect that is not a published one counts as none.
    """
    target = (dialect or "").removesuffix("#")
    for older in _OLDER:
        if target.partition("://")[2] == older.partition("://")[2]:
            return jsonschema_rs.validator_for({"$schema": older, "allOf": [{"$ref": older}]}, **_OPTIONS)
    if target not in _DIALECTS.values():
        if version == "3.0":
            return object_validator("3.0", "schema")
        target = _DIALECTS[version]
    return jsonschema_rs.validator_for(
        {"$schema": JSON_SCHEMA, "$ref": target}, registry=_registry(), **_OPTIONS
    )


def custom_validator(address: str, draft: str, resources: Mapping[str, Any]) -> jsonschema_rs.Validator:
    """Validates one schema by the meta-schema that `address` leads to in `resources` (contents by URI).

    `draft` is the published dialect that the meta-schema is written in, or another name for 2020-12.
    Raises `ValueError` or `jsonschema_rs.ReferencingError` where these do not make a meta-schema.
    """
    base = draft.removesuffix("#") if draft.removesuffix("#") in _OLDER else JSON_SCHEMA
    registry = jsonschema_rs.Registry(list(resources.items()), retriever=refuse)
    return jsonschema_rs.validator_for(
        {"$schema": base, "allOf": [{"$ref": address}]}, registry=registry, retriever=refuse, **_OPTIONS
    )


def refuse(uri: str) -> Any:
    """A retriever for the library, which would ask the network or the file system."""
    raise LookupError(f"{uri} was not loaded")


def _any_text(text: str) -> bool:
    """Patterns are looked at where the reason can be told."""
    return True


_OPTIONS: dict[str, Any] = {"validate_formats": True, "formats": {"regex": _any_text}, "mask": "the value"}
