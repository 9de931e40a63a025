"""What the pydantic models cannot say yet: a diagnostic each, never a silent omission."""

from __future__ import annotations

from typing import Final

from specloom import ir
from specloom.diagnostics import Diagnostics, Location
from specloom.python.patterns import UnsupportedPatternError, translate

_PLAIN: Final = frozenset((ir.Anything, ir.Boolean, ir.Choice, ir.Integer, ir.Null, ir.Number, ir.Reference))
"""They have no patterns, and nothing within them that has."""


class Unsupported:
    """Reports patterns that no model would check. A type in which all are right is looked at once."""

    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        self._right: set[int] = set()

    def report(self, named: ir.NamedType) -> None:
        """Those of a named type."""
        self._is_right(named.type, named.origin)

    def report_in(self, operation: ir.Operation) -> None:
        """Those of the types that an operation writes inline."""
        for parameter in operation.parameters:
            self._is_right(parameter.type, parameter.origin)
        bodies = [operation.body.contents] if operation.body is not None else []
        for response in operation.responses:
            bodies.append(response.contents)
            for header in response.headers:
                self._is_right(header.type, operation.origin)
        for content in (content for contents in bodies for content in contents):
            if content.type is not None:
                self._is_right(content.type, operation.origin)
            if content.stream is not None:
                self._is_right(content.stream.item, operation.origin)

    def _is_right(self, type: ir.Type, origin: Location) -> bool:
        """Whether nothing had to be reported of the type, wherever it stands."""
        if type.__class__ in _PLAIN or id(type) in self._right:
            return True
        found = [self._is_right(part, origin) for part in _parts(type)]
        if isinstance(type, ir.Record):
            right = self._right  # Looked up here, for most members' types are.
            found += [
                self._is_right(f.type, origin.at(f.place)) for f in type.fields if id(f.type) not in right
            ]
        elif isinstance(type, ir.String) and type.pattern is not None:
            found.append(self._is_pattern(type.pattern, origin))
        if all(found):
            self._right.add(id(type))
        return all(found)

    def _is_pattern(self, pattern: str, origin: Location) -> bool:
        try:
            translate(pattern)
        except UnsupportedPatternError as error:
            report_pattern(pattern, error, origin, self._diagnostics)
            return False
        return True


def _parts(type: ir.Type) -> tuple[ir.Type, ...]:
    """The types within a type, but for the members of a record, which stand in places of their own."""
    match type:
        case ir.String(content=content):
            return () if content is None else (content,)
        case ir.Assertion(type=inner) | ir.File(type=inner):
            return (inner,)
        case ir.Array(items=items, prefix=prefix):
            return (*prefix, items)
        case ir.Map(values=values):
            return (values,)
        case ir.Record(extra=extra):
            return (extra,)
        case ir.Union(members=members):
            return members
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
