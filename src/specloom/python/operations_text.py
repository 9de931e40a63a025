"""Descriptors as source text: constructor calls of `runtime/operation.py`, defaults left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import LiteralString

from specloom import ir
from specloom.code import Code, literal
from specloom.python import expr as x
from specloom.python.annotations import Spelling
from specloom.python.expr import Expr, Import
from specloom.python.formfiles import FormParts, Held, is_multipart
from specloom.python.jsons import json_text
from specloom.python.modules import ModuleImports
from specloom.python.pagination import Paged
from specloom.python.types import TypePlan

_TRUE = literal(True)
_NOTHING = ir.Encoding()
_CODEC = Import("._runtime.codec", "Codec")


def made(word: Code, *arguments: Code, **named: Code | None) -> Code:
    """A call; arguments that are None are left out."""
    said = [f"{name}={value}" for name, value in named.items() if value is not None]
    return Code(f"{word}({', '.join([*arguments, *said])})")


def rows(entries: Iterable[Code]) -> Code:
    """A tuple."""
    listed = ", ".join(entries)
    return Code(f"({listed},)" if listed else "()")


def some(entries: Iterable[Code]) -> Code | None:
    """A tuple, or None if it is empty."""
    found = rows(entries)
    return None if found == "()" else found


def table(entries: Mapping[str, Code]) -> Code:
    """A dict with literal keys."""
    return Code("{" + ", ".join([f"{literal(key)}: {entry}" for key, entry in entries.items()]) + "}")


def text(value: str | None) -> Code | None:
    return None if value is None else literal(value)


def flag(value: bool) -> Code | None:
    return _TRUE if value else None


def _evaluated(annotation: Expr) -> Expr:
    """An annotation where a value is expected: pyright takes `Annotated[…] | None` only within brackets."""
    members = x.members(annotation)
    if len(members) == 1 or x.NONE not in members:
        return annotation
    imports = (part for part in annotation.pieces if isinstance(part, Import))
    said = any(each.name == "Annotated" or each.module == "._runtime.scalars" for each in imports)
    return x.annotated(annotation, x.call(Import("pydantic", "Field"))) if said else annotation


class Descriptors:
    """Writes the descriptors of one module. Types are looked up when a codec is first used.

    Operations share most parameters and answers, which are written once.
    """

    def __init__(self, types: TypePlan, imports: ModuleImports) -> None:
        self._types = types
        self.imports = imports
        self._annotator = types.annotator(Spelling(runtime=True))
        self._words: dict[str, Code] = {}
        # By identity: what operations share is the same object, and outlives its plan.
        self._codecs: dict[int, Code] = {}
        self._parameters: dict[tuple[int, str], Code] = {}
        self._contents: dict[int, Code] = {}
        self._responses: dict[tuple[str, str, int, int], Code] = {}
        self._servers: dict[tuple[ir.Server, ...], Code] = {}
        self._security: dict[tuple[tuple[ir.Requirement, ...], ...], Code | None] = {}

    def word(self, name: LiteralString) -> Code:
        """The module's name for a class of `runtime/operation.py`."""
        found = self._words.get(name)
        if found is None:
            found = self._words[name] = self.imports.add(Import("._runtime.operation", name))
        return found

    def codec(self, type: ir.Type) -> Code:
        found = self._codecs.get(id(type))
        if found is None:
            word = self.imports.add(_CODEC)
            annotation = self.imports.render(_evaluated(self._annotator.of(type)))
            found = self._codecs[id(type)] = Code(f"{word}(lambda: {annotation})")
        return found

    def parameter(self, parameter: ir.Parameter, argument: str) -> Code:
        key = id(parameter), argument
        found = self._parameters.get(key)
        if found is None:
            found = self._parameters[key] = self._parameter(parameter, argument)
        return found

    def _parameter(self, parameter: ir.Parameter, argument: str) -> Code:
        said = self._types.default(parameter)
        default = None if isinstance(said, ir.Absent) else literal(json_text(said))
        return made(
            self.word("Parameter"),
            name=literal(parameter.name),
            argument=literal(argument),
            place=literal(parameter.place.value),
            codec=self.codec(parameter.type),
            required=flag(parameter.required),
            style=literal(parameter.style.value),
            explode=flag(parameter.explode),
            allow_reserved=flag(parameter.allow_reserved),
            media_type=text(parameter.media_type),
            rest_of_path=flag(parameter.rest_of_path),
            description=text(parameter.doc.description),
            deprecated=flag(parameter.doc.deprecated),
            default=default,
        )

    def content(self, content: ir.Content) -> Code:
        found = self._contents.get(id(content))
        if found is None:
            found = self._contents[id(content)] = self._content(content)
        return found

    def _content(self, content: ir.Content) -> Code:
        word = self.word("Content")
        stream = None if content.stream is None else self._stream(content.stream)
        codec = None if content.type is None or stream is not None else self.codec(content.type)
        return made(
            word,
            literal(content.media_type),
            codec=codec,
            stream=stream,
            **self._encodings(content),
            by_item=flag(content.by_item),
        )

    def _encodings(self, content: ir.Content) -> dict[str, Code | None]:
        """How the members of a form, or parts, are written."""
        said = dict(content.encoding)
        if not (said or content.prefix_encoding or content.item_encoding or is_multipart(content)):
            return {}
        parts = FormParts.of(content, self._types)
        names = [*said, *sorted(parts.names.keys() - said.keys())]
        encoding = {n: self._encoding(said.get(n, _NOTHING), parts.names.get(n, "")) for n in names}
        prefix = parts.prefixed(content.prefix_encoding)
        rest = content.item_encoding or (_NOTHING if parts.rest else None)
        return {
            "encoding": table(encoding) if encoding else None,
            "prefix_encoding": some(self._encoding(each, held) for each, held in prefix),
            "item_encoding": None if rest is None else self._encoding(rest, parts.rest),
        }

    def _encoding(self, encoding: ir.Encoding, held: Held) -> Code:
        return made(
            self.word("Encoding"),
            content_type=text(encoding.content_type),
            style=text(None if encoding.style is None else encoding.style.value),
            explode=None if encoding.explode is None else literal(encoding.explode),
            allow_reserved=None if encoding.allow_reserved is None else literal(encoding.allow_reserved),
            headers=some(map(self._header, encoding.headers)),
            file=flag(held == "file"),
            encoded=flag(held == "encoded"),
        )

    def _stream(self, stream: ir.Stream) -> Code:
        is_text = stream.payload is ir.StreamPayload.TEXT
        return made(
            self.word("Stream"),
            framing=literal(stream.framing.value),
            item=literal(None) if is_text else self.codec(stream.item),
            envelope=None if stream.envelope is None else self.codec(stream.envelope),
            sentinel=text(stream.sentinel),
            texts=None if stream.texts is None else rows(map(literal, stream.texts)),
        )

    def body(self, body: ir.Body, stream_member: str | None) -> Code:
        return made(
            self.word("Body"),
            contents=rows(map(self.content, body.contents)),
            required=flag(body.required),
            description=text(body.description),
            stream_member=text(stream_member),
        )

    def response(self, response: ir.Response) -> Code:
        key = response.status, response.description, id(response.headers), id(response.contents)
        found = self._responses.get(key)
        if found is None:
            found = self._responses[key] = self._response(response)
        return found

    def _response(self, response: ir.Response) -> Code:
        return made(
            self.word("Response"),
            literal(response.status),
            literal(response.description),
            contents=some(map(self.content, response.contents)),
            headers=some(map(self._header, response.headers)),
        )

    def _header(self, header: ir.Header) -> Code:
        return made(
            self.word("Header"),
            name=literal(header.name),
            codec=self.codec(header.type),
            required=flag(header.required),
            description=text(header.doc.description),
            explode=flag(header.explode),
            media_type=text(header.media_type),
        )

    def servers(self, values: tuple[ir.Server, ...]) -> Code:
        found = self._servers.get(values)
        if found is None:
            found = self._servers[values] = rows(map(self._server, values))
        return found

    def _server(self, value: ir.Server) -> Code:
        variables = {
            variable.name: made(
                self.word("ServerVariable"),
                literal(variable.default),
                enum=some(map(literal, variable.choices)),
                description=text(variable.description),
            )
            for variable in value.variables
        }
        return made(
            self.word("Server"),
            literal(value.url),
            description=text(value.description),
            variables=table(variables) if variables else None,
        )

    def scheme(self, value: ir.SecurityScheme) -> Code:
        return made(
            self.word("SecurityScheme"),
            literal(value.kind.value),
            name=text(value.parameter),
            place=text(value.place),
            scheme=text(value.http_scheme),
            declaration=literal(value.declaration) if value.declaration else None,
        )

    def security(self, alternatives: tuple[tuple[ir.Requirement, ...], ...]) -> Code | None:
        if alternatives not in self._security:
            self._security[alternatives] = some(
                rows(map(self._requirement, all_of)) for all_of in alternatives
            )
        return self._security[alternatives]

    def _requirement(self, value: ir.Requirement) -> Code:
        word = self.word("Requirement")
        return made(word, literal(value.scheme), scopes=some(map(literal, value.scopes)))

    def pagination(self, paged: Paged | None) -> Code | None:
        if paged is None:
            return None

        def way(names: tuple[str, ...] | None) -> Code | None:
            return None if names is None else rows(map(literal, names))

        return made(
            self.word("Pagination"),
            literal(paged.said.style.value),
            rows(map(literal, paged.items)),
            argument=text(paged.argument),
            request=way(paged.request),
            next=way(paged.next),
            more=way(paged.more),
            total=way(paged.total),
            start=literal(paged.said.start) if paged.said.start else None,
        )

    def receiver(self, value: ir.Receiver) -> Code:
        return made(
            self.word("Receiver"),
            literal(value.kind),
            literal(value.name),
            of=None if value.of is None else rows(map(literal, value.of)),
            expression=text(value.expression),
        )
