"""Which of the declared media types one is, and which of them a client likes best (RFC 9110, 12.5.1)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from ..media_type import covers
from ..operation import Content


def declared(contents: Iterable[Content], media_type: str) -> Content | None:
    """The declared content that a media type belongs to; the most exact one wins (OpenAPI 3.2, "content")."""
    whole = _canonical(media_type)
    fitting = [
        (
            4
            if _canonical(content.media_type) == whole
            else covers(content.media_type, media_type),
            content,
        )
        for content in contents
    ]
    return max(
        (entry for entry in fitting if entry[0]),
        key=lambda entry: entry[0],
        default=(0, None),
    )[1]


def preferred(contents: Sequence[Content], accept: str) -> list[Content]:
    """The contents in the client's order, equal ones in the document's; unacceptable ones come last.

    They are not left out: an answer in another form is better than none (RFC 9110, section 12.5.1).
    """
    if len(contents) < 2:
        return list(contents)
    ranges = _ranges(accept)
    if not ranges:
        return list(contents)
    return sorted(contents, key=lambda content: -_quality(content.media_type, ranges))


@lru_cache(maxsize=512)
def _ranges(accept: str) -> tuple[tuple[str, float], ...]:
    return tuple(_range(part) for part in accept.split(",") if part.strip())


def _quality(media_type: str, ranges: Sequence[tuple[str, float]]) -> float:
    return max(
        (covers(wanted, media_type), quality)
        for wanted, quality in [*ranges, ("*/*", 0.0)]
    )[1]


def _range(part: str) -> tuple[str, float]:
    wanted, *parameters = part.split(";")
    quality = 1.0
    for parameter in parameters:
        name, _, value = parameter.partition("=")
        if name.strip().lower() == "q":
            try:
                quality = float(value)
            except ValueError:
                quality = 0.0
    return wanted, quality


@lru_cache(maxsize=512)
def _canonical(media_type: str) -> str:
    bare, *rest = media_type.split(";")
    return ";".join(
        [bare.strip().lower(), *sorted(part.strip().lower() for part in rest)]
    )
