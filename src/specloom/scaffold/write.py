"""Texts into a tree of the user's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.values import Value


class Scaffolded(Value):
    """Paths of files that were written, and of those that were there already and were left as they are."""

    written: tuple[str, ...]
    left: tuple[str, ...]


def write(files: Mapping[str, bytes], target: Path, *, diagnostics: Diagnostics) -> Scaffolded:
    """Write each file (POSIX path below `target`) that is not there. Raises `Stop`, after reporting."""
    written: list[str] = []
    left: list[str] = []
    for name, data in sorted(files.items()):
        path = target / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Mode x: a file that somebody makes meanwhile is not touched either.
            with path.open("xb") as file:
                file.write(data)
            written.append(name)
        except FileExistsError:
            left.append(name)
        except OSError as error:
            message = f"cannot write here: {error.strerror}"
            diagnostics.error("target-unwritable", message, Location(str(path)))
            raise Stop from None
    return Scaffolded(tuple(written), tuple(left))
