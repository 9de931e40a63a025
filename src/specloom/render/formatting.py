"""ruff over the whole tree at once, which is also the check that all of it is Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from specloom.values import Value

_SORTED: Final = ("I", "RUF022")
_REFUSED: Final = ("F404", "F407", "F7", "PLE25", "W605")
"""What Python refuses or warns of, beyond what no parser lets pass: a `return` outside of a function, a
character that no source may have, an escape that is none."""
_COMMON: Final = (
    "--quiet", "--isolated", "--no-cache", "--target-version", "py311",
    # A folder beside us that is called like a package is no reason to sort its imports elsewhere.
    "--config", "src=[]",
)  # fmt: skip

_MEMORY: Final = "/dev/shm"
_PAGE: Final = 4096  # Bytes, of which a file takes whole numbers.


class RenderError(Exception):
    """A template or the formatter failed: a fault of ours, or of a template that stands in for ours."""


@contextmanager
def formatting(tree: Mapping[str, str]) -> Iterator[Callable[[], dict[str, str]]]:
    """The same files, Python formatted with ruff's defaults, in Markdown too: that is done meanwhile, and
    waited for by a call of what is given.

    The call raises :class:`RenderError`, also where what should be Python cannot be parsed.
    """
    with _written(tree) as files, _ruff("format", files.folder) as ended:

        def formatted() -> dict[str, str]:
            try:
                ended()
            except RenderError:
                files.look()  # It says of which file that is true, and where.
                raise
            return files.read()

        yield formatted


def format_tree(tree: Mapping[str, str]) -> dict[str, str]:
    """As :func:`formatting`, waited for at once."""
    with formatting(tree) as formatted:
        return formatted()


def sort_tree(tree: Mapping[str, str]) -> dict[str, str]:
    """The same files, imports and `__all__` sorted, as those of our own templates are.

    Raises :class:`RenderError`, also where what should be Python is none.
    """
    with _written(tree) as files:
        files.look()
        return files.read()


class _Files(Value):
    """Files in a folder where ruff finds them, and what is called what there."""

    tree: Mapping[str, str]
    folder: str
    places: Mapping[str, str]

    def read(self) -> dict[str, str]:
        """What has become of the tree."""
        found = dict(self.tree)
        for path, place in self.places.items():
            with open(place, "rb", buffering=0) as file:
                found[path] = file.read().decode()
        return found

    def look(self) -> None:
        """Sort imports, and refuse what is not Python."""
        rules = ["--select", ",".join((*_SORTED, *_REFUSED)), "--fixable", ",".join(_SORTED), "--fix"]
        with _ruff("check", *rules, "--output-format", "json", self.folder, accepted=(0, 1)) as ended:
            done = ended()
        names = {os.path.basename(place): path for path, place in self.places.items()}
        for found in json.loads(done):
            path, line = names[os.path.basename(found["filename"])], found["location"]["row"]
            raise RenderError(f"{path} is not Python: {found['message']} (line {line})")


@contextmanager
def _written(tree: Mapping[str, str]) -> Iterator[_Files]:
    sources = {p: _encoded(p, text) for p, text in tree.items() if p.endswith((".py", ".md"))}
    with tempfile.TemporaryDirectory(prefix="specloom-", dir=_memory(sources.values())) as name:
        # Numbered, for a file system may not hold or tell apart what another one can.
        places = {path: f"{name}/{index}{path[-3:]}" for index, path in enumerate(sources)}
        for path, place in places.items():
            with open(place, "wb") as file:
                file.write(sources[path])
        yield _Files(tree, name, places)


def _memory(files: Iterable[bytes]) -> str | None:
    """A folder that is in memory, where the system has one with room for such files twice.

    Thousands of files that last for a second take a disk longer than ruff takes to read them. None stands for
    wherever temporary files are.
    """
    try:
        room = shutil.disk_usage(_MEMORY).free
    except OSError:
        return None
    needed = 2 * sum(len(data) + _PAGE for data in files)
    return _MEMORY if room > needed and os.access(_MEMORY, os.W_OK | os.X_OK) else None


def _encoded(path: str, text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as error:
        raise RenderError(f"{path} is not Python: {error}") from error


@contextmanager
def _ruff(*arguments: str, accepted: tuple[int, ...] = (0,)) -> Iterator[Callable[[], str]]:
    """A run of ruff, and what waits for its end and output. Raises :class:`RenderError` where it fails."""
    command, *rest = arguments
    run = [find_ruff_bin(), command, *_COMMON, *rest]
    pipe = subprocess.PIPE
    with subprocess.Popen(run, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:

        def ended() -> str:
            output, errors = process.communicate()
            if process.returncode not in accepted:
                raise RenderError(f"ruff failed: {errors.strip() or output.strip()}")
            return output

        yield ended
