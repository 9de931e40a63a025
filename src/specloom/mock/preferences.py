"""What a client prefers (RFC 7240): the status and the example that it wants to see."""

from __future__ import annotations

import re
from typing import Final

from specloom.values import Value

_PREFERENCE: Final = re.compile(
    r"""\s*(?P<name>[^\s,;="]+)\s*(?:=\s*(?:"(?P<quoted>(?:\\.|[^"\\])*)"|(?P<plain>[^\s,;"]*)))?[^,"]*(?:,|$)"""
)


class Preferences(Value):
    """`code` is a status, `example` the name of an example; None where the client does not care."""

    code: int | None = None
    example: str | None = None


def read(header: str) -> Preferences:
    """The preferences of a `Prefer` header; the first of several of one name counts (section 2).

    What is not understood is ignored, as the section asks.
    """
    found: dict[str, str] = {}
    for each in _PREFERENCE.finditer(header):
        quoted = each["quoted"]
        value = re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else each["plain"] or ""
        found.setdefault(each["name"].lower(), value)
    code = found.get("code", "")
    known = re.fullmatch(r"[2-5]\d\d", code) is not None
    return Preferences(int(code) if known else None, found.get("example") or None)


def applied(*, code: int | None, example: str | None) -> str | None:
    """The value of `Preference-Applied` (section 3); None where nothing was applied."""
    said = [f"code={code}"] if code is not None else []
    if example is not None:
        plain = re.fullmatch(r"[!#$%&'*+\-.^_`|~\w]+", example, re.ASCII)
        quoted = re.sub(r'(["\\])', r"\\\1", example)
        said.append(f"example={example}" if plain else f'example="{quoted}"')
    return ", ".join(said) or None
