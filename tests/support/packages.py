"""Generated packages at hand: where they lie, and importing them."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

from support.golden import topics

REPOSITORY = Path(__file__).parents[2]


def committed() -> list[Path]:
    """The folders of the distributions that are shipped."""
    return sorted(path.parent for path in REPOSITORY.glob("generated/*/pyproject.toml"))


def distributions() -> list[Path]:
    """The folders of every generated distribution: those that are shipped, and the golden topics' whole."""
    return [*committed(), *(topic.tree for topic in topics())]


def package_of(distribution: Path) -> str:
    """The import name of the package in a distribution's folder."""
    (marker,) = distribution.glob("*/py.typed")
    return marker.parent.name


def load(distribution: Path, module: str) -> ModuleType:
    """Import a module from a distribution's folder, without installing it."""
    if str(distribution) not in sys.path:
        sys.path.append(str(distribution))
    return importlib.import_module(module)
