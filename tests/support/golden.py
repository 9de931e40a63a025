"""The golden topics: small documents, each about one thing, with the package that they must give.

A topic is a folder tests/golden/TOPIC: `spec/` holds the document (`openapi.yaml`, a `*.schema.json`
alone, or a whole project with its `specloom.yaml`), `expected/` the distribution that is generated from
it, and `instances.yaml` what that package must do when it is used.

The runtime is the same text in every package, so the expected trees leave it out; whole trees, to be
imported, are generated into build/golden.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import yaml

from specloom import __version__, pipeline, project, reporting
from specloom.config import Project
from specloom.config.model import Style
from specloom.diagnostics import Diagnostics, Stop
from specloom.pipeline import Places, Run
from specloom.tree.compare import check as compare
from specloom.tree.manifest import Manifest
from specloom.tree.replace import write

ROOT = Path(__file__).parents[1] / "golden"
WHOLE = Path(__file__).parents[2] / "build" / "golden"


@dataclass(frozen=True)
class Topic:
    name: str

    @property
    def folder(self) -> Path:
        return ROOT / self.name

    @property
    def expected(self) -> Path:
        return self.folder / "expected"

    @property
    def tree(self) -> Path:
        """Where the whole distribution is, written anew."""
        return _written(self.name)

    @property
    def package(self) -> str:
        return "golden_" + self.name.replace("-", "_")

    @property
    def document(self) -> Path:
        """The topic's document, or its project file."""
        for pattern in ("specloom.yaml", "openapi.yaml", "*.schema.json"):
            for path in sorted((self.folder / "spec").glob(pattern)):
                return path
        raise FileNotFoundError(f"{self.folder}/spec holds no document")

    def project(self, diagnostics: Diagnostics) -> Project:
        """What the command line would make of the topic."""
        document, output = self.document, str(self.expected)
        if document.name == "specloom.yaml":
            return project.from_file(str(document), package=None, output=output, diagnostics=diagnostics)
        made = project.from_documents([str(document)], package=self.package, output=output)
        return project.adjusted(made, only=self.instances.get("only", ()), style=self.style)

    @property
    def style(self) -> Style | None:
        """What the topic's models are made of, where that is not pydantic."""
        found: Style | None = self.instances.get("style")
        return found

    @cached_property
    def instances(self) -> dict[str, Any]:
        """What the package must do; `only` are the parts that it has, of the models' `style`.

        `accepts` and `rejects` list documents by component schema (`source` where there are several), with
        `dumps_to` where they come out otherwise; `defaults` a document and the `members` it does not
        have; `docs` docstrings. `calls` are made over HTTP, with `auth` by scheme and below `base`:
        `operation` with `arguments` sends what `wire` says and gets `answer`, or `items`, with `status`.
        The wire's body is JSON (`body`), its bytes (`text`) or its `parts`; the handler is given what
        `takes` says, answers in a `media_type` with header `fields`, and `gets` is what comes out of a stream
        where that is not what went in. Webhooks and callbacks are `received_at` a path. :mod:`support.wire`
        says how files and events are written.
        """
        text = (self.folder / "instances.yaml").read_text(encoding="utf-8")
        found: dict[str, Any] = yaml.safe_load(text)
        return found


def topics() -> list[Topic]:
    return [Topic(path.name) for path in sorted(ROOT.iterdir()) if (path / "spec").is_dir()]


@cache
def _files(name: str) -> Mapping[str, bytes]:
    """The whole distribution of a topic. Raises :class:`GoldenError`."""
    diagnostics, places = Diagnostics(), Places()
    try:
        made = Run(
            project=Topic(name).project(diagnostics),
            diagnostics=diagnostics,
            places=places,
            step=lambda _: None,
        )
        (package,) = made.project.packages
        return pipeline.generate(package, made).files
    except Stop:
        raise GoldenError(reporting.text(diagnostics, locate=places.locate)) from None


@cache
def _written(name: str) -> Path:
    _write(_files(name), WHOLE / name)
    return WHOLE / name


def _write(files: Mapping[str, bytes], target: Path) -> None:
    manifest = Manifest.of(files, generator=__version__, inputs={})
    write(files, target, manifest=manifest, force=True, diagnostics=Diagnostics())


class GoldenError(Exception):
    """A topic gives no tree, or another than is expected."""


def run(topic: Topic, command: str) -> str:
    """Write (`write`) or compare (`check`) the expected tree of a topic; what went wrong, "" if nothing."""
    try:
        whole = _files(topic.name)
    except GoldenError as error:
        return str(error)
    files = {path: data for path, data in whole.items() if "_runtime" not in Path(path).parts}
    if command == "write":
        _write(files, topic.expected)
        return ""
    diagnostics = Diagnostics()
    manifest = Manifest.of(files, generator=__version__, inputs={})
    compare(files, topic.expected, manifest=manifest, diagnostics=diagnostics)
    return reporting.text(diagnostics, locate=Places().locate) if diagnostics.failed else ""


def main() -> None:
    """`python -m support.golden write|check`, for the Makefile."""
    command = sys.argv[1]
    failed = {topic.name: found for topic in topics() if (found := run(topic, command))}
    for name, found in failed.items():
        sys.stderr.write(f"golden topic {name}:\n{found}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
