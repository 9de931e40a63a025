"""Findings as text: place and message, the line of the file with a caret, related places, the hint."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache

from specloom.diagnostics import Diagnostic, Location
from specloom.reporting.findings import Finding, Line, Locate, arrange, one_line, summary, visible

_WIDTH = 120
_BREAK = re.compile(r"\r\n|\r|\n")
_STYLES = {
    "error": "\x1b[1;31m",
    "warning": "\x1b[1;33m",
    "note": "\x1b[1;36m",
    "place": "\x1b[1m",
    "dim": "\x1b[2m",
}
_RESET = "\x1b[0m"


def read_line(uri: str, number: int) -> str | None:
    """A line of the file `uri` as it is now, for findings of files that could not be loaded."""
    lines = _lines(uri)
    return lines[number - 1] if number <= len(lines) else None


@lru_cache(maxsize=16)
def _lines(uri: str) -> list[str]:
    if not os.path.isfile(uri):  # A pipe has no beginning any more, and a device may have no end.
        return []
    try:
        with open(uri, encoding="utf-8", errors="replace", newline="") as stream:
            return _BREAK.split(stream.read().removeprefix("\ufeff"))
    except (OSError, ValueError):
        return []


def text(
    diagnostics: Iterable[Diagnostic], *, locate: Locate, line: Line = read_line, color: bool = False
) -> str:
    """All findings and a last line that counts them. `color` is for terminals."""
    findings = arrange(diagnostics, locate)
    paint = _Paint(color)
    blocks = [_block(finding, line, paint) for finding in findings]
    return "\n".join([*blocks, summary(findings)]) + "\n"


class _Paint:
    def __init__(self, color: bool) -> None:
        self._color = color

    def __call__(self, style: str, words: str) -> str:
        return f"{_STYLES[style]}{words}{_RESET}" if self._color else words


def _block(finding: Finding, line: Line, paint: _Paint) -> str:
    diagnostic, where = finding.diagnostic, finding.location
    head = (
        f"{paint(finding.severity, f'{finding.severity}[{diagnostic.code}]')}: {one_line(diagnostic.message)}"
    )
    if where is not None:
        head = f"{paint('place', place(where))}: {head}"
    lines = [head, *_excerpt(where, line, paint, finding.severity)]
    if where is not None and where.pointer:
        lines.append(f"  {paint('dim', 'at')} #{one_line(where.pointer)}")
    for related in finding.related:
        lines.append(f"  {place(related.location)}: {one_line(related.message)}")
        lines.extend(_excerpt(related.location, line, paint, "note"))
    lines.extend(f"    {visible(each)}" for each in (diagnostic.detail or "").splitlines())
    if diagnostic.hint:
        lines.append(f"  {paint('dim', 'hint')}: {one_line(diagnostic.hint)}")
    return "\n".join(lines)


def place(where: Location) -> str:
    """`file:line:column`, as far as they are known."""
    parts = [where.uri, *(str(number) for number in (where.line, where.column) if number is not None)]
    return one_line(":".join(parts))


def _excerpt(where: Location | None, line: Line, paint: _Paint, style: str) -> list[str]:
    """The line of the file, and a caret below it."""
    if where is None or where.line is None or (whole := line(where.uri, where.line)) is None:
        return []
    column = (where.column or 1) - 1
    start = max(0, column - _WIDTH // 2) if len(whole) > _WIDTH else 0
    shown = whole[start : start + _WIDTH]
    before = visible(shown[: column - start].replace("\t", " "))
    number = str(where.line)
    gutter = " " * len(number)
    return [
        f"  {paint('dim', f'{number} |')} {visible(shown.replace(chr(9), ' '))}",
        f"  {paint('dim', f'{gutter} |')} {' ' * len(before)}{paint(style, '^')}",
    ]
