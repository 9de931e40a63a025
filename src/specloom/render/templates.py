"""Where the templates are: inside the installed package, or beside `src/` in a checkout."""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def find() -> Path:
    """The folder of our own templates. Raises :class:`FileNotFoundError` if the installation has none."""
    for folder in (_PACKAGE / "templates", _PACKAGE.parent.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"specloom's templates are missing beside {_PACKAGE}")
