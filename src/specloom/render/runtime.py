"""The parts of the runtime that a generated package carries, as they stand here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

_RUNTIME = Path(__file__).resolve().parent.parent / "runtime"


def runtime_files(wanted: Iterable[str]) -> dict[str, bytes]:
    """Path within the runtime → text in UTF-8.

    `wanted` names modules ("model.py"), packages ("client"), or all top modules ("."). A folder of
    "instead/" has modules that stand in for those of the same path before it.
    """
    found: dict[str, bytes] = {}
    for name in wanted:
        root = _RUNTIME / name if name.startswith("instead/") else _RUNTIME
        for path in _files(name):
            found[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8").encode()
    return found


def _files(name: str) -> Iterator[Path]:
    if name == ".":
        return iter(sorted(_RUNTIME.glob("*.py")))
    if name.endswith(".py"):
        return iter([_RUNTIME / name])
    return iter(sorted((_RUNTIME / name).rglob("*.py")))
