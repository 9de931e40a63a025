"""The parts of a `multipart` body (RFC 7578, RFC 2046), taken apart while they come in."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from io import BytesIO
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, Final, cast

from python_multipart.exceptions import ParseError
from python_multipart.multipart import MultipartParser
from starlette.concurrency import run_in_threadpool

from ..media_type import charset, parameter
from ..uploads import UploadedFile
from .problems import ProblemError

_NAMES: Final = (("%22", '"'), ("%0D", "\r"), ("%0A", "\n"))
"""How names hold what they cannot hold (HTML Standard, "Multipart form data")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How many parts there may be, and how many bytes of one are kept in memory instead of on disk."""

    parts: int
    in_memory: int


class _OnDisk(SpooledTemporaryFile[bytes]):
    """A temporary file, which is gone when nobody has it any more."""


@dataclass(slots=True)
class Part:
    """One part. `file` holds its content."""

    headers: dict[str, str] = field(default_factory=dict[str, str])
    file: BinaryIO = field(default_factory=BytesIO)
    size: int = 0

    @property
    def name(self) -> str | None:
        return self._disposition("name")

    @property
    def content_type(self) -> str | None:
        return self.headers.get("content-type")

    @property
    def filename(self) -> str | None:
        return self._disposition("filename")

    def _disposition(self, what: str) -> str | None:
        found = parameter(self.headers.get("content-disposition", ""), what)
        for written, meant in _NAMES:
            found = None if found is None else found.replace(written, meant)
        return found

    def upload(self) -> UploadedFile:
        return UploadedFile(
            self.file,
            size=self.size,
            filename=self.filename,
            content_type=self.content_type,
            headers=self.headers,
        )

    async def text(self) -> str:
        """Raises :class:`ProblemError`, status 400, where it is not in its character set."""
        data = await run_in_threadpool(self.file.read)
        try:
            return data.decode(charset(self.content_type or ""))
        except (UnicodeDecodeError, LookupError):
            raise ProblemError(
                400, f"The part {self.name!r} is not text in its character set."
            ) from None

    async def write(self, data: bytes, in_memory: int) -> None:
        self.size += len(data)
        if isinstance(self.file, BytesIO):
            if self.size <= in_memory:
                self.file.write(data)
                return
            data = self.file.getvalue() + data
            self.file = cast("BinaryIO", _OnDisk(max_size=1))
        await run_in_threadpool(self.file.write, data)


async def parts(
    chunks: AsyncIterator[bytes], media_type: str, limits: Limits
) -> list[Part]:
    """All parts of a body. Raises :class:`ProblemError`: 400 for a body that is none, 413 for too many."""
    boundary = parameter(media_type, "boundary")
    if not boundary:
        raise ProblemError(400, "The Content-Type of a multipart body has no boundary.")
    reader = _Reader(boundary.encode(), limits.parts)
    try:
        async for chunk in chunks:
            reader.parser.write(chunk)
            for part, data in reader.take():
                await part.write(data, limits.in_memory)
        reader.parser.finalize()
    except ParseError:
        raise ProblemError(400, "The multipart body is malformed.") from None
    if not reader.ended:
        raise ProblemError(400, "The multipart body ends before its last boundary.")
    for part in reader.parts:
        part.file.seek(0)
    return reader.parts


class _Reader:
    """Gathers what the parser tells. Data wait to be taken, because writing them may wait for the disk."""

    def __init__(self, boundary: bytes, most: int) -> None:
        self.parts: list[Part] = []
        self.ended = False
        self._most = most
        self._data: list[tuple[Part, bytes]] = []
        self._name = b""
        self._value = b""
        self.parser = MultipartParser(
            boundary,
            {
                "on_part_begin": self._begin,
                "on_part_data": self._on_data,
                "on_header_field": self._on_name,
                "on_header_value": self._on_value,
                "on_header_end": self._on_header,
                "on_end": self._end,
            },
        )

    def take(self) -> list[tuple[Part, bytes]]:
        taken, self._data = self._data, []
        return taken

    def _begin(self) -> None:
        if len(self.parts) == self._most:
            raise ProblemError(413, f"The body has more than {self._most} parts.")
        self.parts.append(Part())

    def _on_data(self, data: bytes, start: int, end: int) -> None:
        self._data.append((self.parts[-1], data[start:end]))

    def _on_name(self, data: bytes, start: int, end: int) -> None:
        self._name += data[start:end]

    def _on_value(self, data: bytes, start: int, end: int) -> None:
        self._value += data[start:end]

    def _on_header(self) -> None:
        name = self._name.decode("latin-1").lower()
        self.parts[-1].headers[name] = _text(self._value)
        self._name = self._value = b""

    def _end(self) -> None:
        self.ended = True


def _text(raw: bytes) -> str:
    """Names are UTF-8 (RFC 7578, section 5.1); older senders wrote ISO 8859-1."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
