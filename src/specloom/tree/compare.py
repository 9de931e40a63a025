"""Whether a tree on disk is what would be generated now."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Severity, Stop
from specloom.tree.manifest import MANIFEST, Manifest, read
from specloom.tree.survey import unlisted

EXCERPT: Final = 20
"""Lines of a difference that are shown; the rest is counted."""


def check(files: Mapping[str, bytes], target: Path, *, manifest: Manifest, diagnostics: Diagnostics) -> None:
    """Report every file of `target` that differs from `files`, is missing, or should not be there.

    A file that nobody generated counts only inside the folders that specloom fills: the top folder may
    hold others. Raises :class:`Stop` if the folder cannot be read.
    """
    whole = {**files, MANIFEST: manifest.data()}
    hint = "run specloom generate"
    if not target.is_dir():
        diagnostics.error("file-missing", "nothing is generated here yet", Location(str(target)), hint=hint)
        return
    try:
        listed = read(target, force=False, diagnostics=diagnostics).paths
        for path in sorted(whole):
            place = target / path
            if not place.is_file():
                diagnostics.error("file-missing", "this file is missing", Location(str(place)), hint=hint)
            elif (found := place.read_bytes()) != whole[path]:
                detail = _excerpt(found, whole[path])
                stale = Diagnostic(
                    "file-stale",
                    Severity.ERROR,
                    "this file is stale",
                    Location(str(place)),
                    hint=hint,
                    detail=detail,
                )
                diagnostics.report(stale)
        leftovers = {path for path in listed if path not in whole and (target / path).is_file()}
        for path in sorted(leftovers):
            message = "this file is no longer generated"
            diagnostics.error("file-extra", message, Location(str(target / path)), hint=hint)
        for path in unlisted(whole, target):
            if path not in leftovers:
                message = "this file is not generated, in a folder that is"
                hint_ = "move it out of the generated package"
                diagnostics.error("file-extra", message, Location(str(target / path)), hint=hint_)
    except OSError as error:
        diagnostics.error("target-unreadable", f"cannot read this: {error.strerror}", Location(str(target)))
        raise Stop from None


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
