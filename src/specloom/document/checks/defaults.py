"""Defaults that their own schema refuses."""

from __future__ import annotations

import functools
from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import quote

import jsonschema_rs

from specloom.diagnostics import Severity
from specloom.document import pointer as pointers
from specloom.document.checks.context import Context, Place
from specloom.document.faults import faults
from specloom.document.metaschemas import JSON_SCHEMA, refuse
from specloom.document.structure import walk

_BASE = "specloom:///"
_REFERRING = frozenset(
    (
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$schema",
    )
)


def check_defaults(context: Context) -> None:
    """The `default` of each schema is held against it, in the dialect that all are upgraded to."""
    registry = functools.cache(partial(_registry, context))  # It takes a while, and is seldom needed.
    for place in context.objects["schema"]:
        if "default" in place.value:
            _check(context, place, registry)


def _registry(context: Context) -> Any:
    files = [(_BASE + quote(uri), file.content) for uri, file in context.loaded.files.items()]
    try:
        contents = [(uri, content) for uri, content in files if isinstance(content, dict)]
        return jsonschema_rs.Registry(contents, retriever=refuse)
    except (ValueError, jsonschema_rs.ReferencingError):
        return None  # a malformed schema, which has been reported


def _refers(schema: Any) -> bool:
    """Whether a schema, or one inside it, depends on more than what is written there."""
    nodes = (node.value for node in walk(schema, "schema"))
    return any(isinstance(value, dict) and not _REFERRING.isdisjoint(value) for value in nodes)


def _check(context: Context, place: Place, made: Callable[[], Any]) -> None:
    value = place.value["default"]
    try:
        schema = pointers.find(context.loaded.files[place.uri].content, place.node.pointer)
    except LookupError:
        return
    registry = made() if _refers(schema) else None
    if registry is not None:
        schema = {"$ref": _BASE + quote(place.uri) + pointers.fragment(place.node.pointer)}
    try:
        validator = jsonschema_rs.validator_for(
            {"$schema": JSON_SCHEMA, **schema},
            registry=registry,
            retriever=refuse,
            mask="the value",
            validate_formats=False,
        )
        found = faults(validator.iter_errors(value))
    except (ValueError, jsonschema_rs.ReferencingError):
        return  # a malformed or unresolvable schema, which has been reported
    for fault in found[:1]:
        context.report(
            "default-invalid",
            Severity.WARNING,
            f"the schema refuses its own default: {fault.message}",
            place.location("default", *fault.path),
        )
