"""Types that hold no others, by their content: most schemas of a document are a few of these again."""

from __future__ import annotations

from operator import attrgetter

from specloom import ir

_TEXT = attrgetter(
    "min_length", "max_length", "pattern", "format", "encoding", "content_type", "doc.own_type"
)
_NUMBER = attrgetter(
    "minimum",
    "maximum",
    "exclusive_minimum",
    "exclusive_maximum",
    "multiple_of",
    "format",
    "doc.own_type",
)
_CHOICE = attrgetter("values", "constant", "doc.own_type")


def content(type: ir.Type) -> str | None:
    """A text that types share if nothing but what is said of them differs; None for one that holds others.

    It is written out, for 1, 1.0 and true are equal in Python.
    """
    match type:
        case ir.String(content=None):
            return f"text {_TEXT(type)!r}"
        case ir.Integer():
            return f"integer {_NUMBER(type)!r}"
        case ir.Number():
            return f"number {_NUMBER(type)!r}"
        case ir.Choice():
            return f"choice {_CHOICE(type)!r}"
    return None
