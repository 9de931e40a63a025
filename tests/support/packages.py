"""Generated packages at hand: where they lie, and importing them."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType

REPOSITORY = Path(__file__).parents[2]


def distributions() -> list[Path]:
    """The folders of every generated distribution that is committed."""
    found = [*REPOSITORY.glob("generated/*"), *REPOSITORY.glob("tests/golden/*/expected")]
    return sorted(path for path in found if (path / "pyproject.toml").exists())


def package_of(distribution: Path) -> str:
    """The import name of the package in a distribution's folder."""
    (marker,) = distribution.glob("*/py.typed")
    return marker.parent.name


def load(distribution: Path, module: str) -> ModuleType:
    """Import a module from a distribution's folder, without installing it."""
    if str(distribution) not in sys.path:
        sys.path.append(str(distribution))
    return importlib.import_module(module)
