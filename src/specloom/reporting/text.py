"""Findings as text: place and message, the line of the file with a caret, related places, the hint."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache

from specloom.diagnostics import Diagnostic, Location
from specloom.reporting.findings import Finding, Locate, Source, arrange, one_line, summary, visible

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


@lru_cache(maxsize=16)
def read_source(uri: str) -> str | None:
    """The text of the file `uri` as it is now, for findings of files that could not be loaded."""
    if not os.path.isfile(uri):  # A pipe has no beginning any more, and a device may have no end.
        return None
    try:
        with open(uri, encoding="utf-8", errors="replace", newline="") as stream:
            return stream.read().removeprefix("\ufeff")
    except (OSError, ValueError):
        return None


@lru_cache(maxsize=16)
def _lines(content: str) -> list[str]:
    return _BREAK.split(content) if "\r" in content else content.split("\n")


def text(
    diagnostics: Iterable[Diagnostic], *, locate: Locate, source: Source = read_source, color: bool = False
) -> str:
    """All findings and a last line that counts them. `color` is for terminals."""
    findings = arrange(diagnostics, locate)
    paint = _Paint(color)
    blocks = [_block(finding, source, paint) for finding in findings]
    return "\n".join([*blocks, summary(findings)]) + "\n"


class _Paint:
    def __init__(self, color: bool) -> None:
        self._color = color

    def __call__(self, style: str, words: str) -> str:
        return f"{_STYLES[style]}{words}{_RESET}" if self._color else words


def _block(finding: Finding, source: Source, paint: _Paint) -> str:
    diagnostic, where = finding.diagnostic, finding.location
    head = (
        f"{paint(finding.severity, f'{finding.severity}[{diagnostic.code}]')}: {one_line(diagnostic.message)}"
    )
    if where is not None:
        head = f"{paint('place', place(where))}: {head}"
    lines = [head, *_excerpt(where, source, paint, finding.severity)]
    if where is not None and where.pointer:
        lines.append(f"  {paint('dim', 'at')} #{one_line(where.pointer)}")
    for related in finding.related:
        lines.append(f"  {place(related.location)}: {one_line(related.message)}")
        lines.extend(_excerpt(related.location, source, paint, "note"))
    lines.extend(f"    {visible(line)}" for line in (diagnostic.detail or "").splitlines())
    if diagnostic.hint:
        lines.append(f"  {paint('dim', 'hint')}: {one_line(diagnostic.hint)}")
    return "\n".join(lines)


def place(where: Location) -> str:
    """`file:line:column`, as far as they are known."""
    parts = [where.uri, *(str(number) for number in (where.line, where.column) if number is not None)]
    return one_line(":".join(parts))


def _excerpt(where: Location | None, source: Source, paint: _Paint, style: str) -> list[str]:
    """The line of the file, and a caret below it."""
    content = source(where.uri) if where is not None and where.line is not None else None
    if content is None or where is None or where.line is None:
        return []
    lines = _lines(content)
    if where.line > len(lines):
        return []
    line, column = lines[where.line - 1], (where.column or 1) - 1
    start = max(0, column - _WIDTH // 2) if len(line) > _WIDTH else 0
    shown = line[start : start + _WIDTH]
    before = visible(shown[: column - start].replace("\t", " "))
    number = str(where.line)
    gutter = " " * len(number)
    return [
        f"  {paint('dim', f'{number} |')} {visible(shown.replace(chr(9), ' '))}",
        f"  {paint('dim', f'{gutter} |')} {' ' * len(before)}{paint(style, '^')}",
    ]
