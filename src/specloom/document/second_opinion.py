"""The verdict of openapi-spec-validator, the one that users trust: whatever it alone finds is reported.

It is imported here only, since that takes longer than our whole pass. It knows no lines and not always
a path, so a finding of its own is placed as well as its path allows.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator
from typing import Any

from specloom.diagnostics import Diagnostics, Location, Severity
from specloom.document.model import LoadedSource
from specloom.document.pointer import join


def second_opinion(loaded: LoadedSource, *, diagnostics: Diagnostics) -> None:
    """Report, as `spec-validator-only`, what openapi-spec-validator finds and `validate` did not.

    Call it after `validate`. When our pass has found errors, what the other one says about the same
    place, or without a place, is taken to be about them.
    """
    if loaded.kind != "openapi":
        return
    ours = [d for d in diagnostics if d.location is not None]
    failed = any(d.severity is Severity.ERROR for d in ours)
    placed = [loaded.locate(d.location) for d in ours if d.location is not None]
    for message, path in _findings(loaded):
        where = Location(loaded.document.uri, join(path))
        if path and any(_same(loaded.locate(where), other) for other in placed):
            continue
        if (not path and ours) or (failed and not path):
            continue
        diagnostics.error("spec-validator-only", f"openapi-spec-validator: {message}", where)


def _same(one: Location, other: Location) -> bool:
    """Whether two places are about the same fault: one is within the other."""
    if one.uri != other.uri:
        return False
    a, b = one.pointer + "/", other.pointer + "/"
    return a.startswith(b) or b.startswith(a)


def _findings(loaded: LoadedSource) -> Iterator[tuple[str, tuple[str, ...]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from openapi_spec_validator import (
            OpenAPIV30SpecValidator,
            OpenAPIV31SpecValidator,
            OpenAPIV32SpecValidator,
        )

        classes: dict[str, Any] = {
            "3.0": OpenAPIV30SpecValidator,
            "3.1": OpenAPIV31SpecValidator,
            "3.2": OpenAPIV32SpecValidator,
        }
        root = loaded.written[loaded.document.uri]
        base = "file://" + os.path.abspath(root.uri).replace(os.sep, "/")
        try:
            for error in classes[loaded.version](root.content, base_uri=base).iter_errors():
                yield str(error.message), tuple(str(step) for step in error.absolute_path)
        except Exception as problem:  # it raises all kinds of things on malformed documents
            yield f"{type(problem).__name__}: {problem}", ()
