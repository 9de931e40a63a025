"""Descriptors as source text: constructor calls of `runtime/operation.py`, defaults left out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import LiteralString

from specloom import ir
from specloom.code import Code, literal
from specloom.python import expr as x
from specloom.python.annotations import Spelling
from specloom.python.expr import Expr, Import, Part
from specloom.python.formfiles import FormParts, Held
from specloom.python.jsons import json_text
from specloom.python.pagination import Paged
from specloom.python.types import TypePlan

_NOTHING = ir.Encoding()


def described(name: LiteralString) -> Import:
    """A class of `runtime/operation.py`."""
    return Import("._runtime.operation", name)


def made(name: LiteralString, /, *arguments: Part, **named: Part | None) -> Expr:
    """A call of one; arguments that are None are left out."""
    return x.call(
        described(name), *arguments, **{key: part for key, part in named.items() if part is not None}
    )


def rows(parts: Iterable[Part]) -> Expr:
    """A tuple."""
    entries = [each for part in parts for each in (part, ", ")]
    return x.expr("(", *entries[:-1], ",)") if entries else x.expr("()")


def some(parts: Iterable[Part]) -> Expr | None:
    """A tuple, or None if it is empty."""
    listed = list(parts)
    return rows(listed) if listed else None


def table(entries: Mapping[str, Part]) -> Expr:
    """A dict with literal keys."""
    pairs = [each for key, part in entries.items() for each in (literal(key), ": ", part, ", ")]
    return x.expr("{", *pairs[:-1], "}")


def text(value: str | None) -> Code | None:
    return None if value is None else literal(value)


def flag(value: bool) -> Code | None:
    return literal(True) if value else None


def _evaluated(annotation: Expr) -> Expr:
    """An annotation where a value is expected: pyright takes `Annotated[…] | None` only within brackets."""
    imports = (part for part in annotation.pieces if isinstance(part, Import))
    said = any(each.name == "Annotated" or each.module == "._runtime.scalars" for each in imports)
    if said and x.NONE in x.members(annotation):
        return x.annotated(annotation, x.call(Import("pydantic", "Field")))
    return annotation


class DescriptorPlanner:
    """Writes the descriptors of one module. Types are looked up when a codec is first used."""

    def __init__(self, types: TypePlan) -> None:
        self._types = types
        self._annotator = types.annotator(Spelling(runtime=True))

    def codec(self, type: ir.Type) -> Expr:
        annotation = self._annotator.of(type)
        return x.call(Import("._runtime.codec", "Codec"), x.expr("lambda: ", _evaluated(annotation)))

    def parameter(self, parameter: ir.Parameter, argument: str) -> Expr:
        said = self._types.default(parameter)
        default = None if isinstance(said, ir.Absent) else literal(json_text(said))
        return made(
            "Parameter",
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

    def content(self, content: ir.Content) -> Expr:
        stream = None if content.stream is None else self._stream(content.stream)
        codec = None if content.type is None or stream is not None else self.codec(content.type)
        parts = FormParts.of(content, self._types)
        said = dict(content.encoding)
        names = [*said, *sorted(parts.names.keys() - said.keys())]
        encoding = {n: self._encoding(said.get(n, _NOTHING), parts.names.get(n, "")) for n in names}
        prefix = parts.prefixed(content.prefix_encoding)
        rest = content.item_encoding or (_NOTHING if parts.rest else None)
        return made(
            "Content",
            literal(content.media_type),
            codec=codec,
            stream=stream,
            encoding=table(encoding) if encoding else None,
            prefix_encoding=some(self._encoding(each, held) for each, held in prefix),
            item_encoding=None if rest is None else self._encoding(rest, parts.rest),
            by_item=flag(content.by_item),
        )

    def _encoding(self, encoding: ir.Encoding, held: Held) -> Expr:
        return made(
            "Encoding",
            content_type=text(encoding.content_type),
            style=text(None if encoding.style is None else encoding.style.value),
            explode=None if encoding.explode is None else literal(encoding.explode),
            allow_reserved=None if encoding.allow_reserved is None else literal(encoding.allow_reserved),
            headers=some(map(self._header, encoding.headers)),
            file=flag(held == "file"),
            encoded=flag(held == "encoded"),
        )

    def _stream(self, stream: ir.Stream) -> Expr:
        is_text = stream.payload is ir.StreamPayload.TEXT
        return made(
            "Stream",
            framing=literal(stream.framing.value),
            item=literal(None) if is_text else self.codec(stream.item),
            envelope=None if stream.envelope is None else self.codec(stream.envelope),
            sentinel=text(stream.sentinel),
            texts=None if stream.texts is None else rows(map(literal, stream.texts)),
        )

    def body(self, body: ir.Body, stream_member: str | None) -> Expr:
        return made(
            "Body",
            contents=rows(map(self.content, body.contents)),
            required=flag(body.required),
            description=text(body.description),
            stream_member=text(stream_member),
        )

    def response(self, response: ir.Response) -> Expr:
        return made(
            "Response",
            literal(response.status),
            literal(response.description),
            contents=some(map(self.content, response.contents)),
            headers=some(map(self._header, response.headers)),
        )

    def _header(self, header: ir.Header) -> Expr:
        return made(
            "Header",
            name=literal(header.name),
            codec=self.codec(header.type),
            required=flag(header.required),
            description=text(header.doc.description),
            explode=flag(header.explode),
            media_type=text(header.media_type),
        )


def server(value: ir.Server) -> Expr:
    variables = {
        variable.name: made(
            "ServerVariable",
            literal(variable.default),
            enum=some(map(literal, variable.choices)),
            description=text(variable.description),
        )
        for variable in value.variables
    }
    return made(
        "Server",
        literal(value.url),
        description=text(value.description),
        variables=table(variables) if variables else None,
    )


def scheme(value: ir.SecurityScheme) -> Expr:
    return made(
        "SecurityScheme",
        literal(value.kind.value),
        name=text(value.parameter),
        place=text(value.place),
        scheme=text(value.http_scheme),
        declaration=literal(value.declaration) if value.declaration else None,
    )


def security(alternatives: tuple[tuple[ir.Requirement, ...], ...]) -> Expr | None:
    def requirement(value: ir.Requirement) -> Expr:
        return made("Requirement", literal(value.scheme), scopes=some(map(literal, value.scopes)))

    return some(rows(map(requirement, alternative)) for alternative in alternatives)


def pagination(paged: Paged | None) -> Expr | None:
    if paged is None:
        return None

    def way(names: tuple[str, ...] | None) -> Expr | None:
        return None if names is None else rows(map(literal, names))

    return made(
        "Pagination",
        literal(paged.said.style.value),
        rows(map(literal, paged.items)),
        argument=text(paged.argument),
        request=way(paged.request),
        next=way(paged.next),
        more=way(paged.more),
        total=way(paged.total),
        start=literal(paged.said.start) if paged.said.start else None,
    )


def receiver(value: ir.Receiver) -> Expr:
    return made(
        "Receiver",
        literal(value.kind),
        literal(value.name),
        of=None if value.of is None else rows(map(literal, value.of)),
        expression=text(value.expression),
    )
