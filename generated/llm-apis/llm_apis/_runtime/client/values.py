"""Python values to JSON text: as it is sent, and only if the document allows it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn, cast

from pydantic import ValidationError
from pydantic_core import (
    PydanticSerializationError,
    SchemaSerializer,
    core_schema,
)

from ..codec import Codec
from .errors import ArgumentError

_ANY: Final = SchemaSerializer(
    core_schema.any_schema(), core_schema.CoreConfig(ser_json_inf_nan="constants")
)
"""Made without a TypeAdapter, which would have pydantic look for plugins when a client is imported."""


class _NotFiniteError(ArgumentError):
    """NaN or an infinity, which no type of a document can write either."""


def to_json(value: Any, what: str) -> bytes:
    """Write models, mappings and plain values by their wire names, and only what was set.

    Raises :class:`ArgumentError` (beginning with `what`) for what JSON cannot say.
    """
    try:
        data = _ANY.to_json(value, by_alias=True, exclude_unset=True, fallback=_known)
    except (
        PydanticSerializationError,
        ValueError,
        TypeError,
        RecursionError,
    ) as error:
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
        data = codec.encode(codec.adapter.validate_python(_plain(value)))
        codec.decode(data)
    except (
        ValidationError,
        PydanticSerializationError,
        ValueError,
        TypeError,
        RecursionError,
    ):
        return None
    return data


def _known(value: object) -> Any:
    """What pydantic can write, for a sequence or mapping of a type that it does not know."""
    if not isinstance(value, Sequence | Mapping):
        raise TypeError(f"{type(value).__name__} is no type of JSON")
    return _plain(cast("object", value))


def _plain(value: object) -> Any:
    """The value with a list for every sequence and a dict for every mapping: strict types take no others."""
    if isinstance(value, Mapping):
        members = cast("Mapping[object, object]", value).items()
        return {name: _plain(member) for name, member in members}
    if isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray):
        return [_plain(entry) for entry in cast("Sequence[object]", value)]
    return value


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
