"""The verdict of openapi-spec-validator, the one that users trust: whatever it alone finds is reported.

It is imported here only, since that takes longer than our whole pass. It knows no lines, and its paths
start now at the document, now at some schema or value inside it.
"""

from __future__ import annotations

import os
import posixpath
import warnings
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Severity
from specloom.document.model import LoadedSource
from specloom.document.pointer import find, join
from specloom.values import Value

_CODES: dict[str, frozenset[str]] = {
    "DuplicateOperationIDError": frozenset(("duplicate-operation-id",)),
    "UnresolvableParameterError": frozenset(
        ("path-parameter-missing", "path-parameter-unused", "path-template")
    ),
    "ParameterDuplicateError": frozenset(("duplicate-parameter",)),
    "ExtraParametersError": frozenset(("required-undeclared",)),
}


class _Finding(Value):
    """What the validator says: the class of its error, the text and the path, which may be relative."""

    kind: str
    message: str
    path: tuple[str, ...] = ()


def second_opinion(loaded: LoadedSource, *, diagnostics: Diagnostics) -> None:
    """Report, as `spec-validator-only`, what openapi-spec-validator finds and `validate` did not.

    Call it after `validate`. A finding counts as ours when we have one about the same thing at the same
    place; without a usable path, when we have a warning or an error at all, from which it may follow. It
    reads nothing but the files that were loaded.
    """
    if loaded.kind != "openapi":
        return
    ours = [d for d in diagnostics if d.location is not None]
    for finding in _findings(loaded):
        if not _is_ours(finding, ours, loaded):
            where = Location(loaded.document.uri, join(finding.path) if _stands(finding, loaded) else "")
            message = f"openapi-spec-validator: {finding.message}"
            diagnostics.error("spec-validator-only", message, where)


def _is_ours(finding: _Finding, ours: Iterable[Diagnostic], loaded: LoadedSource) -> bool:
    codes = _CODES.get(finding.kind)
    if (
        codes is not None
    ):  # where we have errors, it may follow from them: it goes, or shows, when they are mended
        return any(d.code in codes or d.severity is Severity.ERROR for d in ours)
    serious = [d for d in ours if d.severity is not Severity.NOTE and d.location is not None]
    if not finding.path or not _stands(finding, loaded):
        return bool(serious)
    there = join(finding.path) + "/"
    for diagnostic in serious:
        here = (diagnostic.location.pointer if diagnostic.location else "") + "/"
        if here.startswith(there) or (here != "/" and there.startswith(here)):
            return True
    return False


def _stands(finding: _Finding, loaded: LoadedSource) -> bool:
    """Whether the path leads to a node of the root document."""
    try:
        find(loaded.written[loaded.document.uri].content, join(finding.path))
    except LookupError:
        return False
    return True


def _findings(loaded: LoadedSource) -> Iterator[_Finding]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import openapi_spec_validator as package

        name = f"OpenAPIV{loaded.version.replace('.', '')}SpecValidator"
        files = _Files(loaded)
        handlers = dict.fromkeys(("file", "http", "https", "<all_urls>"), files)
        validator: Any = type("Validator", (getattr(package, name),), {"resolver_handlers": handlers})
        root = loaded.written[loaded.document.uri]
        try:
            for error in validator(root.content, base_uri=files.address(root.uri)).iter_errors():
                path = tuple(str(step) for step in error.absolute_path)
                yield _Finding(type(error).__name__, str(error.message), path)
        except Exception as problem:  # it raises all kinds of things on malformed documents
            yield _Finding(type(problem).__name__, f"{type(problem).__name__}: {problem}")


class _Files:
    """Gives the validator the files that were loaded, and no other."""

    def __init__(self, loaded: LoadedSource) -> None:
        self._content = {_plain(self.address(uri)): file.content for uri, file in loaded.written.items()}
        for uri, there in loaded.addresses.items():
            self._content[_plain(there)] = loaded.written[uri].content
        for address, content in _beside_copies(loaded):
            self._content.setdefault(_plain(address), content)

    @staticmethod
    def address(uri: str) -> str:
        """The URI of a file for the validator."""
        return uri if "://" in uri else "file://" + os.path.abspath(uri).replace(os.sep, "/")

    def __call__(self, address: str) -> Any:
        plain = _plain(address)
        if plain not in self._content:
            raise LookupError(f"{address} was not loaded")
        return self._content[plain]


def _plain(address: str) -> str:
    parts = urlsplit(urldefrag(address).url)
    return f"{parts.scheme}://{parts.netloc}{unquote(parts.path)}"


def _beside_copies(loaded: LoadedSource) -> Iterator[tuple[str, Any]]:
    """Files without a URI of their own by the URI that a copy's relative reference to them makes."""
    for uri, there in loaded.addresses.items():
        for other, file in loaded.written.items():
            if other not in loaded.addresses and "://" not in other:
                yield urljoin(there, _relative(uri, other)), file.content


def _relative(uri: str, other: str) -> str:
    return quote(posixpath.relpath(other, posixpath.dirname(uri) or "."))
