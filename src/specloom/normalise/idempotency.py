"""Which header field carries an operation's idempotency key (our extension, and a declared parameter)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from specloom import ir
from specloom.normalise.context import Context
from specloom.normalise.pointers import join

KEY: Final = "x-specloom-idempotency-key"
_DECLARED: Final = "idempotency-key"
_FIELD_NAME: Final = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A token, as names of header fields are (RFC 9110, section 5.1)."""
_HEADER: Final = ir.ParameterPlace.HEADER
_UNSAFE: Final = ("POST", "PATCH")


def idempotency_key(
    context: Context,
    method: str,
    places: tuple[str, ...],
    source: str,
    parameters: Iterable[ir.Parameter],
) -> str | None:
    """The operation's own word (the first of `places`), else its path's, its document's, or its parameter's.

    `false` says that it has none. What is said for several operations counts for those that cannot be sent
    again without a key: POST and PATCH.
    """
    own, *shared = places
    if KEY in context.mapping(own):
        return _read(context, context.mapping(own)[KEY], join(own, KEY))
    header = next((p.name for p in parameters if p.place is _HEADER and p.name.lower() == _DECLARED), None)
    if header is not None or method not in _UNSAFE:
        return header
    for place in shared:
        if KEY in context.mapping(place):
            return _read(context, context.mapping(place)[KEY], join(place, KEY))
    said = context.sources[source].idempotency_key
    return _read(context, said, own) if said is not None else None


def _read(context: Context, said: Any, place: str) -> str | None:
    if isinstance(said, str) and _FIELD_NAME.fullmatch(said):
        return said
    if said is not False:
        context.error("extension-invalid", f"`{KEY}` is the name of a header field, or false", place)
    return None
