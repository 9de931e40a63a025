"""Forms and other parts: from what was sent to a typed value, by the document's encodings.

A form has no types, so its JSON Schema says how to read a text, by the rules of :mod:`..shapes`. As nothing
is written for null, for an empty list, and in a style for an object without members (RFC 6570, section
2.3), a required member that is not there is the first of these that its schema takes. A list of files is none
of them: a form without a file is one whose sender forgot it.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, unquote_plus

from pydantic import ValidationError
from pydantic_core import from_json

from ..codec import Codec
from ..media_type import charset, kind
from ..operation import Content, Encoding, Parameter
from ..shapes import Shape
from ..uploads import Files, UploadedFile
from . import faults
from .multipart import Limits, Part, parts
from .problems import Fault, ProblemError, invalid
from .styles import Sent, StyleError, read

_ANYTHING: Codec[Any] = Codec(lambda: Any)


@dataclass(frozen=True, slots=True)
class Entry:
    """What one field or part holds. `is_json`: its text is JSON. `raw` is percent-encoded."""

    text: str = ""
    raw: str = ""
    file: UploadedFile | None = None
    is_json: bool = False


def urlencoded(content: Content, data: bytes, media_type: str) -> Any:
    """The value of `application/x-www-form-urlencoded` (WHATWG URL Standard, section 5.1).

    Raises :class:`ProblemError`: 400 for what is not in its character set, 422 for a value that does not fit.
    """
    encoding = charset(media_type)
    entries: list[tuple[str, Entry]] = []
    try:
        for pair in data.decode("ascii").split("&"):
            name, _, value = pair.partition("=")
            if pair:
                text = unquote_plus(value, encoding, "strict")
                key = unquote_plus(name, encoding, "strict")
                entries.append((key, Entry(text, value)))
    except (UnicodeDecodeError, LookupError):
        raise ProblemError(400, "The form is not in its character set.") from None
    return _Form(content, entries).value()


async def multipart(
    content: Content, chunks: AsyncIterator[bytes], media_type: str, limits: Limits
) -> Any:
    """The value of a `multipart` type: an object of the parts by name, or a list of them.

    Raises :class:`ProblemError` as :func:`.multipart.parts` and :func:`urlencoded` do.
    """
    found = await parts(chunks, media_type, limits)
    shape = _shape(content)
    if "array" in shape.kinds and "object" not in shape.kinds:
        listed = [await _entry(p, content.part(i)) for i, p in enumerate(found)]
        return _Parts(content, listed).value()
    entries: list[tuple[str, Entry]] = []
    for part in found:
        name = part.name
        if name is None:
            raise ProblemError(400, "A part of the form has no name.")
        entries.append((name, await _entry(part, content.member(name))))
    return _Form(content, entries).value()


async def _entry(part: Part, encoding: Encoding) -> Entry:
    if encoding.file:
        return Entry(file=part.upload())
    text = await part.text()
    is_json = kind(part.content_type or "text/plain") == "json"
    if is_json and not _is_json(text):
        raise ProblemError(400, f"The part {part.name!r} is not JSON.")
    return Entry(text, quote(text, safe=",|"), is_json=is_json)


def _shape(content: Content) -> Shape:
    codec = content.codec or _ANYTHING
    return Shape.of(codec.adapter.json_schema())


def _is_json(text: str) -> bool:
    try:
        from_json(text, allow_inf_nan=False)
    except ValueError:
        return False
    return True


class _Value:
    """Makes JSON text of what was sent, in which numbers stand for the files."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.shape = _shape(content)
        self.files: list[UploadedFile] = []

    def decode(self, text: str) -> Any:
        codec = self.content.codec or _ANYTHING
        return codec.decode(text, Files(self.files))

    def scalar(
        self, entry: Entry, shape: Shape, encoding: Encoding, typed: bool
    ) -> str:
        if entry.file is not None:
            self.files.append(entry.file)
            return f'"{len(self.files) - 1}"'
        declared = encoding.content_type is not None and all(
            kind(each) == "json" for each in encoding.content_type.split(",")
        )
        structured = shape.kinds & {"object", "array"} and entry.text[:1] in "{["
        if entry.is_json or ((declared or structured) and _is_json(entry.text)):
            return entry.text
        return shape.scalar(entry.text, typed)


class _Form(_Value):
    def __init__(self, content: Content, entries: Sequence[tuple[str, Entry]]) -> None:
        super().__init__(content)
        self._entries = entries

    def value(self) -> Any:
        """The typed object. What is refused as a number or boolean is read once more as a string."""
        untyped: frozenset[str] = frozenset()
        while True:
            self.files.clear()
            text = self._text(untyped)
            try:
                return self.decode(text)
            except ValidationError as error:
                refused = {str(e["loc"][0]) for e in error.errors() if e["loc"]}
                if refused <= untyped:
                    raise invalid(faults.in_body(error, text.encode())) from None
                untyped |= refused

    def _text(self, untyped: frozenset[str]) -> str:
        written = dict(self._styled(untyped))
        by_name: dict[str, list[Entry]] = {}
        for name, entry in self._entries:
            if name not in self._taken:
                by_name.setdefault(name, []).append(entry)
        for name, entries in by_name.items():
            written[name] = self._member(name, entries, name not in untyped)
        for name in self.shape.required & self.shape.names - written.keys():
            unwritten = self._unwritten(name)
            written |= {} if unwritten is None else {name: unwritten}
        pairs = (f"{json.dumps(name)}:{text}" for name, text in written.items())
        return "{" + ",".join(pairs) + "}"

    def _unwritten(self, name: str) -> str | None:
        """The value that a member has of which nothing is sent; None where it has none."""
        shape, encoding = self.shape.member(name), self.content.member(name)
        if "null" in shape.kinds:
            return "null"
        if "array" in shape.kinds and shape.may_be_empty and not encoding.file:
            return "[]"
        return "{}" if encoding.styled and "object" in shape.kinds else None

    def _member(self, name: str, entries: Sequence[Entry], typed: bool) -> str:
        shape, encoding = self.shape.member(name), self.content.member(name)
        if len(entries) > 1 or self._listed(entries[0], shape):
            texts = [self.scalar(e, shape.item, encoding, typed) for e in entries]
            return f"[{','.join(texts)}]"
        return self.scalar(entries[0], shape, encoding, typed)

    def _listed(self, entry: Entry, shape: Shape) -> bool:
        """Whether the only entry is one of a list. A file is not, where the schema takes one by itself."""
        if entry.file is not None and (not shape.kinds or "string" in shape.kinds):
            return False
        is_list = entry.is_json and entry.text[:1] == "["
        return "array" in shape.kinds and not is_list

    @property
    def _taken(self) -> set[str]:
        """The names of the fields that members in a style are written in."""
        taken: set[str] = set()
        names = {name for name, _ in self._entries}
        for member, encoding in self.content.encoding.items():
            if not encoding.styled:
                continue
            taken.add(member)
            if encoding.style == "deepObject":
                taken |= {name for name in names if name.startswith(f"{member}[")}
            elif encoding.explode is not False and encoding.style in (None, "form"):
                taken |= self.shape.member(member).names
        return taken - (self.shape.names - self.content.encoding.keys())

    def _styled(self, untyped: frozenset[str]) -> Iterator[tuple[str, str]]:
        """Members written as query parameters are (OpenAPI 3.2, "Encoding Object")."""
        sent = Sent(query=[(name, entry.raw) for name, entry in self._entries])
        for name, encoding in self.content.encoding.items():
            if not encoding.styled:
                continue
            shape = self.shape.member(name)
            try:
                reading = read(
                    self._parameter(name, encoding), shape, sent, self.shape.names
                )
            except StyleError as fault:
                raise invalid([Fault(str(fault), pointer=f"/{name}")]) from None
            if reading is not None:
                texts = list(shape.candidates(reading))
                if texts:
                    yield name, texts[-1] if name in untyped else texts[0]

    def _parameter(self, name: str, encoding: Encoding) -> Parameter:
        style = encoding.style or "form"
        return Parameter(
            name=name,
            argument=name,
            place="query",
            codec=_ANYTHING,
            style=style,
            explode=style == "form" if encoding.explode is None else encoding.explode,
            allow_reserved=bool(encoding.allow_reserved),
        )


class _Parts(_Value):
    def __init__(self, content: Content, entries: Iterable[Entry]) -> None:
        super().__init__(content)
        self._entries = list(entries)

    def value(self) -> Any:
        """The typed list."""
        first: ValidationError | None = None
        for typed in (True, False):
            self.files.clear()
            texts = [
                self.scalar(entry, self.shape.entry(i), self.content.part(i), typed)
                for i, entry in enumerate(self._entries)
            ]
            try:
                return self.decode(f"[{','.join(texts)}]")
            except ValidationError as error:
                first = first or error
        found = faults.in_body(first, b"[]") if first else ()
        raise invalid(found or (Fault("is not valid", pointer=""),))
