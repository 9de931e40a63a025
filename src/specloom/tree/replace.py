"""Replacing a generated tree, wholly or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from specloom import disk
from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.tree.alone import alone, stage
from specloom.tree.manifest import MANIFEST, Manifest, read
from specloom.tree.survey import Survey, survey
from specloom.values import replace


def write(
    files: Mapping[str, bytes], target: Path, *, manifest: Manifest, force: bool, diagnostics: Diagnostics
) -> Survey:
    """Make the folder `target` hold `files` and their manifest, and tell what changed.

    Unchanged files are not touched, and files that an earlier manifest lists and `files` does not are
    deleted. A file that was edited by hand, or that specloom never wrote, is reported instead of
    replaced, unless `force`. Raises :class:`Stop` with the tree as it was when anything is in the way or
    the folder cannot be written.
    """
    target = Path(os.path.realpath(target))
    whole = {**files, MANIFEST: manifest.data()}
    try:
        with alone(target):
            old = read(target, force=force, diagnostics=diagnostics)
            plan = survey(whole, target, old, force=force, diagnostics=diagnostics)
            diagnostics.stop_if_failed()
            if plan.write or plan.delete:
                _replace(whole, target, plan, manifest)
    except OSError as error:
        place = error.filename if isinstance(error.filename, str) else str(target)
        reason = error.strerror or str(error)
        diagnostics.error("target-unwritable", f"cannot write here: {reason}", Location(place))
        raise Stop from None
    return plan


def _replace(files: Mapping[str, bytes], target: Path, plan: Survey, manifest: Manifest) -> None:
    staged = stage(target)
    written = tuple(dict.fromkeys((*plan.write, MANIFEST)))  # Which is moved in twice, though it may stay.
    try:
        new = staged / "new"
        for folder in sorted({path.rpartition("/")[0] for path in written}):
            (new / folder).mkdir(parents=True, exist_ok=True)
        for path in written:
            disk.write(f"{new}/{path}", files[path])
        if not target.exists():
            os.replace(new, target)  # All at once: nothing is in the way, and nothing to be kept.
            return
        # While files of both trees lie side by side, the manifest owns both.
        replaced = {path: hash_ for path, hash_ in plan.replaced.items() if path != MANIFEST}
        between = replace(manifest, replaced=replaced, settings="", findings=False)
        disk.write(f"{staged}/between", between.data())
        with _Swap(target, staged / "old", (*written, *plan.delete)) as swap:
            swap.move_in(f"{staged}/between", MANIFEST)
            for path in written:
                if path != MANIFEST:
                    swap.move_in(f"{new}/{path}", path)
            for path in plan.delete:
                swap.move_out(path)
            swap.move_in(f"{new}/{MANIFEST}", MANIFEST)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _keep(path: str, copy: str) -> bool:
    """Have what stands at `path`, if anything does, at `copy`, too."""
    try:
        os.link(path, copy)
    except FileNotFoundError:
        return False
    except OSError:  # Not every file system has a second name for a file.
        shutil.copy2(path, copy)
    return True


class _Swap:
    """Moves files into and out of a tree; leaving by an exception moves every one of them back.

    What stands at `paths` is kept at a second place first: so at no moment the tree lacks a file, and between
    the first move and the last there is no more work than moving.
    """

    def __init__(self, target: Path, kept: Path, paths: Iterable[str]) -> None:
        self._target = target
        self._touched: dict[str, None] = {}
        self._made: list[Path] = []
        self._there: set[str] = set()
        kept.mkdir()
        places = {path: f"{kept}/{number}" for number, path in enumerate(paths)}
        self._kept = {path: copy for path, copy in places.items() if _keep(f"{target}/{path}", copy)}

    def __enter__(self) -> _Swap:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            return
        for path in reversed(self._touched):
            if path in self._kept:
                os.replace(self._kept[path], self._target / path)
            else:
                (self._target / path).unlink(missing_ok=True)
        for folder in reversed(self._made):
            _remove_if_empty(folder)

    def move_in(self, staged: str, path: str) -> None:
        self._make(path.rpartition("/")[0])
        self._touched[path] = None
        os.replace(staged, f"{self._target}/{path}")

    def move_out(self, path: str) -> None:
        place = self._target / path
        self._touched[path] = None
        place.unlink()
        for folder in place.relative_to(self._target).parents[:-1]:
            _remove_if_empty(self._target / folder)

    def _make(self, path: str) -> None:
        if path in self._there:
            return
        self._there.add(path)
        folder = self._target / path
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        self._made.extend(reversed(missing))


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return
