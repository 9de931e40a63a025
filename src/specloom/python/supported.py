"""What the pydantic models cannot say yet: a diagnostic each, never a silent omission."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, repeat
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
        # Only members have places of their own: what follows them is the type of all others.
        places = [field.place for field in type.fields] if isinstance(type, ir.Record) else []
        for part, place in zip(_parts(type), chain(places, repeat("")), strict=False):
            self._report(part, origin.at(place))
        if isinstance(type, ir.String) and type.pattern is not None and (fault := _fault(type.pattern)):
            report_pattern(type.pattern, fault, origin, self._diagnostics)

    def _is_right(self, type: ir.Type) -> bool:
        """Whether there is nothing to be reported of the type, wherever it stands."""
        right = self._right
        if type.__class__ in _PLAIN or id(type) in right:
            return True
        if type.__class__ is ir.String and type.pattern is not None and _fault(type.pattern):
            return False
        for part in _parts(type):
            if part.__class__ not in _PLAIN and id(part) not in right and not self._is_right(part):
                return False
        right.add(id(type))
        return True


def _fault(pattern: str) -> UnsupportedPatternError | None:
    try:
        translate(pattern)
    except UnsupportedPatternError as error:
        return error
    return None


def _parts(type: ir.Type) -> Sequence[ir.Type]:
    """The types within a type: those of a record's members in their order, then that of all others."""
    if type.__class__ is ir.String:
        return () if type.content is None else (type.content,)
    if type.__class__ is ir.Record:
        return [*[field.type for field in type.fields], type.extra]
    if type.__class__ is ir.Array:
        return (*type.prefix, type.items)
    if type.__class__ is ir.Union:
        return type.members
    match type:
        case ir.Assertion(type=inner) | ir.File(type=inner) | ir.Map(values=inner):
            return (inner,)
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
