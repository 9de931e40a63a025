"""Names for what becomes a component."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping

from specloom.document.pointer import split
from specloom.merge.gather import Target
from specloom.merge.grammar import SECTION_OF

# Components Object, OpenAPI 3.2: the keys of its maps match ^[a-zA-Z0-9._-]+$.
_NOT_ALLOWED = re.compile(r"[^A-Za-z0-9._-]+")
_FILE_ENDINGS = re.compile(r"(\.schema)?\.(json|ya?ml)$", re.IGNORECASE)


def file_stem(uri: str) -> str:
    """The file's name without folders and endings: `specs/a.v1.schema.json` gives `a.v1`."""
    return _FILE_ENDINGS.sub("", posixpath.basename(uri.replace("\\", "/"))) or "document"


def clean(name: str) -> str:
    """`name` as a component may be called."""
    return _NOT_ALLOWED.sub("_", name).strip("_") or "component"


def wanted(target: Target) -> str:
    """The last part of the pointer; the file's stem for a whole file."""
    tokens = split(target.pointer)
    return clean(tokens[-1] if tokens else file_stem(target.uri))


def choose(
    targets: Iterable[Target], taken: Mapping[str, Iterable[str]], root: str, own: Mapping[Target, str]
) -> dict[Target, str]:
    """A component name for each target, the same whatever the order they were found in.

    `taken` are the names in use, by section; `own` are names settled before. Of targets that want the
    same name the first by file and pointer gets it; the next has its file's stem in front, then a number.
    Files are compared as seen from the folder of `root`.
    """
    used = {section: set(names) for section, names in taken.items()}
    folder = posixpath.dirname(root)
    chosen = dict(own)
    for target, name in own.items():
        used.setdefault(SECTION_OF[target.kind], set()).add(name)
    for target in sorted(targets, key=lambda t: (_seen_from(t.uri, folder), t.pointer, t.kind)):
        if target in chosen:
            continue
        names = used.setdefault(SECTION_OF[target.kind], set())
        name = chosen[target] = _free(wanted(target), clean(file_stem(target.uri)), names)
        names.add(name)
    return chosen


def _seen_from(uri: str, folder: str) -> str:
    if "://" in uri or posixpath.isabs(uri) != posixpath.isabs(folder):
        return uri
    return posixpath.relpath(uri, folder or ".")


def _free(name: str, stem: str, used: set[str]) -> str:
    if name not in used:
        return name
    longer, number = f"{stem}_{name}", 2
    candidate = longer
    while candidate in used:
        candidate = f"{longer}_{number}"
        number += 1
    return candidate
