"""What `instances.yaml` says of bodies, which YAML alone cannot: files, pieces, events and parts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from email.message import Message
from email.parser import BytesParser
from typing import Any

from pydantic import BaseModel


def given(package: Any, value: Any) -> Any:
    """An argument: `{$file: TEXT, …}` is a file of a form, `{$pieces: [TEXT, …]}` what gives bytes."""
    if isinstance(value, list):
        return [given(package, entry) for entry in value]
    if not isinstance(value, dict):
        return value
    if "$pieces" in value:
        return (piece.encode() for piece in value["$pieces"])
    if "$file" in value:
        more = {name: said for name, said in value.items() if name != "$file"}
        return package.File(content=value["$file"].encode(), **more)
    return {name: given(package, member) for name, member in value.items()}


def taken(value: Any) -> Any:
    """What a handler was given, in the same words; read in the handler, which is no coroutine."""
    if isinstance(value, BaseModel):
        named = {field.serialization_alias or name: name for name, field in type(value).model_fields.items()}
        own = {wire: getattr(value, name) for wire, name in named.items() if name in value.model_fields_set}
        return {wire: taken(member) for wire, member in {**own, **(value.model_extra or {})}.items()}
    if type(value).__name__ == "UploadedFile":
        said = {"filename": value.filename, "content_type": value.content_type}
        return {"$file": b"".join(value), **said}
    if type(value).__name__ == "ByteStream":
        return b"".join(value)
    if type(value).__name__ == "ItemStream":
        return [taken(item) for item in value]
    if isinstance(value, list):
        return [taken(entry) for entry in value]
    return {n: taken(m) for n, m in value.items()} if isinstance(value, Mapping) else value


def parts(content_type: str, body: bytes) -> list[dict[str, Any]]:
    """The parts of a multipart body, as Python's own mail parser reads them."""
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    whole = BytesParser(_class=Message).parsebytes(head + body)
    payload = whole.get_payload()
    assert isinstance(payload, list)
    assert not whole.defects
    return [_part(part) for part in payload if isinstance(part, Message)]


def _part(part: Message) -> dict[str, Any]:
    said: dict[str, Any] = {}
    for key, value in part.raw_items():
        text = str(value).encode("ascii", "surrogateescape").decode()
        if key.lower() == "content-disposition":
            for parameter in text.split("; ")[1:]:
                name, _, quoted = parameter.partition("=")
                said[name] = quoted.strip('"')
        else:
            said["type" if key.lower() == "content-type" else key.lower()] = text
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return {**said, "text": content}


def shown(item: Any) -> Any:
    """An item of a stream; an event is told by its name and data."""
    if type(item).__name__ == "ServerSentEvent":
        return {"$event": item.event, "data": item.data}
    return item


def events(module: Any, items: list[Any]) -> Iterator[Any]:
    """Items for a handler to give: `{$event: NAME, data: TEXT}` is a whole event."""
    for item in items:
        is_event = isinstance(item, dict) and "$event" in item
        yield module.ServerSentEvent(item["data"], event=item["$event"]) if is_event else item
