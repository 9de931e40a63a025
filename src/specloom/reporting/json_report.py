"""Findings for programs: one JSON object, stable members."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from specloom.diagnostics import Diagnostic, Location
from specloom.reporting.findings import Finding, Locate, arrange


def json_report(diagnostics: Iterable[Diagnostic], *, locate: Locate) -> str:
    """`{"findings": [...], "counts": {...}}` in ASCII; a place has `file`, `line`, `column` and `pointer`."""
    findings = arrange(diagnostics, locate)
    counts = {word: sum(f.severity == word for f in findings) for word in ("error", "warning", "note")}
    return json.dumps({"findings": [_finding(f) for f in findings], "counts": counts}, indent=2) + "\n"


def _finding(finding: Finding) -> dict[str, Any]:
    diagnostic = finding.diagnostic
    return {
        "code": diagnostic.code,
        "severity": finding.severity,
        "message": diagnostic.message,
        "location": _location(finding.location),
        "related": [{"message": r.message, "location": _location(r.location)} for r in finding.related],
        "hint": diagnostic.hint,
        "detail": diagnostic.detail,
    }


def _location(where: Location | None) -> dict[str, Any] | None:
    if where is None:
        return None
    return {"file": where.uri, "line": where.line, "column": where.column, "pointer": where.pointer}
