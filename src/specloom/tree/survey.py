"""What replacing a tree would touch, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from specloom.diagnostics import Diagnostics, Location
from specloom.tree.manifest import MANIFEST, Manifest, is_inside
from specloom.values import Value

_FILE_FOR_FOLDER: Final = "is a file where a folder is needed"


class Survey(Value):
    """Paths relative to the tree, sorted: files to write (new or changed), files to delete."""

    write: tuple[str, ...]
    delete: tuple[str, ...]


def survey(
    files: Mapping[str, str], target: Path, old: Manifest, *, force: bool, diagnostics: Diagnostics
) -> Survey:
    """Compare the rendered `files` with the folder `target`, reporting each file that is not ours to touch.

    Raises ValueError if a path leaves the tree: such a path is a fault of the stages before.
    """
    for path in files:
        if not is_inside(path):
            raise ValueError(f"generated path {path!r} is not inside the tree")
    if target.exists() and not target.is_dir():
        _blocked(target, _FILE_FOR_FOLDER, diagnostics)
        return Survey((), ())
    obsolete = [path for path in sorted(old.paths) if path not in files]
    delete = []
    for path in obsolete:
        present = _present(target, path, force=force, diagnostics=diagnostics)
        if present is None:
            continue
        if force or old.wrote(path, present):
            delete.append(path)
        else:
            _edited(target / path, "is no longer generated, but was edited by hand", diagnostics)
    write = []
    for path in sorted(files):
        present = _present(target, path, force=force, diagnostics=diagnostics)
        if present == files[path].encode():
            continue
        write.append(path)
        if present is None or force or path == MANIFEST or old.wrote(path, present):
            continue
        if path in old.paths:
            _edited(target / path, "was edited by hand since it was generated", diagnostics)
        else:
            diagnostics.error(
                "file-in-the-way",
                "specloom did not write this file, and would overwrite it",
                Location(str(target / path)),
                hint="move it away, choose another folder, or give --force",
            )
    return Survey(tuple(write), tuple(delete))


def _present(target: Path, path: str, *, force: bool, diagnostics: Diagnostics) -> bytes | None:
    """The file's bytes; None where there is no such file, or where what is there has been reported."""
    *folders, _ = parts = path.split("/")
    for depth in range(1, len(parts) + 1):
        place = target.joinpath(*parts[:depth])
        if place.is_symlink():
            _blocked(place, "is a symbolic link, and specloom writes through none", diagnostics)
            return None
        if depth <= len(folders) and place.exists() and not place.is_dir():
            _blocked(place, _FILE_FOR_FOLDER, diagnostics)
            return None
    if place.is_dir():
        _blocked(place, "is a folder where a file is needed", diagnostics)
        return None
    return place.read_bytes() if place.exists() else None


def _blocked(place: Path, what: str, diagnostics: Diagnostics) -> None:
    diagnostics.error("file-in-the-way", f"this {what}", Location(str(place)), hint="move it away")


def _edited(place: Path, what: str, diagnostics: Diagnostics) -> None:
    diagnostics.error(
        "file-edited",
        f"this file {what}",
        Location(str(place)),
        hint="move the change to where it survives, or give --force to lose it",
    )


def unlisted(files: Iterable[str], target: Path) -> list[str]:
    """Files that nobody generated, inside the folders that specloom fills (the top one is shared)."""
    known = set(files)
    folders = sorted({parent for path in known for parent in _parents(path)})
    return sorted(
        path
        for folder in folders
        if (target / folder).is_dir()
        for entry in (target / folder).iterdir()
        if (entry.is_symlink() or not entry.is_dir())
        if (path := f"{folder}/{entry.name}") not in known and not path.endswith(".pyc")
    )


def _parents(path: str) -> list[str]:
    parts = path.split("/")
    return ["/".join(parts[:depth]) for depth in range(1, len(parts))]
