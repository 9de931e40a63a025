"""One run at a time: a lock on a tree, and an end to what killed runs left beside it."""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def alone(target: Path) -> Iterator[None]:
    """Keep other runs away from `target` meanwhile, and remove the stages of those that were killed.

    The lock is the system's, on the folder that `target` is in: it leaves no file behind and ends with
    the process. Where there are no such locks (Windows, some network file systems) nobody waits, and
    nothing is removed, since it might be in use. Raises OSError if the folder cannot be made.
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(target.parent, os.O_RDONLY)
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
            _tidy(target)
        yield
    finally:
        os.close(handle)


def stage(target: Path) -> Path:
    """A new folder on the target's file system, so that each move from there is one atomic rename."""
    beside = target.parent
    if target.exists() and (target.stat().st_dev != beside.stat().st_dev or not os.access(beside, os.W_OK)):
        beside = target
    return Path(tempfile.mkdtemp(prefix=_prefix(target), dir=beside))


def _prefix(target: Path) -> str:
    return f".{target.name}-specloom-"


def _tidy(target: Path) -> None:
    name = re.compile(re.escape(_prefix(target)) + r"[a-z0-9_]{8}")  # as `mkdtemp` makes them
    for folder in (target.parent, target):
        for entry in folder.iterdir() if folder.is_dir() else ():
            if name.fullmatch(entry.name) and entry.is_dir() and not entry.is_symlink():
                shutil.rmtree(entry, ignore_errors=True)
