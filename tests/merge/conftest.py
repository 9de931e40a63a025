"""Documents written to a temporary folder, loaded and merged."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import OpenAPIV32SpecValidator

from specloom.diagnostics import Diagnostic, Diagnostics, Location, Stop
from specloom.document.load import load
from specloom.document.model import Merged
from specloom.merge import MergeOptions, MergeReport, MergeSource, merge


@dataclass(frozen=True)
class Outcome:
    """A merge that went through or, where `merged` is None, was refused."""

    merged: Merged | None
    report: MergeReport | None
    found: tuple[Diagnostic, ...]

    @property
    def content(self) -> dict[str, Any]:
        assert self.merged is not None, self.found
        content: dict[str, Any] = self.merged.document.content
        assert not list(OpenAPIV32SpecValidator(content).iter_errors())
        return content

    @property
    def codes(self) -> list[str]:
        return [diagnostic.code for diagnostic in self.found]

    def locate(self, pointer: str) -> Location:
        assert self.merged is not None
        return self.merged.document.locate(pointer)


Merge = Callable[..., Outcome]


@pytest.fixture
def merge_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Merge:
    """Write files, then merge `sources`: a name, or (file, namespace)."""
    monkeypatch.chdir(tmp_path)

    def run(
        files: dict[str, str],
        *sources: str | tuple[str, str | None],
        options: MergeOptions | None = None,
        sentinel: str | None = None,
    ) -> Outcome:
        for name, text in files.items():
            Path(name).parent.mkdir(parents=True, exist_ok=True)
            Path(name).write_text(text, encoding="utf-8")
        diagnostics = Diagnostics()
        try:
            loaded = [
                MergeSource(
                    id=Path(file).stem,
                    loaded=load(file, diagnostics=diagnostics),
                    namespace=namespace,
                    stream_sentinel=sentinel,
                )
                for file, namespace in (s if isinstance(s, tuple) else (s, None) for s in sources)
            ]
            merged, report = merge(loaded, options=options or MergeOptions(), diagnostics=diagnostics)
        except Stop:
            return Outcome(None, None, tuple(diagnostics))
        return Outcome(merged, report, tuple(diagnostics))

    return run
