"""Where the templates are: inside the installed package, or beside `src/` in a checkout."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from pathlib import Path

from jinja2 import Environment, TemplateError, meta

_PACKAGE = Path(__file__).resolve().parent.parent


def find() -> Path:
    """The folder of our own templates. Raises :class:`FileNotFoundError` if the installation has none."""
    for folder in (_PACKAGE / "templates", _PACKAGE.parent.parent / "templates"):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"specloom's templates are missing beside {_PACKAGE}")


def strangers(folder: Path) -> dict[str, str | None]:
    """The files of a folder of overrides that stand in for none of ours, each with the nearest of ours.

    What another file of the folder includes or imports is none.
    """
    known = {_name(path, find()) for path in find().rglob("*.jinja")}
    own = {_name(path, folder): path for path in sorted(folder.rglob("*")) if path.is_file()}
    included = {name for path in own.values() for name in _included(path)}
    return {
        name: next(iter(difflib.get_close_matches(name, sorted(known), 1)), None)
        for name in own
        if name not in known | included
    }


def _name(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix()


def _included(path: Path) -> Iterator[str]:
    try:
        parsed = Environment().parse(path.read_text(encoding="utf-8"))
    except (TemplateError, OSError, ValueError):
        return  # Rendering says what is wrong with it, if it is rendered.
    yield from (name for name in meta.find_referenced_templates(parsed) if name is not None)
