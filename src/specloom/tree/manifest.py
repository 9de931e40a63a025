"""The manifest: the one file by which specloom knows which files of a folder are its own."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.values import Value, field

MANIFEST: Final = ".specloom.json"

_HASH = re.compile(r"[0-9a-f]{64}")
# What means more than itself in a path of some system: separators, drives, the end of a C string.
_SPECIAL = re.compile(r"[\\:\0]")
_NO_STEPS = frozenset(("", ".", ".."))


def digest(data: bytes) -> str:
    """SHA-256, as lower-case hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def is_inside(path: str) -> bool:
    """Whether `path` is a plain relative POSIX path that stays below the folder it is joined to."""
    return _NO_STEPS.isdisjoint(path.split("/")) and not _SPECIAL.search(path)


class Manifest(Value, kw_only=True):
    """What made a tree: the generator's version, and hashes of what went in and of what came out.

    `inputs` are named relative to the folder of the project file (or of the first document), `files`
    relative to the tree. `replaced` holds the earlier hashes of files while a tree is being replaced: a
    run that was killed in between leaves files of both kinds, and neither was edited by hand.
    `settings` is a hash of all else that decides what comes out, and `findings` tells whether anything was
    found wrong on the way.
    """

    generator: str
    inputs: Mapping[str, str]
    files: Mapping[str, str]
    replaced: Mapping[str, str] = field(default_factory=dict)
    settings: str = ""
    findings: bool = False

    @classmethod
    def of(
        cls,
        files: Mapping[str, bytes],
        *,
        generator: str,
        inputs: Mapping[str, str],
        settings: str = "",
        findings: bool = False,
    ) -> Manifest:
        """The manifest of what was freshly rendered."""
        hashes = {path: digest(data) for path, data in files.items() if path != MANIFEST}
        return cls(generator=generator, inputs=inputs, files=hashes, settings=settings, findings=findings)

    def data(self) -> bytes:
        """JSON in UTF-8, sorted, without anything that depends on when or where it was written."""
        content: dict[str, object] = {
            "generator": f"specloom {self.generator}",
            "inputs": dict(self.inputs),
            "files": dict(self.files),
        }
        if self.settings:
            content["settings"] = self.settings
        if self.findings:
            content["findings"] = True
        if self.replaced:
            content["replaced"] = dict(self.replaced)
        return (json.dumps(content, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()

    def wrote(self, path: str, hash_: str) -> bool:
        """Whether what has this hash is what specloom itself left at `path`."""
        return hash_ in (self.files.get(path), self.replaced.get(path))

    @property
    def paths(self) -> frozenset[str]:
        """Every file that belongs to specloom."""
        return frozenset(self.files) | frozenset(self.replaced)


NOTHING: Final = Manifest(generator="", inputs={}, files={})


def read(target: Path, *, force: bool, diagnostics: Diagnostics) -> Manifest:
    """The manifest of the tree at `target`; one that owns nothing where there is none.

    A manifest that cannot be trusted raises :class:`Stop`, or counts as none with `force`.
    """
    path = target / MANIFEST
    try:
        found = _parse(json.loads(path.read_bytes()))
    except (FileNotFoundError, NotADirectoryError):
        return NOTHING
    except ValueError as error:
        if force:
            return NOTHING
        diagnostics.error(
            "manifest-invalid",
            f"this is not a manifest of specloom's: {error}",
            Location(str(path)),
            hint="restore the file, or give --force to take the folder over as if it were not there",
        )
        raise Stop from None
    return found


def _parse(content: object) -> Manifest:
    if not isinstance(content, dict):
        raise ValueError("not an object")
    generator = content.get("generator")
    if not isinstance(generator, str):
        raise ValueError('"generator" is not a text')
    settings = content.get("settings", "")
    if not isinstance(settings, str):
        raise ValueError('"settings" is not a text')
    return Manifest(
        generator=generator.removeprefix("specloom "),
        inputs=_hashes(content, "inputs"),
        files=_owned(content, "files"),
        replaced=_owned(content, "replaced"),
        settings=settings,
        findings=content.get("findings") is True,
    )


def _hashes(content: Mapping[str, object], member: str) -> dict[str, str]:
    hashes = content.get(member, {})
    if not isinstance(hashes, dict):
        raise ValueError(f'"{member}" is not an object')
    for name, value in hashes.items():
        if not isinstance(value, str) or not _HASH.fullmatch(value):
            raise ValueError(f'"{member}" has no hash for {name!r}')
    return hashes


def _owned(content: Mapping[str, object], member: str) -> dict[str, str]:
    hashes = _hashes(content, member)
    # The listed files are the ones that may be deleted: none may lie elsewhere.
    for path in hashes:
        if not is_inside(path):
            raise ValueError(f'"{member}" names {path!r}, which is not inside the folder')
    return hashes
