"""The parts of the runtime that a generated package carries, as they stand here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from specloom.disk import read

_RUNTIME: Final = str(Path(__file__).resolve().parent.parent / "runtime")


def runtime_files(wanted: Iterable[str]) -> dict[str, bytes]:
    """Path within the runtime → text in UTF-8.

    `wanted` names modules ("model.py"), packages ("client"), or all top modules ("."). A folder of
    "instead/" has modules that stand in for those of the same path before it.
    """
    found: dict[str, bytes] = {}
    for name in wanted:
        root = f"{name}/" if name.startswith("instead/") else ""
        for path in _files(name):
            text = read(f"{_RUNTIME}/{path}")
            found[path.removeprefix(root)] = text.replace(b"\r\n", b"\n")  # As Windows may have them.
    return found


def _files(name: str) -> Iterator[str]:
    """The paths of modules within the runtime."""
    if name.endswith(".py"):
        yield name
        return
    for entry in os.scandir(f"{_RUNTIME}/{name}"):
        path = entry.name if name == "." else f"{name}/{entry.name}"
        if path.endswith(".py"):
            yield path
        elif name != "." and entry.is_dir():
            yield from _files(path)
