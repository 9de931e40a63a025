"""Findings as workflow commands of GitHub Actions, which shows them beside the lines."""

from __future__ import annotations

from collections.abc import Iterable

from specloom.diagnostics import Diagnostic
from specloom.reporting.findings import Finding, Locate, arrange, summary, visible
from specloom.reporting.text import place

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def github(diagnostics: Iterable[Diagnostic], *, locate: Locate) -> str:
    """One `::error file=…,line=…::message` a finding, and a last line that counts them."""
    findings = arrange(diagnostics, locate)
    return "\n".join([*(_command(finding) for finding in findings), summary(findings)]) + "\n"


def _command(finding: Finding) -> str:
    where = finding.location
    properties = [("title", finding.diagnostic.code)]
    if where is not None:
        known = (("file", where.uri), ("line", where.line), ("col", where.column))
        properties = [(name, str(value)) for name, value in known if value is not None] + properties
    message = finding.diagnostic.message
    for related in finding.related:
        message += f"\n{related.message}: {place(related.location)}"
    if finding.diagnostic.detail:
        message += f"\n{finding.diagnostic.detail}"
    if finding.diagnostic.hint:
        message += f"\nhint: {finding.diagnostic.hint}"
    written = ",".join(f"{name}={_property(value)}" for name, value in properties)
    return f"::{_COMMANDS[finding.severity]} {written}::{_data(message)}"


def _data(text: str) -> str:
    """A command's message: `%` and line ends are escaped, so that no text can begin a command of its own."""
    escaped = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return visible(escaped)


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
