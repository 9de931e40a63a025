"""What the pydantic models cannot say yet: a diagnostic each, never a silent omission."""

from __future__ import annotations

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.patterns import UnsupportedPatternError, translate


def report_unsupported(named: ir.NamedType, diagnostics: Diagnostics) -> None:
    """Report conditions, pattern members and patterns that no model would check."""
    check_type(named.type, named.origin, diagnostics)


def check_type(type: ir.Type, origin: Location, diagnostics: Diagnostics) -> None:
    """The same for any type, wherever it stands."""
    match type:
        case ir.Assertion(type=inner, conditions=conditions):
            for keyword, _ in conditions:
                _report(f"{keyword!r} is not supported in models", origin, diagnostics)
            check_type(inner, origin, diagnostics)
        case ir.Record(fields=fields, patterns=patterns, extra=extra):
            if patterns:
                _report("'patternProperties' is not supported in models", origin, diagnostics)
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
        case ir.String(pattern=str(pattern)):
            _check_pattern(pattern, origin, diagnostics)


def _check_pattern(pattern: str, origin: Location, diagnostics: Diagnostics) -> None:
    try:
        translate(pattern)
    except UnsupportedPatternError as error:
        _report(f"the pattern {pattern!r} cannot be checked: {error}", origin, diagnostics)


def _report(message: str, origin: Location, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        "unsupported-keyword", message, origin, hint="skip this schema, or say it otherwise in an overlay"
    )
