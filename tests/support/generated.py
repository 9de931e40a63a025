"""Packages generated for one test, in its own folder."""

from __future__ import annotations

import importlib
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from specloom import pipeline
from specloom.config.model import Part
from specloom.diagnostics import Diagnostics, Severity, Stop
from specloom.project import adjusted, from_documents, from_file


class Refused(AssertionError):
    """Nothing was generated; `findings` say why."""

    def __init__(self, findings: Diagnostics) -> None:
        said = [each.message for each in findings if each.severity is Severity.ERROR]
        super().__init__(f"nothing was generated: {said}")
        self.findings = findings


class Generated:
    """The package that a document, or a project file, gives. It is importable until it is closed."""

    def __init__(
        self,
        document: Path,
        folder: Path,
        package: str,
        only: tuple[Part, ...] = ("server",),
        references: Sequence[str] = (),
    ) -> None:
        self.folder = folder
        self.package = package
        self.findings = Diagnostics()
        if document.name == "specloom.yaml":
            project = from_file(str(document), package=None, output=None, diagnostics=self.findings)
        else:
            project = from_documents([str(document)], package=package, output=None)
        project = adjusted(project, only=only, references=references)
        (wanted,) = project.packages
        self.package = wanted.package
        run = pipeline.Run(
            project=project, diagnostics=self.findings, places=pipeline.Places(), step=lambda _: None
        )
        try:
            files = pipeline.generate(wanted, run).files
        except Stop:
            raise Refused(self.findings) from None
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        sys.path.insert(0, str(folder))
        importlib.invalidate_caches()

    def load(self, module: str = "") -> ModuleType:
        return importlib.import_module(f"{self.package}.{module}" if module else self.package)

    @property
    def document(self) -> Any:
        """The merged document that the package ships."""
        return json.loads((self.folder / self.package / "openapi.json").read_text(encoding="utf-8"))

    def alter(self, path: str, old: str, new: str) -> None:
        """Change the generated code, as somebody might by hand."""
        file = self.folder / self.package / path
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{path} does not hold {old!r}:\n{text}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def close(self) -> None:
        sys.path.remove(str(self.folder))
        for name in [n for n in sys.modules if n == self.package or n.startswith(f"{self.package}.")]:
            del sys.modules[name]
