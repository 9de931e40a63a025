"""What a schema cannot say of a project file: names that meet, files that are missing."""

from __future__ import annotations

import keyword
import os
from collections.abc import Iterator
from typing import Any, TypeAlias

from specloom.diagnostics import Diagnostics, Related
from specloom.document.copies import table_fault
from specloom.document.source import SourceFile
from specloom.values import Value

_Placed: TypeAlias = tuple[tuple[str, ...], Any]  # an entry of a list, after the path to it


class _Given(Value):
    """A text of the file, as it counts in comparison, and the path to it."""

    text: str
    tokens: tuple[str, ...]
    shown: str


def check_meaning(file: SourceFile, folder: str, diagnostics: Diagnostics) -> None:
    """Report what is wrong in a file of the right shape, as far as it has it."""
    checker = _Checker(file, folder, diagnostics)
    checker.check(_placed((), file.content, "packages"))
    references = file.content.get("references") if isinstance(file.content, dict) else None
    checker.copies(references.get("files") if isinstance(references, dict) else None)


class _Checker:
    def __init__(self, file: SourceFile, folder: str, diagnostics: Diagnostics) -> None:
        self.file = file
        self.folder = folder
        self.diagnostics = diagnostics

    def check(self, packages: list[_Placed]) -> None:
        self._unique("package", [g for at, p in packages for g in _given(p, at, "package")])
        self._unique("distribution", [g for at, p in packages for g in _given(p, at, "distribution")])
        outputs = [g for at, p in packages for g in _given(p, at, "output")]
        self._outputs(outputs)
        for at, package in packages:
            for given in _given(package, at, "package"):
                self._keyword("package", given)
            self._style(at, package)
            self._sources(_placed(at, package, "sources"))
            self._names(at, package)

    def copies(self, files: Any) -> None:
        """Report entries of the table of copies that name no file or folder."""
        for uri, path in files.items() if isinstance(files, dict) else ():
            if isinstance(path, str):
                fault = table_fault(uri, os.path.join(self.folder, path), path)
                if fault is not None:
                    self._error(
                        "config-missing-file", fault, _Given(path, ("references", "files", uri), path)
                    )

    def _sources(self, sources: list[_Placed]) -> None:
        self._unique("source", [g for where, s in sources for g in _given(s, where, "id")])
        spaces = [g for where, s in sources for g in _given(s, where, "namespace")]
        self._unique("namespace", spaces)
        for given in spaces:
            self._keyword("namespace", given)
        for where, source in sources:
            for given in _given(source, where, "path"):
                self._exists(given)
            for i, overlay in enumerate(_list(source, "overlays")):
                if isinstance(overlay, str):
                    self._exists(_Given(overlay, (*where, "overlays", str(i)), overlay))

    def _style(self, at: tuple[str, ...], package: Any) -> None:
        if next(_given(package, at, "style"), None) is None or package["style"] == "pydantic":
            return
        for number, part in enumerate(_list(package, "only")):
            if part in ("client", "server"):
                place = _Given(part, (*at, "only", str(number)), part)
                self._error(
                    "config-invalid", f"the style {package['style']} is for models, not a {part}", place
                )

    def _names(self, at: tuple[str, ...], package: Any) -> None:
        names = package.get("names") if isinstance(package, dict) else None
        for place, name in names.items() if isinstance(names, dict) else ():
            if isinstance(name, str):
                self._keyword("name", _Given(name, (*at, "names", place), name))

    def _unique(self, what: str, found: list[_Given]) -> None:
        first: dict[str, _Given] = {}
        for given in found:
            earlier = first.setdefault(given.text, given)
            if earlier is not given:
                self._error("config-duplicate", f"the {what} {given.shown!r} stands twice", given, earlier)

    def _outputs(self, found: list[_Given]) -> None:
        """No two packages may be written to one folder, nor one into the other's."""
        real = [(os.path.abspath(os.path.join(self.folder, given.shown)), given) for given in found]
        for number, (path, given) in enumerate(real):
            for other, earlier in real[:number]:
                if os.path.commonpath([path, other]) in (path, other):
                    message = f"the output {given.shown!r} and another package's lie in each other"
                    self._error("config-duplicate", message, given, earlier)

    def _keyword(self, what: str, given: _Given) -> None:
        if keyword.iskeyword(given.shown):
            self._error("config-invalid", f"the {what} {given.shown!r} is a keyword of Python", given)

    def _exists(self, given: _Given) -> None:
        if not os.path.isfile(os.path.join(self.folder, given.shown)):
            message = f"there is no file {given.shown!r} beside the project file"
            self._error("config-missing-file", message, given)

    def _error(self, code: str, message: str, given: _Given, earlier: _Given | None = None) -> None:
        related = [Related("first here", self.file.locate(list(earlier.tokens)))] if earlier else []
        self.diagnostics.error(code, message, self.file.locate(list(given.tokens)), related=related)


def _given(holder: Any, at: tuple[str, ...], key: str) -> Iterator[_Given]:
    value = holder.get(key) if isinstance(holder, dict) else None
    if isinstance(value, str):
        # Python's packages, and names of distributions, must differ in more than case and punctuation.
        text = value.lower().replace("-", "_").replace(".", "_")
        yield _Given(text, (*at, key), value)


def _placed(at: tuple[str, ...], holder: Any, key: str) -> list[_Placed]:
    return [((*at, key, str(number)), entry) for number, entry in enumerate(_list(holder, key))]


def _list(holder: Any, key: str) -> list[Any]:
    value = holder.get(key) if isinstance(holder, dict) else None
    return value if isinstance(value, list) else []
