"""Short ways to write operation descriptors by hand."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from specloom.runtime.codec import Codec
from specloom.runtime.operation import (
    Body,
    Content,
    Header,
    Operation,
    Parameter,
    Requirement,
    Response,
    SecurityScheme,
    Server,
    Source,
    Stream,
)

JSON = "application/json"
EVENTS = "text/event-stream"


class Model(BaseModel):
    model_config = ConfigDict(strict=True, extra="allow")


def codec(type_: Any) -> Codec[Any]:
    return Codec(lambda: type_)


def source(id: str = "", *, schemes: dict[str, SecurityScheme] | None = None, **other: Any) -> Source:
    return Source(id=id, title="Tested", version="1", servers=(), security_schemes=schemes or {}, **other)


SOURCE = source()


def content(type_: Any, media_type: str = JSON) -> Content:
    return Content(media_type, codec(type_))


def events(item: Any, *, sentinel: str | None = None) -> Content:
    return Content(EVENTS, stream=Stream("events", None if item is None else codec(item), sentinel=sentinel))


def lines(item: Any) -> Content:
    return Content("application/jsonl", stream=Stream("lines", codec(item)))


def body(*contents: Content, required: bool = True, stream_member: str | None = None) -> Body:
    return Body(contents, required=required, stream_member=stream_member)


def reply(
    status: str, *contents: Content, description: str = "", headers: tuple[Header, ...] = ()
) -> Response:
    return Response(status, description, contents, headers)


def parameter(name: str, type_: Any, place: Any = "query", **other: Any) -> Parameter:
    styles = {"query": ("form", True), "cookie": ("form", True)}
    style, explode = styles.get(place, ("simple", False))
    settled = {"style": style, "explode": explode, "required": place == "path", **other}
    argument = "".join(char if char.isalnum() else "_" for char in name).lower()
    return Parameter(name, argument, place, codec(type_), **settled)


def operation(
    method: str,
    path: str,
    *responses: Response,
    name: str = "operate",
    parameters: tuple[Parameter, ...] = (),
    servers: tuple[Server, ...] = (Server("/"),),
    security: tuple[tuple[str, ...], ...] = (),
    source: Source = SOURCE,
    **other: Any,
) -> Operation:
    return Operation(
        id=name,
        name=name,
        method=method.upper(),
        path=path,
        source=source,
        servers=servers,
        responses=responses or (Response("204", "done"),),
        parameters=parameters,
        security=tuple(tuple(Requirement(scheme) for scheme in each) for each in security),
        **other,
    )
