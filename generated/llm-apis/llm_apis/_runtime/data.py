"""JSON values as data in a JSON Schema: what looks like a reference in them is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, SupportsIndex

from .equality import is_array, is_object


class _Text(str):
    """The text of a member `$ref` that is data.

    pydantic takes each such member of a schema for a reference, looks up what it defined itself, and leaves
    alone those that lead out of the document: they begin as addresses do, which this says of itself.
    """

    __slots__ = ()

    def startswith(
        self,
        prefix: str | tuple[str, ...],
        start: SupportsIndex | None = None,
        end: SupportsIndex | None = None,
        /,
    ) -> bool:
        if prefix == ("http://", "https://"):
            return True
        return super().startswith(prefix, start, end)


def data(value: Any) -> Any:
    """A copy of the value, for a keyword whose value is no schema: `const`, `enum`, `default`, …"""
    if is_array(value):
        return [data(entry) for entry in value]
    if not is_object(value):
        return value
    return {
        name: _Text(member)
        if name == "$ref" and isinstance(member, str)
        else data(member)
        for name, member in value.items()
    }


def saying(keywords: Mapping[str, Any]) -> Callable[[dict[str, Any]], None]:
    """What adds the keywords, whose values are data, to a JSON Schema (pydantic's `json_schema_extra`)."""

    def add(schema: dict[str, Any]) -> None:
        schema.update(data(keywords))

    return add
