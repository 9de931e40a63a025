"""Mocks of documents, served over real HTTP as `specloom mock` serves them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from specloom import mock, pipeline
from specloom.config import Project
from specloom.config.model import Part
from specloom.diagnostics import Diagnostics
from specloom.project import adjusted, from_documents
from support.serving import serving


@dataclass(frozen=True)
class Mocked:
    """A mock that is being served: its base URL, what was found, and the merged document."""

    url: str
    findings: Diagnostics
    document: dict[str, Any]


def of_document(path: Path) -> Project:
    return from_documents([str(path)], package="mocked", output=None)


def generated(project: Project, part: Part = "server") -> pipeline.Generated:
    (package,) = adjusted(project, only=[part]).packages
    return pipeline.generate(package, _run(project, Diagnostics()))


@contextmanager
def mocked(project: Project, *, seed: int = 0, token: str = "mock") -> Iterator[Mocked]:
    findings = Diagnostics()
    (package,) = project.packages
    made = generated(project)
    run = _run(project, findings)
    merged, _ = pipeline.combine(package, pipeline.documents(package, run), run)
    with mock.MemoryPackage(made.files, package.package) as loaded:
        app = mock.application(made.api, loaded, seed=seed, token=token, diagnostics=findings)
        with serving(app) as url:
            yield Mocked(url, findings, dict(merged.document.content))


def _run(project: Project, findings: Diagnostics) -> pipeline.Run:
    return pipeline.Run(project=project, diagnostics=findings, places=pipeline.Places(), step=lambda _: None)
