"""Whether a text is a pattern of ECMA-262, strictly or as browsers read it."""

from __future__ import annotations

import re

import jsonschema_rs

_STRICT = jsonschema_rs.validator_for({"format": "regex"}, validate_formats=True)
_PIECE = re.compile(
    r"""
    (?P<whole> \\[pPu]\{[^{}]*\} | \\[A-Za-z0-9] | \{\d+(?:,\d*)?\} )
    | \\(?P<escaped> \W )
    | \[(?P<members> \^?(?:\\[\s\S]|[^\]\\])* )\]
    | (?P<loose> [{}\]] )
    """,
    re.VERBOSE,
)
_NAMED_SET = r"(?:\\[dwsDWS]|\\[pP]\{[^{}]*\})"
_BESIDE_SET = re.compile(rf"(?P<set>{_NAMED_SET})-(?!$)|(?<!\\)-(?={_NAMED_SET})")


def is_pattern(text: str) -> bool:
    """Whether the text is a pattern of ECMA-262 in unicode mode, or one that differs harmlessly from those.

    Harmless is what Annex B lets a browser read in one way only: a brace or bracket that opens and closes
    nothing, an escaped punctuation mark, a hyphen beside a named set in a class.
    """
    return _STRICT.is_valid(text) or _STRICT.is_valid(_PIECE.sub(_strictly, text))


def _strictly(piece: re.Match[str]) -> str:
    """The piece of a pattern as unicode mode has it."""
    if piece["loose"]:
        return "\\" + piece["loose"]
    if piece["escaped"]:
        return f"\\u{{{ord(piece['escaped']):x}}}"
    if piece["members"]:
        return "[" + _BESIDE_SET.sub(lambda dash: (dash["set"] or "") + r"\-", piece["members"]) + "]"
    return piece[0]
