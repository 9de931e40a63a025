"""Text to JSON: a parameter's text has no types, so its JSON Schema says how to read it.

The rule for one text, by the JSON types that the schema allows there:

1. a text that is a JSON number is a number where `number` or `integer` is allowed;
2. `true` and `false` are booleans where `boolean` is allowed;
3. every other text is a string, as is every text where the schema says nothing of types;
4. `null` is null only where null is allowed and a string is not.

So "5" is the number 5 under `type: [integer, string]`, and "05" is a string there. When what this
gives is not valid, the same text read as strings is tried: "1" fits `enum: ["1", 2]`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from .equality import is_array, is_object

Decode = Callable[[str], str]
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_DEPTH = 32


@dataclass(frozen=True, slots=True)
class Reading:
    """One sent value under each view that its style allows; None where it allows none."""

    text: str | None = None
    items: tuple[str, ...] | None = None
    members: tuple[tuple[str, str], ...] | None = None


def split(raw: str, delimiter: str, pairs: bool, decode: Decode) -> Reading:
    """A delimited value as a text, as a list, and as members: `k=v` pairs, or names and values in turn."""
    if delimiter not in raw and "=" not in raw:
        text = decode(raw)
        return Reading(text, (text,))
    parts = raw.split(delimiter)
    items = tuple(map(decode, parts))
    members: tuple[tuple[str, str], ...] | None = None
    if pairs and all("=" in part for part in parts):
        members = tuple(pair(part, decode) for part in parts)
    elif not pairs and len(items) % 2 == 0:
        members = tuple(zip(items[::2], items[1::2], strict=True))
    return Reading(decode(raw), items, members)


def pair(part: str, decode: Decode) -> tuple[str, str]:
    """A name and a value, with `=` between them."""
    name, _, value = part.partition("=")
    return decode(name), decode(value)


@dataclass(frozen=True)
class Shape:
    """What a JSON Schema says of types, looked at only as deep as parameters reach."""

    schema: Any
    definitions: Mapping[str, Any] = field(default_factory=dict[str, Any])

    @classmethod
    def of(cls, schema: Mapping[str, Any]) -> Shape:
        return cls(schema, schema.get("$defs", {}))

    @cached_property
    def branches(self) -> tuple[Mapping[str, Any], ...]:
        """The schema and all that it refers to or is made of."""
        return tuple(self._walk(self.schema, _DEPTH))

    def _walk(self, schema: Any, depth: int) -> Iterator[Mapping[str, Any]]:
        if not is_object(schema) or not depth:
            return
        yield schema
        if isinstance(reference := schema.get("$ref"), str):
            yield from self._walk(
                self.definitions.get(reference.rpartition("/")[2]), depth - 1
            )
        for keyword in ("allOf", "anyOf", "oneOf"):
            for member in schema.get(keyword, ()):
                yield from self._walk(member, depth - 1)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The JSON types that may stand here; empty where the schema does not say."""
        return frozenset(kind for branch in self.branches for kind in _kinds(branch))

    @cached_property
    def takes_scalars(self) -> bool:
        return not self.kinds or not self.kinds <= {"array", "object"}

    @cached_property
    def may_be_empty(self) -> bool:
        """Whether no `minItems` asks for an entry."""
        return not any(branch.get("minItems") for branch in self.branches)

    @cached_property
    def names(self) -> frozenset[str]:
        return frozenset(
            name for branch in self.branches for name in branch.get("properties", {})
        )

    @cached_property
    def takes_more(self) -> bool:
        """Whether members that are not declared are spoken of: `additionalProperties` other than false."""
        return any(
            branch.get("additionalProperties", False) is not False
            for branch in self.branches
        )

    @cached_property
    def item(self) -> Shape:
        return self._below(
            branch["items"] for branch in self.branches if "items" in branch
        )

    @cached_property
    def required(self) -> frozenset[str]:
        """The members that every branch asks for, as far as it is an object's."""
        return frozenset(
            name for branch in self.branches for name in branch.get("required", ())
        )

    def entry(self, index: int) -> Shape:
        """The entry of an array at a place."""
        prefixes = (branch.get("prefixItems", ()) for branch in self.branches)
        found = [prefix[index] for prefix in prefixes if index < len(prefix)]
        return self._below(found) if found else self.item

    def member(self, name: str) -> Shape:
        declared = [
            b["properties"][name]
            for b in self.branches
            if name in b.get("properties", {})
        ]
        return self._below(
            declared or (b.get("additionalProperties") for b in self.branches)
        )

    def _below(self, schemas: Any) -> Shape:
        return Shape({"anyOf": list(schemas)}, self.definitions)

    def candidates(self, reading: Reading) -> Iterator[str]:
        """JSON texts for what was sent, the most likely first."""
        kinds = self.kinds
        for typed in (True, False):
            if reading.items is not None and "array" in kinds:
                yield (
                    "["
                    + ",".join(self.item.scalar(text, typed) for text in reading.items)
                    + "]"
                )
            if reading.members is not None and "object" in kinds:
                yield self._object(reading.members, typed)
            if reading.text is not None and self.takes_scalars:
                yield self.scalar(reading.text, typed)
        if reading.items == ("",) and "array" in kinds:
            # Where no entry can be an empty text, `ids=` can only mean that there is none.
            yield "[]"

    def scalar(self, text: str, typed: bool = True) -> str:
        kinds = self.kinds if typed else frozenset[str]()
        if kinds & {"number", "integer"} and NUMBER.fullmatch(text):
            return text
        if "boolean" in kinds and text in ("true", "false"):
            return text
        if text == "null" and "null" in kinds and "string" not in kinds:
            return text
        return json.dumps(text)

    def _object(self, members: tuple[tuple[str, str], ...], typed: bool) -> str:
        gathered: dict[str, list[str]] = {}
        for name, text in members:
            gathered.setdefault(name, []).append(text)
        parts: list[str] = []
        for name, texts in gathered.items():
            shape = self.member(name)
            if "array" in shape.kinds or len(texts) > 1:
                value = (
                    "["
                    + ",".join(shape.item.scalar(text, typed) for text in texts)
                    + "]"
                )
            else:
                value = shape.scalar(texts[0], typed)
            parts.append(f"{json.dumps(name)}:{value}")
        return "{" + ",".join(parts) + "}"


def _kinds(schema: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(kind := schema.get("type"), str):
        yield kind
    elif is_array(kind):
        yield from kind
    elif "const" in schema:
        yield _kind(schema["const"])
    elif "enum" in schema:
        yield from map(_kind, schema["enum"])
    elif "properties" in schema:
        yield "object"
    elif "items" in schema:
        yield "array"


def _kind(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    return (
        "array"
        if isinstance(value, list)
        else "object"
        if isinstance(value, dict)
        else "null"
    )
