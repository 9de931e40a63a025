"""The golden topics: small documents, each about one thing, with the package that they must give.

A topic is a folder tests/golden/TOPIC: `spec/` holds the document (`openapi.yaml`, a `*.schema.json`
alone, or a whole project with its `specloom.yaml`), `expected/` the distribution that is generated from
it, and `instances.yaml` what that package must do when it is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1] / "golden"


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
    def package(self) -> str:
        return "golden_" + self.name.replace("-", "_")

    @property
    def document(self) -> Path:
        """The topic's document, or its project file."""
        for pattern in ("specloom.yaml", "openapi.yaml", "*.schema.json"):
            for path in sorted((self.folder / "spec").glob(pattern)):
                return path
        raise FileNotFoundError(f"{self.folder}/spec holds no document")

    @property
    def arguments(self) -> list[str]:
        """What the command line needs to be told, but for the folder to write."""
        document = self.document
        if document.name == "specloom.yaml":
            return ["--config", str(document)]
        only = ["--only", "models"] if document.suffix == ".json" else []
        return [str(document), "--package", self.package, *only]

    @cached_property
    def instances(self) -> dict[str, Any]:
        """Keys: accepts, rejects, defaults, docs, calls, auth."""
        text = (self.folder / "instances.yaml").read_text(encoding="utf-8")
        found: dict[str, Any] = yaml.safe_load(text)
        return found


def topics() -> list[Topic]:
    return [Topic(path.name) for path in sorted(ROOT.iterdir()) if (path / "spec").is_dir()]
