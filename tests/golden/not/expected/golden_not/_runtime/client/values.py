"""Python values to JSON text: as it is sent, and only if the document allows it."""

from __future__ import annotations

import json
from typing import Any, Final, NoReturn

from pydantic import ConfigDict, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from ..codec import Codec
from .errors import ArgumentError

_ANY: Final[TypeAdapter[Any]] = TypeAdapter(
    Any, config=ConfigDict(ser_json_inf_nan="constants")
)


class _NotFiniteError(ArgumentError):
    """NaN or an infinity, which no type of a document can write either."""


def to_json(value: Any, what: str) -> bytes:
    """Write models, mappings and plain values by their wire names, and only what was set.

    Raises :class:`ArgumentError` (beginning with `what`) for what JSON cannot say.
    """
    try:
        data = _ANY.dump_json(value, by_alias=True, exclude_unset=True)
    except (PydanticSerializationError, ValueError, TypeError) as error:
        raise ArgumentError(f"{what} cannot be written as JSON: {error}") from error
    if b"NaN" in data or b"Infinity" in data:
        # They may stand inside a string: only a number is refused.
        json.loads(data, parse_constant=lambda name: _refuse(what, name))
    return data


def checked(value: Any, codec: Codec[Any] | None, what: str) -> bytes:
    """Write the value, then hold what would be sent against the document.

    Raises :class:`ArgumentError`, with what is wrong and where, but without the values.
    """
    if codec is None:
        return to_json(value, what)
    try:
        data = to_json(value, what)
        codec.decode(data)
    except _NotFiniteError:
        raise
    except (ArgumentError, ValidationError) as error:
        typed = _typed(value, codec)
        if typed is not None:
            return typed
        if isinstance(error, ArgumentError):
            raise
        raise ArgumentError(f"{what} does not fit: {faults(error)}") from error
    return data


def _typed(value: Any, codec: Codec[Any]) -> bytes | None:
    """The same where values have types that only the document's type can write; None if they do not fit."""
    try:
        data = codec.encode(codec.adapter.validate_python(value))
        codec.decode(data)
    except (ValidationError, PydanticSerializationError, ValueError, TypeError):
        return None
    return data


def faults(error: ValidationError, most: int = 3) -> str:
    """The first faults in a few words; input values are left out, they may be secret or huge."""
    found = error.errors(include_url=False, include_context=False, include_input=False)
    texts = [
        f"{'.'.join(map(str, fault['loc'])) or 'value'}: {fault['msg']}"
        for fault in found[:most]
    ]
    if len(found) > most:
        texts.append(f"and {len(found) - most} more")
    return "; ".join(texts)


def _refuse(what: str, name: str) -> NoReturn:
    raise _NotFiniteError(f"{what} cannot be written as JSON: it holds {name}")
