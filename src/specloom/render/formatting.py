"""ruff over the whole tree at once, and a check that all of it is Python."""

from __future__ import annotations

import subprocess
import tempfile
import warnings
from collections.abc import Mapping
from pathlib import Path

from ruff import find_ruff_bin  # type: ignore[import-untyped]


class RenderError(Exception):
    """A template or the formatter failed: a fault of ours, or of a template that stands in for ours."""


def format_tree(tree: Mapping[str, str]) -> dict[str, str]:
    """The same files, Python formatted with ruff's defaults, in Markdown too. Raises :class:`RenderError`."""
    sources = {path: text for path, text in tree.items() if path.endswith((".py", ".md"))}
    for path, text in sources.items():
        if path.endswith(".py"):
            _check(path, text)
    with tempfile.TemporaryDirectory(prefix="specloom-") as name:
        folder = Path(name)
        # Numbered, for a file system may not hold or tell apart what another one can.
        places = {path: folder / f"{index}{path[-3:]}" for index, path in enumerate(sources)}
        for path, place in places.items():
            place.write_text(sources[path], encoding="utf-8", newline="\n")
        common = ["--quiet", "--isolated", "--no-cache", "--target-version", "py311", name]
        # A folder beside us that is called like a package is no reason to sort its imports elsewhere.
        common += ["--config", "src=[]"]
        _run("check", "--select", "I,RUF022", "--fix", *common)
        _run("format", *common)
        formatted = {path: place.read_text(encoding="utf-8") for path, place in places.items()}
    return {path: formatted.get(path, text) for path, text in tree.items()}


def _check(path: str, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", SyntaxWarning)
        try:
            compile(text, path, "exec", dont_inherit=True)
        except (SyntaxError, ValueError) as error:
            raise RenderError(f"{path} is not Python: {error}") from error


def _run(*arguments: str) -> None:
    done = subprocess.run(
        [find_ruff_bin(), *arguments], capture_output=True, text=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise RenderError(f"ruff failed: {done.stderr.strip() or done.stdout.strip()}")
