"""Bytes to typed values and back, built when first used."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter

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

    def decode(self, data: bytes | str) -> T:
        """Read JSON text. Raises :class:`pydantic.ValidationError`."""
        return self.adapter.validate_json(data)

    def encode(self, value: T) -> bytes:
        """Write JSON text: wire names, and only what was set."""
        return self.adapter.dump_json(value, by_alias=True, exclude_unset=True)
