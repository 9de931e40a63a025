"""Schemas that every description may refer to by their URI, without anybody fetching them.

The meta-schema of JSON Schema 2020-12 and its vocabularies, and those of drafts 4, 6 and 7, are data files of
jsonschema-specifications; the dialects of OpenAPI are of openapi-schema-validator.
"""

from __future__ import annotations

import functools
import importlib.util
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

_HOSTS = ("https://json-schema.org/", "http://json-schema.org/", "https://spec.openapis.org/")
_DRAFTS = ("draft202012", "draft7", "draft6", "draft4")
OPENAPI = (
    "schemas/oas3.1/metaschema.json",
    "schemas/oas3.1/vocabularies/base",
    "schemas/oas3.2/dialect/2025-09-17.json",
    "schemas/oas3.2/meta/2025-09-17.json",
)
"""The dialects' files in the package openapi_schema_validator."""


def known_schema(uri: str) -> bytes | None:
    """The file of the schema with this URI, if it is one of those."""
    return _files().get(uri) if uri.startswith(_HOSTS) else None


@functools.cache
def _files() -> Mapping[str, bytes]:
    found = {}
    for path in _paths():
        data = path.read_bytes()
        content = json.loads(data)
        found[(content.get("$id") or content["id"]).removesuffix("#")] = data
    return found


def _paths() -> Iterator[Path]:
    schemas = _folder("jsonschema_specifications") / "schemas"
    for draft in _DRAFTS:
        yield schemas / draft / "metaschema.json"
    yield from sorted(path for path in (schemas / _DRAFTS[0] / "vocabularies").iterdir() if path.is_file())
    for name in OPENAPI:
        yield _folder("openapi_schema_validator") / name


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    return Path(spec.submodule_search_locations[0] if spec and spec.submodule_search_locations else "")
