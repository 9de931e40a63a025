"""Replacing a generated tree, wholly or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.tree.alone import alone, stage
from specloom.tree.manifest import MANIFEST, Manifest, digest, read
from specloom.tree.survey import Survey, survey


def write(
    files: Mapping[str, str], target: Path, *, manifest: Manifest, force: bool, diagnostics: Diagnostics
) -> Survey:
    """Make the folder `target` hold `files` and their manifest, and tell what changed.

    Unchanged files are not touched, and files that an earlier manifest lists and `files` does not are
    deleted. A file that was edited by hand, or that specloom never wrote, is reported instead of
    replaced, unless `force`. Raises :class:`Stop` with the tree as it was when anything is in the way or
    the folder cannot be written.
    """
    target = Path(os.path.realpath(target))
    whole = {**files, MANIFEST: manifest.text()}
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


def _replace(files: Mapping[str, str], target: Path, plan: Survey, manifest: Manifest) -> None:
    staged = stage(target)
    try:
        new = staged / "new"
        for folder in sorted({(new / path).parent for path in plan.write}):
            folder.mkdir(parents=True, exist_ok=True)
        for path in plan.write:
            _put(new / path, files[path])
        # While files of both trees lie side by side, the manifest owns both.
        _put(staged / "between", _between(manifest, target, plan).text())
        _put(staged / "manifest", files[MANIFEST])
        with _Swap(target, staged / "old", (*plan.write, *plan.delete)) as swap:
            swap.move_in(staged / "between", MANIFEST)
            for path in plan.write:
                if path != MANIFEST:
                    swap.move_in(new / path, path)
            for path in plan.delete:
                swap.move_out(path)
            swap.move_in(staged / "manifest", MANIFEST)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _between(manifest: Manifest, target: Path, plan: Survey) -> Manifest:
    touched = [path for path in (*plan.write, *plan.delete) if path != MANIFEST]
    replaced = {path: digest(place.read_bytes()) for path in touched if (place := target / path).exists()}
    return Manifest(
        generator=manifest.generator, inputs=manifest.inputs, files=manifest.files, replaced=replaced
    )


def _put(path: Path, text: str) -> None:
    path.write_bytes(text.encode())


class _Swap:
    """Moves files into and out of a tree; leaving by an exception moves every one of them back.

    What stands at `paths` is copied to `kept` first: so at no moment the tree lacks a file, and between
    the first move and the last there is no more work than moving.
    """

    def __init__(self, target: Path, kept: Path, paths: Iterable[str]) -> None:
        self._target = target
        self._kept = {path: kept / str(number) for number, path in enumerate(paths)}
        self._touched: dict[str, None] = {}
        self._made: list[Path] = []
        self._there: set[Path] = set()
        kept.mkdir()
        for path, copy in self._kept.items():
            if (target / path).exists():
                shutil.copy2(target / path, copy)

    def __enter__(self) -> _Swap:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is None:
            return
        for path in reversed(self._touched):
            if self._kept[path].exists():
                self._kept[path].replace(self._target / path)
            else:
                (self._target / path).unlink(missing_ok=True)
        for folder in reversed(self._made):
            _remove_if_empty(folder)

    def move_in(self, staged: Path, path: str) -> None:
        place = self._target / path
        self._make(place.parent)
        self._touched[path] = None
        staged.replace(place)

    def move_out(self, path: str) -> None:
        place = self._target / path
        self._touched[path] = None
        place.unlink()
        for folder in place.relative_to(self._target).parents[:-1]:
            _remove_if_empty(self._target / folder)

    def _make(self, folder: Path) -> None:
        if folder in self._there:
            return
        self._there.add(folder)
        missing = [place for place in (folder, *folder.parents) if not place.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        self._made.extend(reversed(missing))


def _remove_if_empty(folder: Path) -> None:
    try:
        folder.rmdir()
    except OSError:
        return
