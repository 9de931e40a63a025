"""Binary answers in every form in which a handler may have them."""

from __future__ import annotations

import os
from collections.abc import AsyncIterable, Iterable, Iterator
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import IO, Any, Final, TypeAlias, TypeGuard

from ..uploads import UploadedFile

Binary: TypeAlias = (
    bytes
    | PathLike[str]
    | IO[bytes]
    | UploadedFile
    | Iterable[bytes]
    | AsyncIterable[bytes]
)
"""A binary answer: as it is, in a file (by its path, open for reading, or as it came), or piece by piece."""

_CHUNK: Final = 64 * 1024


def is_streamed(value: object) -> bool:
    """Whether it is a binary answer that is made while it is sent."""
    if isinstance(value, str | bytes | list | dict) or hasattr(value, "model_dump"):
        return False
    return isinstance(value, PathLike | Iterable | AsyncIterable) or _is_open(value)


@dataclass(frozen=True, slots=True)
class BinaryFraming:
    """Sends pieces as they are. A fault cuts the connection: binary content has no place to tell of it."""

    events: bool = False

    def item(self, item: object) -> bytes:
        """Raises :class:`TypeError` for what is no bytes."""
        if isinstance(item, bytes | bytearray):
            return bytes(item)
        raise TypeError(
            f"a piece of binary content is {type(item).__name__}, not bytes"
        )

    def end(self) -> bytes:
        return b""

    def error(self, error: Exception) -> bytes:
        raise error


def pieces(value: Any) -> tuple[Any, int | None]:
    """What is to be iterated, and the number of bytes where it is known.

    Raises :class:`OSError` for a file that cannot be opened.
    """
    if isinstance(value, UploadedFile):
        value = value.file
    if is_path(value):
        reading = _Reading.of(value)
        return reading, reading.size
    if _is_open(value):
        return _Reading(value), _left(value)
    return value, None


def is_path(value: object) -> TypeGuard[PathLike[str]]:
    return isinstance(value, PathLike)


def _is_open(value: object) -> TypeGuard[IO[bytes]]:
    return callable(getattr(value, "read", None))


def _left(file: IO[bytes]) -> int | None:
    if not file.seekable():
        return None
    here = file.tell()
    end = file.seek(0, os.SEEK_END)
    file.seek(here)
    return end - here


class _Reading(Iterator[bytes]):
    """A file's content; who iterates it closes it, also where it was never begun."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    @classmethod
    def of(cls, path: PathLike[str]) -> _Reading:
        return cls(Path(path).open("rb"))

    @property
    def size(self) -> int:
        return os.fstat(self._file.fileno()).st_size

    def __next__(self) -> bytes:
        chunk = self._file.read(_CHUNK)
        if not chunk:
            raise StopIteration
        return chunk

    def close(self) -> None:
        self._file.close()
