"""Whether a tree on disk is what would be generated now."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Severity, Stop
from specloom.tree.manifest import MANIFEST, Manifest, digest, read
from specloom.tree.survey import unlisted

EXCERPT: Final = 20
"""Lines of a difference that are shown; the rest is counted."""
_HINT: Final = "run specloom generate"


def check(files: Mapping[str, bytes], target: Path, *, manifest: Manifest, diagnostics: Diagnostics) -> None:
    """Report every file of `target` that differs from `files`, is missing, or should not be there.

    A file that nobody generated counts only inside the folders that specloom fills: the top folder may
    hold others. Raises :class:`Stop` if the folder cannot be read.
    """
    whole = {**files, MANIFEST: manifest.data()}
    if not target.is_dir():
        diagnostics.error("file-missing", "nothing is generated here yet", Location(str(target)), hint=_HINT)
        return
    try:
        old = read(target, force=False, diagnostics=diagnostics)
        for path in sorted(whole):
            place = target / path
            if not place.is_file():
                diagnostics.error("file-missing", "this file is missing", Location(str(place)), hint=_HINT)
            elif (found := place.read_bytes()) != whole[path]:
                edited = path in old.paths and not old.wrote(path, digest(found))
                diagnostics.report(_different(place, found, whole[path], edited=edited))
        leftovers = {path for path in old.paths if path not in whole and (target / path).is_file()}
        for path in sorted(leftovers):
            message = "this file is no longer generated"
            diagnostics.error("file-extra", message, Location(str(target / path)), hint=_HINT)
        for path in unlisted(whole, target):
            if path not in leftovers:
                message = "this file is not generated, in a folder that is"
                hint_ = "move it out of the generated package"
                diagnostics.error("file-extra", message, Location(str(target / path)), hint=hint_)
    except OSError as error:
        diagnostics.error("target-unreadable", f"cannot read this: {error.strerror}", Location(str(target)))
        raise Stop from None


def _different(place: Path, found: bytes, expected: bytes, *, edited: bool) -> Diagnostic:
    code, message, hint = "file-stale", "this file is stale", _HINT
    if edited:
        code, message = "file-edited", "this file was edited by hand since it was generated"
        hint = "move the change to where it survives; specloom generate --force takes it back"
    detail = _excerpt(found, expected)
    return Diagnostic(code, Severity.ERROR, message, Location(str(place)), hint=hint, detail=detail)


def _excerpt(found: bytes, expected: bytes) -> str:
    """The head of a unified difference, from what is there to what should be."""
    lines = difflib.unified_diff(
        found.decode("utf-8", "replace").splitlines(),
        expected.decode().splitlines(),
        "found",
        "generated",
        n=1,
        lineterm="",
    )
    shown = list(itertools.islice(lines, EXCERPT))
    left = sum(1 for _ in lines)
    return "\n".join([*shown, f"… {left} more lines"] if left else shown)
