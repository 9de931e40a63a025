"""Validators made from meta-schemas that documents name for themselves."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import jsonschema_rs

from specloom.diagnostics import Location, Severity
from specloom.document import pointer as pointers
from specloom.document.checks.context import Context
from specloom.document.metaschemas import JSON_SCHEMA, custom_validator
from specloom.document.model import LoadedSource

BASE = "specloom:///"
"""What stands before the names of files that have no URI of their own."""


def own_dialect(context: Context, place: tuple[str, str]) -> jsonschema_rs.Validator | None:
    """The validator of the meta-schema at a place; None, after reporting, where it can be none."""
    if place not in context.dialects:
        context.dialects[place] = _made(context, place)
    return context.dialects[place]


def _made(context: Context, place: tuple[str, str]) -> jsonschema_rs.Validator | None:
    loaded = context.loaded
    uri, where = place
    content = loaded.written[uri].content
    draft = pointers.find(content, where).get("$schema")
    resources = {
        loaded.addresses.get(name, BASE + quote(name)): _plain(file.content, name, loaded)
        for name, file in loaded.written.items()
        if isinstance(file.content, dict | bool)
    }
    address = loaded.addresses.get(uri, BASE + quote(uri)) + pointers.fragment(where)
    try:
        return custom_validator(address, draft if isinstance(draft, str) else JSON_SCHEMA, resources)
    except (ValueError, jsonschema_rs.ReferencingError) as problem:
        said = str(problem).partition("\n")[0]
        message = f"this is no meta-schema that can be used: {said}"
        context.report("dialect-unusable", Severity.ERROR, message, Location(uri, where))
        return None


def _plain(value: Any, uri: str, loaded: LoadedSource) -> Any:
    """A file's content, under a published dialect where it names its own: the library knows no other."""
    if isinstance(value, list):
        return [_plain(item, uri, loaded) for item in value]
    if not isinstance(value, dict):
        return value
    made = {name: _plain(member, uri, loaded) for name, member in value.items()}
    if isinstance(named := made.get("$schema"), str) and (uri, named) in loaded.dialects:
        made["$schema"] = JSON_SCHEMA
    return made
