"""Whether a project file has the right shape: the JSON Schema that editors use decides here too."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import jsonschema_rs

from specloom.diagnostics import Diagnostics
from specloom.document.faults import Fault, faults
from specloom.document.source import SourceFile

_MESSAGE = "patternErrorMessage"  # an annotation that editors show instead of the pattern


@cache
def schema() -> dict[str, Any]:
    """The JSON Schema of the project file."""
    text = Path(__file__).with_name("specloom.schema.json").read_text("utf-8")
    return cast("dict[str, Any]", json.loads(text))


def check_shape(file: SourceFile, diagnostics: Diagnostics) -> bool:
    """Report everything that the schema refuses, each at its place; whether there was nothing."""
    validator = jsonschema_rs.validator_for(schema())
    found = list(_found(list(validator.iter_errors(file.content))))
    for fault in sorted(found, key=lambda f: (f.path, f.message)):
        code = "config-unknown-key" if fault.code == "unknown-member" else "config-invalid"
        where = file.locate(list(fault.path), key=fault.key)
        diagnostics.error(code, fault.message, where, hint=fault.hint)
    return not found


def _found(errors: list[jsonschema_rs.ValidationError]) -> Iterator[Fault]:
    rest = []
    for error in errors:
        if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.AdditionalProperties):
            yield from _unknown(error)
            continue
        message = _own_message(error)
        if message is None:
            rest.append(error)
            continue
        path = tuple(str(step) for step in error.instance_path)
        if isinstance(error.kind, jsonschema_rs.ValidationErrorKind.PropertyNames):
            name = str(error.kind.error.instance)
            yield Fault((*path, name), "wrong-name", f"{name!r}: {message}", key=True)
        else:
            yield Fault(path, "wrong-value", f"{error.instance!r}: {message}")
    yield from faults(rest)


def _unknown(error: jsonschema_rs.ValidationError) -> Iterator[Fault]:
    """Keys that are no settings, each with the setting that it resembles."""
    holder: Any = schema()
    for step in error.schema_path[:-1]:
        holder = holder[step]
    path = tuple(str(step) for step in error.instance_path)
    for key in getattr(error.kind, "unexpected", ()):
        near = difflib.get_close_matches(key, sorted(holder["properties"]), 1)
        hint = f"did you mean `{near[0]}`?" if near else None
        yield Fault((*path, key), "unknown-member", f"`{key}` is no setting here", key=True, hint=hint)


def _own_message(error: jsonschema_rs.ValidationError) -> str | None:
    """What the schema itself says of a value that does not match its pattern."""
    kind = error.kind
    inner = kind.error if isinstance(kind, jsonschema_rs.ValidationErrorKind.PropertyNames) else error
    if not isinstance(inner.kind, jsonschema_rs.ValidationErrorKind.Pattern):
        return None
    return _messages().get(inner.kind.pattern)


@cache
def _messages() -> dict[str, str]:
    found: dict[str, str] = {}
    stack: list[Any] = [schema()]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            if isinstance(value.get(_MESSAGE), str):
                found[value["pattern"]] = value[_MESSAGE]
            stack.extend(value.values())
        elif isinstance(value, list):
            stack.extend(value)
    return found
