"""The meta-schemas of OpenAPI and its schema dialects, as validators.

They are data files of openapi-spec-validator and openapi-schema-validator. Only the files are read:
importing those packages costs more than the whole pass.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from pathlib import Path
from typing import Any

import jsonschema_rs

JSON_SCHEMA = "https://json-schema.org/draft/2020-12/schema"
_OPENAPI = ("openapi_spec_validator", "resources/schemas/v{}/schema.json")
_DIALECT_FILES = (
    "schemas/oas3.1/metaschema.json",
    "schemas/oas3.1/vocabularies/base",
    "schemas/oas3.2/dialect/2025-09-17.json",
    "schemas/oas3.2/meta/2025-09-17.json",
)
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
    found = [_read("openapi_schema_validator", name) for name in _DIALECT_FILES]
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
def schema_validator(version: str, dialect: str | None = None) -> jsonschema_rs.Validator | None:
    """Validates one schema by `dialect`, else by the one that the OpenAPI version brings.

    `None` where the dialect is not known.
    """
    if version == "3.0" and dialect is None:
        return object_validator("3.0", "schema")
    target = (dialect or _DIALECTS[version]).removesuffix("#")
    options: dict[str, Any] = {"validate_formats": True, "formats": {"regex": _any_text}, "mask": "the value"}
    if target in _OLDER:
        return jsonschema_rs.validator_for({"$schema": target, "allOf": [{"$ref": target}]}, **options)
    if target not in _DIALECTS.values():
        return None
    return jsonschema_rs.validator_for(
        {"$schema": JSON_SCHEMA, "$ref": target}, registry=_registry(), **options
    )


def _any_text(text: str) -> bool:
    """Patterns are looked at where the reason can be told."""
    return True
