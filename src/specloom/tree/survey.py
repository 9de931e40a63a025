"""What replacing a tree would touch, and what stands in its way."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from specloom import disk
from specloom.diagnostics import Diagnostics, Location
from specloom.tree.manifest import MANIFEST, Manifest, digest, is_inside
from specloom.values import Value, field

_FILE_FOR_FOLDER: Final = "is a file where a folder is needed"


class Survey(Value):
    """Paths relative to the tree, sorted: files to write (new or changed), files to delete.

    `replaced` are the hashes of those of them that are there.
    """

    write: tuple[str, ...]
    delete: tuple[str, ...]
    replaced: Mapping[str, str] = field(default_factory=dict)


def survey(
    files: Mapping[str, bytes], target: Path, old: Manifest, *, force: bool, diagnostics: Diagnostics
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
    tree = _Tree(target, diagnostics)
    obsolete = [path for path in sorted(old.paths) if path not in files]
    replaced: dict[str, str] = {}
    delete = []
    for path in obsolete:
        present = tree.read(path)
        if present is None:
            continue
        replaced[path] = digest(present)
        if force or old.wrote(path, replaced[path]):
            delete.append(path)
        else:
            _edited(target / path, "is no longer generated, but was edited by hand", diagnostics)
    write = []
    for path in sorted(files):
        present = tree.read(path)
        if present is None:
            write.append(path)
            continue
        if present == files[path]:
            continue
        write.append(path)
        replaced[path] = digest(present)
        if force or path == MANIFEST or old.wrote(path, replaced[path]):
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
    return Survey(tuple(write), tuple(delete), replaced)


class _Tree:
    """What stands in a folder. Each folder in it is looked at once, for it may hold a thousand files."""

    def __init__(self, target: Path, diagnostics: Diagnostics) -> None:
        self._target = str(target)
        self._diagnostics = diagnostics
        self._folders = {"": target.exists()}

    def read(self, path: str) -> bytes | None:
        """The file's bytes; None where there is no such file, or where what is there has been reported."""
        mode = self._mode(path) if self._has(path.rpartition("/")[0]) else None
        if mode is None:
            return None
        if stat.S_ISDIR(mode):
            self._block(path, "is a folder where a file is needed")
            return None
        return disk.read(f"{self._target}/{path}")

    def _has(self, folder: str) -> bool:
        if folder not in self._folders:
            mode = self._mode(folder) if self._has(folder.rpartition("/")[0]) else None
            self._folders[folder] = mode is not None and stat.S_ISDIR(mode)
            if mode is not None and not stat.S_ISDIR(mode):
                self._block(folder, _FILE_FOR_FOLDER)
        return self._folders[folder]

    def _mode(self, path: str) -> int | None:
        """What is there; None where nothing is, or a link, which has been reported."""
        try:
            mode = os.lstat(f"{self._target}/{path}").st_mode
        except FileNotFoundError:
            return None
        if stat.S_ISLNK(mode):
            self._block(path, "is a symbolic link, and specloom writes through none")
            return None
        return mode

    def _block(self, path: str, what: str) -> None:
        _blocked(Path(self._target, path), what, self._diagnostics)


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
