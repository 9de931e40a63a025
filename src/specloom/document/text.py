"""The characters of a file: its size and its encoding."""

from __future__ import annotations

import codecs
import os
import re
import stat

from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.document.lines import Lines
from specloom.document.options import Limits

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class _NotRegularError(OSError):
    """Reading it might never end."""


_URL = re.compile("https?:/")  # As a path, of which a second slash is no part.
_REASONS: tuple[tuple[type[OSError], str, str], ...] = (
    (FileNotFoundError, "file-missing", "there is no such file"),
    (IsADirectoryError, "file-is-directory", "this is a directory, not a file"),
    (_NotRegularError, "file-special", "this is no regular file, but a pipe or a device"),
    (PermissionError, "file-unreadable", "the file may not be read"),
)


def place(uri: str, text: str, offset: int) -> Location:
    """The location of the character at `offset` of `text`."""
    line, column = Lines(text).at(offset)
    return Location(uri, line=line, column=column)


def read_bytes(path: str, uri: str, *, limits: Limits, diagnostics: Diagnostics) -> bytes:
    """The file at `path`.

    Raises `Stop`, after reporting, where it is missing, unreadable or too large.
    """
    try:
        if os.path.isdir(path):  # on Windows opening a directory is a PermissionError
            raise IsADirectoryError
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise _NotRegularError
        with open(path, "rb") as stream:
            return bounded(stream.read(limits.max_bytes + 1), uri, limits=limits, diagnostics=diagnostics)
    except (OSError, ValueError) as problem:
        code, reason = next(
            ((code, reason) for kind, code, reason in _REASONS if isinstance(problem, kind)),
            ("file-unreadable", getattr(problem, "strerror", None) or "the name is no file name"),
        )
        hint = "documents are read from files: download it first" if _URL.match(path) else None
        diagnostics.error(code, f"cannot read {uri}: {reason}", Location(uri, line=1, column=1), hint=hint)
        raise Stop from None


def bounded(data: bytes, uri: str, *, limits: Limits, diagnostics: Diagnostics) -> bytes:
    """`data`. Raises `Stop`, after reporting, where it is larger than a file may be."""
    if len(data) > limits.max_bytes:
        diagnostics.error(
            "limit-exceeded",
            f"{uri} is larger than {limits.max_bytes} bytes",
            Location(uri, line=1, column=1),
            hint="raise the limit with `limits: {max_bytes: …}` in the project file",
        )
        raise Stop
    return data


def decode(data: bytes, uri: str, diagnostics: Diagnostics) -> str:
    """`data` as text: by its byte order mark, else as YAML 1.2 (section 5.2) and RFC 8259 tell.

    Raises `Stop`, after reporting, where it is no Unicode text.
    """
    mark, encoding = next(((m, e) for m, e in _MARKS if data.startswith(m)), (b"", _guess(data)))
    data = data[len(mark) :]
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as problem:
        before = data[: problem.start].decode(encoding, "replace")
        diagnostics.error(
            "bad-encoding",
            f"{uri} is no {encoding.upper()} text: byte {data[problem.start]:#04x} at offset {problem.start}",
            place(uri, before, len(before)),
            hint="save the file as UTF-8",
        )
        raise Stop from None


def _guess(data: bytes) -> str:
    """The encoding of a text without a byte order mark that starts with an ASCII character."""
    if data[:4].count(0) == 2 and len(data) >= 4:
        return "utf-16-be" if data[0] == 0 else "utf-16-le"
    return "utf-8"
