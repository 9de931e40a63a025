"""Documents that have a URI elsewhere and a copy here: `references: {files: …}` of the project file.

The URI stays the base of what the copy refers to (RFC 3986, section 5.1.3); nothing is fetched. URIs are
compared character by character (section 6.2.1).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from urllib.parse import quote, unquote, urlsplit

from specloom.values import Value


class Copy(Value):
    """Where the copy of a document should be, and the folder that it may not leave, if it is of one."""

    path: str
    folder: str | None = None

    @property
    def escapes(self) -> bool:
        """Whether the path leads out of the folder, links followed."""
        if self.folder is None:
            return False
        folder = os.path.realpath(self.folder)
        return os.path.commonpath([folder, os.path.realpath(self.path)]) != folder


class Copies:
    """The table: a URI that ends in `/` stands for all URIs that begin so, its path for a folder."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = {uri: path for uri, path in files.items() if not uri.endswith("/")}
        # Of two folders that could be meant, the nearer one counts.
        folders = [(uri, path) for uri, path in files.items() if uri.endswith("/")]
        self._folders = dict(sorted(folders, key=lambda entry: -len(entry[0])))
        self._uris: dict[str, str] = {}
        for uri, path in self._files.items():
            self._uris.setdefault(os.path.realpath(path), uri)
        self._real = {os.path.realpath(path): uri for uri, path in reversed(self._folders.items())}

    def find(self, uri: str) -> Copy | None:
        """The copy of the document with this URI (without a fragment); it need not exist."""
        if uri in self._files:
            return Copy(self._files[uri])
        for prefix, folder in self._folders.items():
            if uri.startswith(prefix):
                name = unquote(uri[len(prefix) :]).replace("\0", "")
                return Copy(os.path.normpath(os.path.join(folder, name)), folder)
        return None

    def uri_of(self, real: str) -> str | None:
        """The URI of the document whose copy has this path, which has no links in it."""
        if real in self._uris:
            return self._uris[real]
        folders = [folder for folder in self._real if os.path.commonpath([folder, real]) == folder]
        if not folders:
            return None
        folder = max(folders, key=len)
        return self._real[folder] + quote(os.path.relpath(real, folder).replace(os.sep, "/"))


def table_fault(uri: str, path: str, shown: str) -> str | None:
    """What is wrong with an entry of the table, if anything; `shown` is the path for people."""
    try:
        parts = urlsplit(uri)
    except ValueError as problem:
        return f"{uri!r} is no URI: {problem}"
    if not parts.scheme or parts.fragment or "#" in uri:
        return f"{uri!r} is not the URI of a document: such a one has a scheme and no fragment"
    if uri.endswith("/"):
        return None if os.path.isdir(path) else f"there is no folder {shown!r}"
    if os.path.isdir(path):
        return f"{shown!r} is a folder, which the URI has to tell by ending in `/`"
    return None if os.path.isfile(path) else f"there is no file {shown!r}"


def how_to_add(uri: str) -> str:
    """The lines that would say where the copy of a document is."""
    name = urlsplit(uri).path.rstrip("/").rpartition("/")[2].rpartition(":")[2] or "schema.json"
    return (
        f'say where its copy is: `references: {{files: {{"{uri}": path/to/{name}}}}}` in the project file, '
        f"or `--reference {uri}=path/to/{name}`"
    )
