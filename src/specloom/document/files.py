"""The files of a description: which may be read, which have been, and what a reference leads to."""

from __future__ import annotations

import os
import posixpath
from contextlib import suppress
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from specloom.diagnostics import Diagnostics, Stop
from specloom.document import pointer
from specloom.document.copies import Copies, how_to_add
from specloom.document.identifiers import Resource, resources
from specloom.document.known import known_schema
from specloom.document.options import Limits, References
from specloom.document.origins import Origin
from specloom.document.source import SourceFile, read_file, read_source
from specloom.document.text import bounded
from specloom.values import Struct, field


class RefError(Exception):
    """A reference that cannot be followed: a diagnostic's code, message and hint."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(code, message, hint)
        self.code, self.message, self.hint = code, message, hint


class Opened(Struct):
    """A file in use: its content after overlays, and where each part of that comes from.

    `address` is the URI that it was fetched from, or is a copy of; None for a file of this place alone.
    """

    source: SourceFile
    content: Any
    origin: Origin
    address: str | None = None
    resources: list[Resource] = field(default_factory=list)


def display_name(path: str) -> str:
    """`path` as it appears in messages: relative to the working directory where it is inside it."""
    with suppress(FileNotFoundError):  # The working directory may have been deleted.
        here = os.getcwd()
        if os.path.isabs(path) and os.path.commonpath([here, os.path.abspath(path)]) == here:
            path = os.path.relpath(path, here)
    return os.path.normpath(path).replace(os.sep, "/")


def _defragmented(ref: str) -> tuple[str, str]:
    """A reference without its fragment, and that: most lead into their own file, and have no more."""
    if ref.startswith("#") and ref.isprintable():
        return "", ref[1:]
    address, part = urldefrag(ref)
    return address, part


class Files:
    """All files that have been read, by URI."""

    def __init__(self, root: Opened, allow: References, limits: Limits, diagnostics: Diagnostics) -> None:
        self.opened: dict[str, Opened] = {}
        self._allow = allow
        self._copies = Copies(allow.files)
        self._limits = limits
        self._diagnostics = diagnostics
        self._names: dict[str, str] = {}  # real path -> URI
        self._failed: set[str] = set()
        self._targets: dict[tuple[str, str], tuple[str, str]] = {}
        self._ids: dict[str, tuple[str, Resource]] = {}
        self._roots = [
            os.path.realpath(folder) for folder in (os.path.dirname(root.source.path) or ".", *allow.roots)
        ]
        self.add(root)

    def add(self, file: Opened) -> None:
        """Take a file in use."""
        uri = file.source.uri
        self.opened[uri] = file
        real = os.path.realpath(file.source.path)
        self._names[real] = uri
        file.address = uri if "://" in uri else self._copies.uri_of(real)
        file.resources = resources(file.content, file.address or uri, file.source.text)
        for resource in file.resources:
            self._ids.setdefault(resource.uri, (uri, resource))

    def target(self, uri: str, ref: str, at: str = "") -> tuple[str, str]:
        """The file and pointer that `ref`, which stands at the pointer `at` of `uri`, leads to.

        The file is read if need be. Raises `RefError` where it leads nowhere, or where it may not lead.
        """
        simple = self.has_one_base(uri)
        known_target = self._targets.get((uri, ref)) if simple else None
        if known_target is None:
            known_target = self._target(uri, ref, at)
            if simple:
                self._targets[uri, ref] = known_target
        return known_target

    def has_one_base(self, uri: str) -> bool:
        """Whether a reference means the same wherever in the file it stands."""
        return len(self.opened[uri].resources) == 1

    def _target(self, uri: str, ref: str, at: str) -> tuple[str, str]:
        base = self.enclosing(uri, at)
        try:
            address, part = _defragmented(ref)
            whole = urljoin(base.uri, address) if address else base.uri
        except ValueError as problem:  # such as the brackets of an IPv6 address that do not match
            raise RefError("ref-unresolved", f"{ref!r} is no reference: {problem}") from None
        if not address:
            found, resource = uri, base
        else:
            known = self._ids.get(whole) or self._open_copy(whole, ref) or self._open_known(whole, ref)
            found, resource = known or self._ids.get(address) or self._open(uri, whole, address, ref)
        part = unquote(part)
        if not part or part.startswith("/"):
            where = resource.pointer + part
        elif part in resource.anchors:
            where = resource.anchors[part]
        else:
            raise RefError("ref-unresolved", f"{ref!r} leads nowhere: {found} has no anchor {part!r}")
        try:
            pointer.find(self.opened[found].content, where)
        except LookupError:
            raise RefError("ref-unresolved", f"{ref!r} leads nowhere") from None
        return found, where

    def relative(self, uri: str, target: str) -> str:
        """`target` as a reference in the file `uri`."""
        if "://" in target:
            return target
        return quote(posixpath.relpath(target, posixpath.dirname(uri) or "."))

    def enclosing(self, uri: str, at: str) -> Resource:
        """The innermost resource around the pointer `at` of `uri`."""
        found = self.opened[uri].resources
        if len(found) == 1:
            return found[0]
        return [r for r in found if at == r.pointer or at.startswith(r.pointer + "/")][-1]

    def dynamic_anchors(self, name: str) -> list[tuple[str, str]]:
        """Every place that has the name by `$dynamicAnchor`."""
        return [
            (uri, resource.dynamic[name])
            for uri, file in self.opened.items()
            for resource in file.resources
            if name in resource.dynamic
        ]

    def _open(self, uri: str, whole: str, address: str, ref: str) -> tuple[str, Resource]:
        parts = urlsplit(address)
        if parts.netloc or parts.scheme not in ("", "file") or "://" in uri:
            found = self._open_remote(whole, ref)
        else:
            # A file beside the one that refers to it is found there, whatever URI that one goes by.
            found = self._open_local(uri, unquote(parts.path), whole, ref)
        return found, self.opened[found].resources[0]

    def _open_copy(self, address: str, ref: str) -> tuple[str, Resource] | None:
        copy = self._copies.find(address)
        if copy is None:
            return None
        name = display_name(copy.path)
        if copy.escapes:
            raise RefError(
                "ref-outside-root",
                f"the reference {ref!r} leaves the folder {copy.folder!r} of the table of copies",
            )
        if not os.path.isfile(copy.path):
            raise RefError(
                "ref-unresolved",
                f"{ref!r} leads nowhere: there is no file {name!r}, which the table of copies gives for it",
            )
        found = self._open_path(copy.path, name, ref)
        return self._ids.setdefault(address, (found, self.opened[found].resources[0]))

    def _open_known(self, address: str, ref: str) -> tuple[str, Resource] | None:
        data = known_schema(address)
        if data is None:
            return None

        def read(name: str) -> SourceFile:
            return read_source(data, "schema.json", name, limits=self._limits, diagnostics=self._diagnostics)

        return self._read(address, address, read, ref), self.opened[address].resources[0]

    def _open_local(self, uri: str, path: str, whole: str, ref: str) -> str:
        if "\0" in path:
            raise RefError("ref-unresolved", f"{ref!r} is no file name")
        here = self.opened[uri].source.path
        there = os.path.normpath(os.path.join(os.path.dirname(here), path))
        real = os.path.realpath(there)
        if real in self._names:
            return self._names[real]
        hint = how_to_add(whole) if urlsplit(whole).scheme not in ("", "file") else None
        if not any(os.path.commonpath([root, real]) == root for root in self._roots):
            raise RefError(
                "ref-outside-root",
                f"the reference {ref!r} leaves the folder of the document, which is not allowed",
                hint or "allow the folder with `references: {roots: […]}` in the project file",
            )
        if not os.path.isfile(real):
            raise RefError("ref-unresolved", f"{ref!r} leads nowhere: there is no such file", hint)
        name = path if path.startswith("/") else posixpath.join(posixpath.dirname(uri), path)
        return self._open_path(there, posixpath.normpath(name), ref)

    def _open_path(self, path: str, name: str, ref: str) -> str:
        real = os.path.realpath(path)
        if real in self._names:
            return self._names[real]

        def read(name: str) -> SourceFile:
            return read_file(path, name, limits=self._limits, diagnostics=self._diagnostics)

        return self._read(real, name, read, ref)

    def _open_remote(self, address: str, ref: str) -> str:
        from specloom.document.remote import (  # They take a while to import, and few need them.
            RemoteError,
            fetch,
        )

        try:
            data = fetch(address, self._allow, limit=self._limits.max_bytes)
        except RemoteError as problem:
            raise RefError(
                "ref-remote-refused", f"the reference {ref!r} is refused: {problem.message}", problem.hint
            ) from None

        def read(name: str) -> SourceFile:
            limits, diagnostics = self._limits, self._diagnostics
            whole = bounded(data, name, limits=limits, diagnostics=diagnostics)
            return read_source(whole, urlsplit(name).path, name, limits=limits, diagnostics=diagnostics)

        return self._read(address, address, read, ref)

    def _read(self, real: str, name: str, read: Any, ref: str) -> str:
        fault = RefError("ref-unresolved", f"{ref!r} leads to a file that cannot be read")
        if real in self._failed:
            raise fault
        try:
            source = read(name)
        except Stop:
            self._failed.add(real)
            raise fault from None
        self.add(Opened(source, source.content, Origin(source)))
        return name
