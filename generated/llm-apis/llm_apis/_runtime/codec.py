"""Bytes to typed values and back, built when first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import InitErrorDetails, from_json

T = TypeVar("T")


class Codec(Generic[T]):
    """Reads and writes JSON of one type. The type is looked up, and its validator built, on first use."""

    def __init__(self, type_: Callable[[], Any]) -> None:
        self._type = type_

    @cached_property
    def type(self) -> Any:
        """The type itself, as an annotation would spell it."""
        return self._type()

    @cached_property
    def adapter(self) -> TypeAdapter[T]:
        return TypeAdapter(self.type)

    def decode(self, data: bytes | str, context: object = None) -> T:
        """Read JSON text; `context` is what its types may look things up in.

        Raises :class:`pydantic.ValidationError`.
        """
        if (
            ("NaN" in data or "Infinity" in data)
            if isinstance(data, str)
            else (b"NaN" in data or b"Infinity" in data)
        ):
            _refuse_constants(data)
        # As the adapter does it, but for what it hands on to no end here.
        read: T = self.adapter.validator.validate_json(data, context=context)
        return read

    def encode(self, value: T) -> bytes:
        """Write JSON text: wire names, and only what was set."""
        return self.adapter.dump_json(value, by_alias=True, exclude_unset=True)


def _refuse_constants(data: bytes | str) -> None:
    """pydantic reads `NaN` and `Infinity`, which RFC 8259 does not have. Inside a string they may stand."""
    try:
        from_json(data, allow_inf_nan=False)
    except ValueError as error:
        said: InitErrorDetails = {
            "type": "json_invalid",
            "input": None,
            "ctx": {"error": str(error)},
        }
        raise ValidationError.from_exception_data("JSON", [said], "json") from None
