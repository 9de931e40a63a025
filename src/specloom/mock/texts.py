"""Texts: by format, by pattern, within lengths."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID

from specloom import ir
from specloom.mock import patterns
from specloom.mock.limits import DRAWS, UnmakeableError
from specloom.python.formats import Formats
from specloom.runtime import formats

_WORDS: Final = ("amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "iris", "juniper", "maple")
_START: Final = datetime(2025, 1, 1, tzinfo=UTC)
_FORMATS: Final = Formats()
_REST: Final = {
    "duration": ("P1D", "PT1H"),
    "uri-template": ("https://example.com/{id}", "{id}"),
    "json-pointer": ("/name", ""),
    "relative-json-pointer": ("0/name", "0"),
    "regex": ("[a-z]+",),
    "decimal": ("1.50", "1"),
    "char": ("x",),
}


def text(type: ir.String, rng: Random) -> str:
    """A text of the type. Raises :class:`UnmakeableError`."""
    unsure: str | None = None
    for candidate in _candidates(type, rng):
        if not _measures(type, candidate):
            continue
        if _is_of_format(type, candidate):
            return candidate
        # A format may be a mere annotation: the validator knows.
        unsure = candidate if unsure is None else unsure
    if unsure is None:
        raise UnmakeableError(f"no text is known to fit{_wishes(type)}")
    return unsure


def _candidates(type: ir.String, rng: Random) -> Iterator[str]:
    yield from _of_format(type.format or "", rng, type.min_length or 0)
    if type.encoding == "base64":
        yield base64.b64encode(rng.randbytes(9)).decode()
    if type.pattern is None:
        words = " ".join(rng.sample(_WORDS, 2))
        yield words.ljust(type.min_length or 0, "x")[: type.max_length]
        return
    node = patterns.read(type.pattern)
    least = type.min_length or 0
    for index in range(DRAWS):
        drawn = patterns.draw(node, rng, (2, 0, 1, 4, 12, max(least, 12))[index % 6])
        missing = least - len(drawn)
        yield drawn
        if missing > 0:
            yield drawn + "x" * missing
            yield "x" * missing + drawn


def _of_format(format: str, rng: Random, least: int) -> Iterator[str]:
    word = rng.choice(_WORDS)
    moment = _START + timedelta(seconds=rng.randrange(31_536_000))
    long = word.ljust(least, "x")
    match format:
        case "date":
            yield moment.date().isoformat()
        case "date-time":
            yield moment.isoformat().replace("+00:00", "Z")
        case "time":
            yield moment.time().isoformat() + "Z"
        case "uuid":
            yield str(UUID(bytes=rng.randbytes(16), version=4))
        case "email" | "idn-email":
            yield from (f"{word}@example.com", f"{long}@example.com", "a@b.c")
        case "hostname" | "idn-hostname":
            yield from (f"{word}.example.com", "a.b", "a")
        case "ipv4":
            yield f"192.0.2.{rng.randrange(1, 255)}"
        case "ipv6":
            yield f"2001:db8::{rng.randrange(1, 65535):x}"
        case "uri" | "iri" | "uri-reference" | "iri-reference" | "url":
            yield from (f"https://example.com/{word}", f"https://example.com/{long}", "a:b")
        case "byte" | "base64url":
            yield base64.b64encode(rng.randbytes(9)).decode()
            yield base64.b64encode(rng.randbytes((least + 3) // 4 * 3)).decode()
        case _:
            yield from _REST.get(format, ())


def _measures(type: ir.String, text: str) -> bool:
    if len(text) < (type.min_length or 0) or (type.max_length is not None and len(text) > type.max_length):
        return False
    return type.pattern is None or patterns.search(type.pattern)(text)


def _is_of_format(type: ir.String, text: str) -> bool:
    check = formats.check(type.format or "")
    return (check is None or check(text)) and _FORMATS.reads(type, text)


def _wishes(type: ir.String) -> str:
    said = {
        "format": type.format,
        "pattern": type.pattern,
        "minLength": type.min_length,
        "maxLength": type.max_length,
    }
    told = ", ".join(f"{keyword} {value}" for keyword, value in said.items() if value is not None)
    return f" {told}" if told else ""
