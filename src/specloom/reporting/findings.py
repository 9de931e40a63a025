"""Findings put in order: placed, each once, by file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable

from specloom.diagnostics import Diagnostic, Location, Related, Severity
from specloom.values import Value, replace

Locate = Callable[[Location], Location]
Line = Callable[[str, int], str | None]
"""A line of a file by the file's URI and its number, from 1; None where it is not known."""

_CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
_WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "note"}


class Finding(Value):
    """A diagnostic whose locations have line and column where the file is known."""

    diagnostic: Diagnostic
    location: Location | None
    related: tuple[Related, ...]

    @property
    def severity(self) -> str:
        """ "error", "warning" or "note"."""
        return _WORDS[self.diagnostic.severity]


def arrange(diagnostics: Iterable[Diagnostic], locate: Locate) -> list[Finding]:
    """The findings by file, line, column, severity (errors first) and code, each once."""
    found: dict[tuple[object, ...], Finding] = {}
    for diagnostic in diagnostics:
        where = locate(diagnostic.location) if diagnostic.location is not None else None
        related = tuple(replace(r, location=locate(r.location)) for r in diagnostic.related)
        key = (_place(where), diagnostic.code, diagnostic.severity, diagnostic.message)
        found.setdefault(key, Finding(diagnostic, where, related))
    return sorted(_firm(found.values()), key=_order)


def _firm(findings: Collection[Finding]) -> Collection[Finding]:
    """Without those that yield to another of their code."""
    yielding = [finding for finding in findings if finding.diagnostic.yields]
    if not yielding:
        return findings
    firm = [finding for finding in findings if not finding.diagnostic.yields]
    said: set[tuple[str, str, str]] = set()
    for place, code in ((finding.location, finding.diagnostic.code) for finding in firm):
        if place is not None:
            steps = place.pointer.split("/")
            said.update((code, place.uri, "/".join(steps[:count])) for count in range(1, len(steps) + 1))
    return firm + [
        finding
        for finding in yielding
        if (at := finding.location) is None or (finding.diagnostic.code, at.uri, at.pointer) not in said
    ]


def _place(where: Location | None) -> tuple[bool, str, int, int]:
    """What is said of no place comes last."""
    if where is None:
        return True, "", 0, 0
    return False, where.uri, where.line or 0, where.column or 0


def _order(finding: Finding) -> tuple[object, ...]:
    diagnostic = finding.diagnostic
    return (*_place(finding.location), -diagnostic.severity, diagnostic.code, diagnostic.message)


def summary(findings: Iterable[Finding]) -> str:
    """How many of each severity there are: `2 errors, 1 warning`; `no findings` where there are none."""
    words = [finding.severity for finding in findings]
    counts = [(word, words.count(word)) for word in _WORDS.values()]
    parts = [f"{count} {word}{'s' if count != 1 else ''}" for word, count in counts if count]
    return ", ".join(parts) or "no findings"


def visible(text: str) -> str:
    """`text` with control characters, and those that reorder or hide text, written as escapes."""
    if text.isprintable():  # as most is
        return text
    return _CONTROL.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def one_line(text: str) -> str:
    """`visible(text)` on one line."""
    if text.isprintable():
        return text
    return visible(text.replace("\t", " ").replace("\r\n", " ").replace("\n", " ").replace("\r", " "))
