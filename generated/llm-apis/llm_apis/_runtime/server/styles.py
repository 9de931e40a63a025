"""Parameter styles (OpenAPI 3.2, "Style Values"): what was sent, taken apart by its delimiters.

Delimiters are looked for before percent-decoding, so an encoded one is part of the value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, unquote_plus

from ..operation import Parameter
from ..shapes import Decode, Reading, Shape, pair, split


class StyleError(ValueError):
    """A value is not written in its parameter's style."""


@dataclass(frozen=True, slots=True)
class Sent:
    """The parts of a request that parameters are read from, still encoded; names of the query are decoded."""

    path: Mapping[str, str] = field(default_factory=dict[str, str])
    query_string: str = ""
    query: Sequence[tuple[str, str]] = ()
    headers: Mapping[str, Sequence[str]] = field(
        default_factory=dict[str, Sequence[str]]
    )
    cookies: Sequence[tuple[str, str]] = ()


def read(
    parameter: Parameter, shape: Shape, sent: Sent, others: frozenset[str]
) -> Reading | None:
    """What was sent for a parameter, or None where it was not. Raises :class:`StyleError`.

    `others` are the names of the other parameters of its place, which an exploded object does not take.
    """
    if parameter.place == "query":
        return _query(parameter, shape, sent, others)
    if parameter.place == "querystring":
        members = tuple(
            (name, unquote_plus(value))
            for name, value in sent.query
            if name not in others
        )
        return (
            Reading(unquote(sent.query_string), None, members)
            if sent.query_string
            else None
        )
    if parameter.place == "cookie":
        decode: Decode = _verbatim if parameter.style == "cookie" else unquote
        values = [value for name, value in sent.cookies if name == parameter.name]
        reading = _named(parameter, values, decode)
        return _spread(parameter, shape, reading, sent.cookies, decode, others)
    if parameter.place == "header":
        lines = sent.headers.get(parameter.name.lower())
        return (
            None
            if lines is None
            else split(", ".join(lines), ",", parameter.explode, str.strip)
        )
    raw = sent.path.get(parameter.name)
    return None if raw is None else _path(parameter, raw)


def _path(parameter: Parameter, raw: str) -> Reading:
    if parameter.rest_of_path or parameter.media_type is not None:
        return Reading(unquote(raw))
    if parameter.style == "label":
        return split(
            _after(".", raw),
            "." if parameter.explode else ",",
            parameter.explode,
            unquote,
        )
    if parameter.style == "matrix":
        return _matrix(parameter, _after(";", raw))
    return split(raw, ",", parameter.explode, unquote)


def _after(prefix: str, raw: str) -> str:
    if not raw.startswith(prefix):
        raise StyleError(f"does not start with {prefix!r}")
    return raw[1:]


def _matrix(parameter: Parameter, raw: str) -> Reading:
    pairs = [pair(part, unquote) for part in raw.split(";")]
    values = [
        part.partition("=")[2]
        for part in raw.split(";")
        if pair(part, unquote)[0] == parameter.name
    ]
    if parameter.explode:
        items = tuple(map(unquote, values))
        return Reading(
            items[0] if len(items) == 1 else None, items or None, tuple(pairs)
        )
    if len(values) != 1 or len(pairs) != 1:
        raise StyleError(f"is not written as ;{parameter.name}=…")
    return split(values[0], ",", False, unquote)


def _query(
    parameter: Parameter, shape: Shape, sent: Sent, others: frozenset[str]
) -> Reading | None:
    decode: Decode = unquote if parameter.allow_reserved else unquote_plus
    if parameter.style == "deepObject":
        return _deep(parameter.name, sent, decode)
    values = [value for name, value in sent.query if name == parameter.name]
    reading = _named(parameter, values, decode)
    return _spread(parameter, shape, reading, sent.query, decode, others)


def _spread(
    parameter: Parameter,
    shape: Shape,
    reading: Reading | None,
    pairs: Sequence[tuple[str, str]],
    decode: Decode,
    others: frozenset[str],
) -> Reading | None:
    """With the members of an exploded object, which stand for themselves beside other parameters."""
    exploded = parameter.explode and parameter.media_type is None
    if not exploded or "object" not in shape.kinds:
        return reading
    members = tuple(
        (name, decode(value))
        for name, value in pairs
        if name in shape.names or (shape.takes_more and name not in others)
    )
    if not members:
        return reading
    return replace(reading or Reading(), members=members)


def _named(
    parameter: Parameter, values: Sequence[str], decode: Decode
) -> Reading | None:
    """Values that were sent under the parameter's own name."""
    if not values:
        return None
    if parameter.explode and parameter.media_type is None:
        items = tuple(map(decode, values))
        return Reading(items[0] if len(items) == 1 else None, items)
    if len(values) > 1:
        raise StyleError("is given more than once")
    if parameter.media_type is not None:
        return Reading(decode(values[0]))
    if parameter.style == "spaceDelimited":
        return split(re.sub("%20|[+]", " ", values[0]), " ", False, decode)
    if parameter.style == "pipeDelimited":
        return split(re.sub("%7[Cc]", "|", values[0]), "|", False, decode)
    return split(values[0], ",", False, decode)


def _deep(name: str, sent: Sent, decode: Decode) -> Reading | None:
    start = name + "["
    members = tuple(
        (key[len(start) : -1], decode(value))
        for key, value in sent.query
        if key.startswith(start) and key.endswith("]")
    )
    return Reading(None, None, members) if members else None


def _verbatim(text: str) -> str:
    return text
