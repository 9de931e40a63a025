"""Files and other binary content to send, in every form in which a caller may have them."""

from __future__ import annotations

from collections.abc import (
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, field
from functools import cache
from os.path import basename
from typing import IO, TYPE_CHECKING, Any, Final, TypeAlias, TypeGuard

from ..uploads import UploadedFile
from .errors import ArgumentError

if TYPE_CHECKING:
    from mimetypes import MimeTypes

BinaryInput: TypeAlias = bytes | bytearray | IO[bytes] | Iterable[bytes]
"""Binary content: as it is, in a file that is open for reading, or piece by piece."""
AsyncBinaryInput: TypeAlias = BinaryInput | AsyncIterable[bytes]
"""The same for an async client, which also awaits the pieces."""

_CHUNK: Final = 64 * 1024
_END: Final = object()


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file to send as a part of a form.

    Without `content_type` the part says what the filename's ending stands for; without `filename` that of
    an open file, else "blob". `headers` are further header fields of the part.
    """

    content: AsyncBinaryInput
    filename: str | None = None
    content_type: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])

    @classmethod
    def of(cls, given: FileInput) -> File:
        """The file that an argument stands for."""
        if isinstance(given, File):
            return given
        if isinstance(given, UploadedFile):
            return cls(
                content=given.file,
                filename=given.filename,
                content_type=given.content_type,
            )
        return cls(content=given)

    @property
    def name(self) -> str:
        """The filename that is sent."""
        if self.filename is not None:
            return self.filename
        own: object = getattr(self.content, "name", None)
        return basename(own) if isinstance(own, str) and basename(own) else "blob"

    @property
    def media_type(self) -> str | None:
        """The media type that the file itself tells of."""
        return self.content_type or _types().guess_type(self.name)[0]


@cache
def _types() -> MimeTypes:
    """Python's own table: the system's would make requests differ from machine to machine."""
    from mimetypes import MimeTypes

    return MimeTypes()


FileInput: TypeAlias = "File | UploadedFile | bytes | bytearray | IO[bytes]"
"""What a caller may give for a file of a form."""


def is_file(value: object) -> TypeGuard[FileInput]:
    return isinstance(value, File | UploadedFile | bytes | bytearray) or is_open(value)


def is_open(value: object) -> TypeGuard[IO[Any]]:
    """Whether it is a file that can be read."""
    return callable(getattr(value, "read", None))


def is_pieces(value: object) -> TypeGuard[Any]:
    """Whether it gives pieces, one after another."""
    return isinstance(value, Iterable | AsyncIterable) and not isinstance(
        value, Mapping
    )


class Source:
    """What the pieces of a body come from: read anew for each attempt, where that can be.

    `length` is the number of bytes, None where it is not known before. `convert` makes bytes of the pieces.
    """

    def __init__(
        self,
        content: Any,
        convert: Callable[[int, Any], bytes] | None = None,
    ) -> None:
        self._content = content
        self._convert = convert or _bytes
        self._begun = False
        self._start = content.tell() if is_open(content) and _seekable(content) else 0
        self.length = self._length() if convert is None else None

    @property
    def replayable(self) -> bool:
        """Whether it can be read more than once."""
        content = self._content
        if isinstance(content, bytes | bytearray | Sequence):
            return True
        if is_open(content):
            return _seekable(content)
        return not isinstance(content, Iterator | AsyncIterator)

    def __iter__(self) -> Iterator[bytes]:
        """Raises :class:`ArgumentError` for what can only be awaited, and for a second reading."""
        if self._is_async():
            raise ArgumentError("only an async client can send what has to be awaited")
        self._begin()
        yield from map(self._convert, _count(), self._pieces())

    async def __aiter__(self) -> AsyncIterator[bytes]:
        self._begin()
        number = 0
        async for piece in self._async_pieces():
            yield self._convert(number, piece)
            number += 1

    def _is_async(self) -> bool:
        content: Any = self._content
        return hasattr(content, "__aiter__") and not is_open(content)

    def _begin(self) -> None:
        if self._begun and not self.replayable:
            raise ArgumentError("a body that was read once cannot be sent again")
        self._begun = True
        if is_open(self._content) and _seekable(self._content):
            self._content.seek(self._start)

    def _pieces(self) -> Iterator[Any]:
        if is_open(self._content):
            return iter(lambda: self._content.read(_CHUNK), b"")
        if isinstance(self._content, bytes | bytearray):
            return iter([self._content])
        return iter(self._content)

    async def _async_pieces(self) -> AsyncIterator[Any]:
        if self._is_async():
            async for piece in self._content:
                yield piece
            return
        from anyio import to_thread

        pieces = self._pieces()
        waits = is_open(self._content) or isinstance(self._content, Iterator)
        while True:
            # Reading a file or a generator may take its time: other tasks go on meanwhile.
            piece = (
                await to_thread.run_sync(next, pieces, _END)
                if waits
                else next(pieces, _END)
            )
            if piece is _END:
                return
            yield piece

    def _length(self) -> int | None:
        if isinstance(self._content, bytes | bytearray):
            return len(self._content)
        if is_open(self._content) and _seekable(self._content):
            end = self._content.seek(0, 2)
            self._content.seek(self._start)
            return end - self._start
        return None


def _seekable(content: Any) -> bool:
    return bool(getattr(content, "seekable", lambda: False)())


def _count() -> Iterator[int]:
    number = 0
    while True:
        yield number
        number += 1


def _bytes(number: int, piece: Any) -> bytes:
    if isinstance(piece, bytes | bytearray):
        return bytes(piece)
    raise ArgumentError(
        f"piece {number} of binary content is {type(piece).__name__}, not bytes"
    )
