"""What the pydantic models cannot say yet: a diagnostic each, never a silent omission."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.patterns import UnsupportedPatternError, translate


def report_unsupported(named: ir.NamedType, diagnostics: Diagnostics) -> None:
    """Report patterns that no model would check."""
    check_type(named.type, named.origin, diagnostics)


def report_unsupported_in(operation: ir.Operation, diagnostics: Diagnostics) -> None:
    """The same for the types that an operation writes inline."""
    for parameter in operation.parameters:
        check_type(parameter.type, parameter.origin, diagnostics)
    bodies = [operation.body.contents] if operation.body is not None else []
    for response in operation.responses:
        bodies.append(response.contents)
        for header in response.headers:
            check_type(header.type, operation.origin, diagnostics)
    for content in (content for contents in bodies for content in contents):
        if content.type is not None:
            check_type(content.type, operation.origin, diagnostics)
        if content.stream is not None:
            check_type(content.stream.item, operation.origin, diagnostics)


def check_type(type: ir.Type, origin: Location, diagnostics: Diagnostics) -> None:
    """The same for any type, wherever it stands."""
    match type:
        case ir.String(pattern=pattern, content=content):
            if pattern is not None:
                _check_pattern(pattern, origin, diagnostics)
            if content is not None:
                check_type(content, origin, diagnostics)
        case ir.Assertion(type=inner) | ir.File(type=inner):
            check_type(inner, origin, diagnostics)
        case ir.Record(fields=fields, extra=extra):
            for field in fields:
                check_type(field.type, field.origin, diagnostics)
            check_type(extra, origin, diagnostics)
        case ir.Array(items=items, prefix=prefix):
            for entry in (*prefix, items):
                check_type(entry, origin, diagnostics)
        case ir.Map(values=values):
            check_type(values, origin, diagnostics)
        case ir.Union(members=members):
            for member in members:
                check_type(member, origin, diagnostics)


def _check_pattern(pattern: str, origin: Location, diagnostics: Diagnostics) -> None:
    try:
        translate(pattern)
    except UnsupportedPatternError as error:
        report_pattern(pattern, error, origin, diagnostics)


def report_pattern(
    pattern: str, error: UnsupportedPatternError, origin: Location, diagnostics: Diagnostics
) -> None:
    """Report a pattern that no engine can search for."""
    diagnostics.warning(
        "pattern-invalid",
        f"the pattern {pattern!r} is not one of ECMA-262 that can be run, so no text is held to it: {error}",
        origin,
        hint="mend the pattern in an overlay",
    )
