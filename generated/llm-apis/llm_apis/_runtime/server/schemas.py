"""The JSON Schemas of the types that decide requests and responses, gathered as components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import GenericAlias
from typing import Any

from pydantic import TypeAdapter

from ..codec import Codec
from ..operation import Content, Operation, Source
from .values import is_mapping

_PREFIX = "#/components/schemas/"


class Schemas:
    """Schemas of many operations. A component is called by its class, below its source's namespace."""

    def __init__(self, operations: list[Operation]) -> None:
        self.components: dict[str, Any] = {}
        self._schemas: dict[int, Any] = {}
        sources = {id(operation.source): operation.source for operation in operations}
        for key, source in sources.items():
            codecs = {
                id(c): c for o in operations if id(o.source) == key for c in _codecs(o)
            }
            self._generate(source, codecs)

    def of(self, codec: Codec[Any]) -> Any:
        """The schema of a codec's type: a copy, with references to the components."""
        schema = self._schemas[id(codec)]
        return dict(schema) if is_mapping(schema) else schema

    def whole(self, codec: Codec[Any]) -> dict[str, Any]:
        """The schema itself, where :meth:`of` is a reference to a component."""
        schema = self.of(codec)
        while is_mapping(schema) and "$ref" in schema:
            schema = self.components[schema["$ref"].removeprefix(_PREFIX)]
        return dict(schema) if is_mapping(schema) else {}

    def entry(self, schema: Any) -> Any:
        """What the schema of an array says of its entries."""
        return schema.get("items", {}) if is_mapping(schema) else {}

    def _generate(self, source: Source, codecs: Mapping[int, Codec[Any]]) -> None:
        """All types of a source at once, as the entries of one tuple.

        pydantic then makes the schema of a class once, however many types hold it, and gives each class one
        name, and short ones where it can. Requests and responses are both held to the validated form: what
        was not set is not sent, so a member with a default need not be there in a response either.
        """
        places: dict[Any, int] = {}
        for codec in codecs.values():
            places.setdefault(codec.type, len(places))
        if not places:
            return
        namespace = f"{source.id}." if source.id else ""
        every: Any = GenericAlias(tuple, tuple(places))
        found, rest = TypeAdapter.json_schemas(
            [("every", "validation", TypeAdapter[Any](every))],
            ref_template=f"{_PREFIX}{namespace}{{model}}",
        )
        for name, schema in sorted(rest.get("$defs", {}).items()):
            self.components[namespace + name] = schema
        schemas = found["every", "validation"]["prefixItems"]
        self._schemas |= {
            key: schemas[places[codec.type]] for key, codec in codecs.items()
        }


def _codecs(operation: Operation) -> Iterator[Codec[Any]]:
    for parameter in operation.parameters:
        yield parameter.codec
    contents = list(operation.body.contents) if operation.body else []
    for response in operation.responses:
        contents += response.contents
        for header in response.headers:
            yield header.codec
    for content in contents:
        yield from _of_content(content)


def _of_content(content: Content) -> Iterator[Codec[Any]]:
    rest = [] if content.item_encoding is None else [content.item_encoding]
    for encoding in (*content.encoding.values(), *content.prefix_encoding, *rest):
        for header in encoding.headers:
            yield header.codec
    if content.codec is not None:
        yield content.codec
    if content.stream is not None:
        if content.stream.item is not None:
            yield content.stream.item
        if content.stream.envelope is not None:
            yield content.stream.envelope
