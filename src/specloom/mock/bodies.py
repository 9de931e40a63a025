"""Bodies of responses: what the document shows, else made up, each held to the type of its response."""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, Any, Final

from pydantic import ValidationError

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.mock.limits import UnmakeableError
from specloom.mock.maker import Maker, plain, written
from specloom.runtime.media_type import kind

if TYPE_CHECKING:
    from specloom.runtime.codec import Codec
    from specloom.runtime.operation import Content

Fault = Callable[[bytes], "str | None"]
_ANYTHING: Final = ir.Anything()
_STATUSES: Final = ("status", "statusCode", "status_code", "code")


def judge(codec: Codec[Any] | None) -> Fault:
    """Says what the type of a response finds wrong with JSON text."""

    def fault(data: bytes) -> str | None:
        if codec is None:
            return None
        try:
            codec.decode(data)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            place = ".".join(map(str, first["loc"]))
            return f"{place}: {first['msg']}" if place else first["msg"]
        except (ImportError, AttributeError) as error:
            return f"its type cannot be loaded: {error}"
        return None

    return fault


def bodies(
    maker: Maker, said: ir.Content, content: Content, status: int, seed: str, diagnostics: Diagnostics
) -> dict[str, Any]:
    """Bodies for a status by the name of their example; "" is what nobody asks for by name.

    A body is bytes, or a value of the type for media types that only the server writes.
    Raises :class:`UnmakeableError`.
    """
    found: dict[str, Any] = {}
    for example in said.examples:
        try:
            found[example.name] = _shown(maker, said, content, example)
        except UnmakeableError as error:
            diagnostics.warning(
                "mock-example-refused", f"this example is not allowed by its schema: {error}", example.origin
            )
    if found:
        return {"": next(iter(found.values())), **found}
    return {"": _made(maker, said, content, status, seed)}


def _shown(maker: Maker, said: ir.Content, content: Content, example: ir.Example) -> Any:
    carried = kind(content.media_type)
    if example.text is not None and carried != "json":
        return example.text.encode()
    data = example.text.encode() if example.text is not None else written(plain(_value(example)))
    if carried == "binary" and _is_text(maker, said):
        return _text(data)
    fault = judge(content.codec)(data)
    if fault is not None:
        raise UnmakeableError(fault)
    return _carried(maker, said, content, data)


def _made(maker: Maker, said: ir.Content, content: Content, status: int, seed: str) -> Any:
    if kind(content.media_type) == "binary" and _is_text(maker, said):
        return _picture() if content.media_type == "image/png" else Random(seed).randbytes(32)
    fault = judge(content.codec)
    data = maker.json(said.type or _ANYTHING, seed, fault)
    if status >= 400:
        data = _telling(status, data, fault)
    return _carried(maker, said, content, data)


def _telling(status: int, data: bytes, fault: Fault) -> bytes:
    """The body of a failure, in which what is called after the status is the status, if the schema lets it.

    That is the member `status` of problem details (RFC 9457, section 3.1.2), and what others call so.
    """
    document = json.loads(data)
    for name in _STATUSES if isinstance(document, dict) else ():
        said = document.get(name)
        if isinstance(said, int) and not isinstance(said, bool):
            told = written({**document, name: status})
            data, document = (data, document) if fault(told) else (told, json.loads(told))
    return data


def _carried(maker: Maker, said: ir.Content, content: Content, data: bytes) -> Any:
    """A value, whose JSON is given, as the media type has it."""
    match kind(content.media_type):
        case "json":
            return data
        case "text" | "binary":
            return _text(data)
    return json.loads(data) if content.codec is None else content.codec.decode(data)


def _text(data: bytes) -> bytes:
    """What is no string is written as its JSON."""
    value = json.loads(data)
    return value.encode() if isinstance(value, str) else data


def _value(example: ir.Example) -> ir.Json:
    return None if isinstance(example.value, ir.Absent) else example.value


def _is_text(maker: Maker, said: ir.Content) -> bool:
    """Whether a binary body is bytes as they are, and no JSON."""
    return said.type is None or isinstance(maker.resolve(said.type), ir.String | ir.Anything)


def _picture() -> bytes:
    """One white pixel, as PNG."""

    def chunks() -> Iterator[bytes]:
        for name, data in (
            (b"IHDR", struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)),
            (b"IDAT", zlib.compress(b"\x00\xff")),
            (b"IEND", b""),
        ):
            yield struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks())
