"""What the pydantic models cannot say yet: a diagnostic each, never a silent omission."""

from __future__ import annotations

from typing import Final

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.patterns import UnsupportedPatternError, translate

_PLAIN: Final = frozenset((ir.Anything, ir.Boolean, ir.Choice, ir.Integer, ir.Null, ir.Number, ir.Reference))
"""They have no patterns, and nothing within them that has."""


class Unsupported:
    """Reports patterns that no model would check, where they stand. A type in which all are right, as nearly
    always, is looked at once."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._right: set[int] = set()

    def report(self, named: ir.NamedType) -> None:
        """Those of a named type."""
        self._report(named.type, named.origin)

    def report_in(self, operation: ir.Operation) -> None:
        """Those of the types that an operation writes inline."""
        for parameter in operation.parameters:
            self._report(parameter.type, parameter.origin)
        bodies = [operation.body.contents] if operation.body is not None else []
        for response in operation.responses:
            bodies.append(response.contents)
            for header in response.headers:
                self._report(header.type, operation.origin)
        for content in (content for contents in bodies for content in contents):
            if content.type is not None:
                self._report(content.type, operation.origin)
            if content.stream is not None:
                self._report(content.stream.item, operation.origin)

    def _report(self, type: ir.Type, origin: Location) -> None:
        if self._is_right(type):
            return
        for part, place in _parts(type):
            self._report(part, origin.at(place))
        if isinstance(type, ir.String) and type.pattern is not None and (fault := _fault(type.pattern)):
            report_pattern(type.pattern, fault, origin, self._diagnostics)

    def _is_right(self, type: ir.Type) -> bool:
        """Whether there is nothing to be reported of the type, wherever it stands."""
        right = self._right
        if type.__class__ in _PLAIN or id(type) in right:
            return True
        for part, _ in _parts(type):
            if part.__class__ not in _PLAIN and id(part) not in right and not self._is_right(part):
                return False
        if isinstance(type, ir.String) and type.pattern is not None and _fault(type.pattern):
            return False
        right.add(id(type))
        return True


def _fault(pattern: str) -> UnsupportedPatternError | None:
    try:
        translate(pattern)
    except UnsupportedPatternError as error:
        return error
    return None


def _parts(type: ir.Type) -> tuple[tuple[ir.Type, str], ...]:
    """The types within a type, and where they stand in it, so far as they have a place of their own."""
    match type:
        case ir.Record(extra=extra, fields=fields):
            return ((extra, ""), *[(field.type, field.place) for field in fields])
        case ir.Union(members=members):
            return tuple([(member, "") for member in members])
        case ir.String(content=content):
            return () if content is None else ((content, ""),)
        case ir.Assertion(type=inner) | ir.File(type=inner) | ir.Map(values=inner):
            return ((inner, ""),)
        case ir.Array(items=items, prefix=prefix):
            return (*[(entry, "") for entry in prefix], (items, ""))
    return ()


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
