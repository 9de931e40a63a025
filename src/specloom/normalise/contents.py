"""Bodies, responses and headers: what is carried, by media type."""

from __future__ import annotations

from specloom import ir
from specloom.normalise import docs, streams
from specloom.normalise.examples import examples, values
from specloom.normalise.kinds import as_object
from specloom.normalise.media import Carriage, carriage
from specloom.normalise.once import once
from specloom.normalise.pointers import join
from specloom.normalise.types import Types
from specloom.values import replace


@once
def contents(types: Types, place: str, sentinel: str | None) -> tuple[ir.Content, ...]:
    """The Media Type Objects of the `content` at `place`."""
    context = types.context
    found = []
    for name, entry in context.members(place):
        at = context.follow(entry)
        if at is not None:
            content, shown = _content(types, name, at, sentinel), examples(types, at)
            found.append(replace(content, examples=shown) if shown else content)
    return tuple(found)


def _content(types: Types, name: str, place: str, sentinel: str | None) -> ir.Content:
    match carriage(name):
        case Carriage.EVENTS:
            return ir.Content(media_type=name, stream=streams.events(types, place, sentinel))
        case Carriage.LINES:
            return ir.Content(media_type=name, stream=streams.items(types, place, ir.StreamFraming.LINES))
        case Carriage.SEQUENCE:
            return ir.Content(media_type=name, stream=streams.items(types, place, ir.StreamFraming.SEQUENCE))
        case Carriage.FORM | Carriage.PARTS:
            return _parts(types, name, place)
        case Carriage.XML if "schema" in types.context.mapping(place):
            types.context.note("xml-is-text", f"{name} is sent and received as the text it is", place)
    return ir.Content(media_type=name, type=_type(types, place))


def _type(types: Types, place: str) -> ir.Type | None:
    said = types.context.mapping(place)
    return types.said(f"{place}/schema", as_object(said["schema"])).type if "schema" in said else None


def _parts(types: Types, name: str, place: str) -> ir.Content:
    """A form, or other parts (OAS 3.2, 4.14.4 and 4.15); `itemSchema` describes an array of them."""
    said = types.context.mapping(place)
    by_item = "itemSchema" in said and "schema" not in said
    type_ = ir.Array(items=types.read(join(place, "itemSchema"))) if by_item else _type(types, place)
    prefix = said.get("prefixEncoding")
    return ir.Content(
        media_type=name,
        type=type_,
        encoding=tuple(
            (key, _encoding(types, at)) for key, at in types.context.members(join(place, "encoding"))
        ),
        prefix_encoding=tuple(
            _encoding(types, join(place, "prefixEncoding", index))
            for index in range(len(prefix) if isinstance(prefix, list) else 0)
        ),
        item_encoding=_encoding(types, join(place, "itemEncoding")) if "itemEncoding" in said else None,
        by_item=by_item,
    )


def _encoding(types: Types, place: str) -> ir.Encoding:
    """The Encoding Object at `place` (OAS 3.2, 4.15)."""
    context = types.context
    said = context.mapping(place)
    for keyword in ("encoding", "prefixEncoding", "itemEncoding"):
        if keyword in said:
            message = f"`{keyword}` inside an encoding is not supported: such a part is one text or file"
            context.error(
                "encoding-unsupported", message, place, hint=context.skip_hint(place), unsupported=True
            )
    style = said.get("style")
    known = style in {each.value for each in ir.ParameterStyle}
    return ir.Encoding(
        content_type=said.get("contentType"),
        style=ir.ParameterStyle(style) if known else None,
        explode=said.get("explode"),
        allow_reserved=said.get("allowReserved"),
        headers=headers(types, join(place, "headers")),
    )


def body(types: Types, place: str, sentinel: str | None) -> ir.Body | None:
    """The Request Body Object at `place`, or where a reference there leads."""
    context = types.context
    at = context.follow(place)
    if at is None or context.skips_component(at):
        return None
    said = context.mapping(at)
    return ir.Body(
        required=said.get("required") is True,
        contents=contents(types, f"{at}/content", sentinel),
        description=context.mapping(place).get("description", said.get("description")),
    )


def responses(types: Types, place: str, sentinel: str | None) -> tuple[ir.Response, ...]:
    """The Responses Object at `place` (OAS 3.2, 4.16)."""
    context = types.context
    found = []
    for status, written in context.members(place):
        if status.startswith("x-"):
            continue
        at = context.follow(written)
        if at is not None and not context.skips_component(at):
            # A Reference Object's description goes before that of what it refers to (OAS 3.2, 4.23).
            description = context.mapping(written).get("description")
            found.append(_response(types, at, status, description, sentinel))
    return tuple(found)


@once
def _response(
    types: Types, place: str, status: str, description: str | None, sentinel: str | None
) -> ir.Response:
    """The Response Object at `place`, where it answers by this status and is described so."""
    said = types.context.mapping(place)
    return ir.Response(
        status=status.upper() if status != "default" else status,
        description=(said.get("description") if description is None else description) or "",
        headers=headers(types, f"{place}/headers") if "headers" in said else (),
        contents=contents(types, f"{place}/content", sentinel) if "content" in said else (),
    )


@once
def headers(types: Types, place: str) -> tuple[ir.Header, ...]:
    """The Header Objects at `place`; `Content-Type` is none of them (OAS 3.2, 4.17.1)."""
    context = types.context
    found = []
    for name, header in context.members(place):
        at = context.follow(header)
        if at is None:
            continue
        if name.lower() == "content-type":
            context.note("header-ignored", "the media types say what Content-Type is", header)
            continue
        said = context.mapping(at)
        type_, media_type, *_ = valued(types, at)
        found.append(
            ir.Header(
                name=name,
                type=type_,
                required=said.get("required") is True,
                explode=said.get("explode") is True,
                media_type=media_type,
                doc=ir.Doc(description=said.get("description"), examples=values(types, at)),
            )
        )
    return tuple(found)


@once
def valued(types: Types, place: str) -> tuple[ir.Type, str | None, ir.Json | ir.Absent, str | None]:
    """Of a Parameter or Header Object's value: type, media type (with `content`), default, and its place."""
    context = types.context
    media_type: str | None = None
    holder = place
    for name, content in context.members(f"{place}/content", context.mapping(place).get("content")):
        media_type, holder = name, context.follow(content) or content
        break  # The map has one entry (OAS 3.2, 4.12.2.1).
    at, schema = f"{holder}/schema", context.mapping(holder).get("schema")
    if not isinstance(schema, (dict, bool)):
        return ir.String() if media_type is None else ir.Anything(), media_type, ir.ABSENT, None
    said = types.said(at, as_object(schema))
    default = said.doc.default
    default_place = None if default is ir.ABSENT else docs.default_place(types.conjunction(at))
    return said.type, media_type, default, default_place
