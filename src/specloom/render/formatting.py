"""ruff over the whole tree at once, which is also the check that all of it is Python."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, Final, TypeVar

from ruff import find_ruff_bin  # type: ignore[import-untyped]

from specloom.diagnostics import Location
from specloom.disk import read, write
from specloom.values import Value

T = TypeVar("T")

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
    """A template or the formatter failed: a fault of ours, or of a template that stands in for ours.

    `place` is where in the template, if that is known.
    """

    def __init__(self, message: str, place: Location | None = None) -> None:
        super().__init__(message)
        self.place = place


class Scratch(Value):
    """Where files wait for ruff: folders that nobody else can read, of which none is there afterwards."""

    memory: str
    """In memory, if the system has that: thousands of files that last for a second take a disk longer than
    they take ruff."""
    other: str
    """Wherever temporary files are."""
    _working: list[Generator[Any]]

    def put(self, tree: Mapping[str, bytes]) -> Files:
        """Write a tree into a folder of its own."""
        folder = tempfile.mkdtemp(dir=self.memory if _has_room(self.memory, tree.values()) else self.other)
        # Numbered, for a file system may not hold or tell apart what another one can.
        places = {path: f"{folder}/{index}{_ending(path)}" for index, path in enumerate(tree)}
        for path, place in places.items():
            write(place, tree[path])
        return Files(folder, places)

    def working(self, steps: Generator[T]) -> Generator[T]:
        """The same steps, which are closed before what they work on is removed."""
        self._working.append(steps)
        return steps

    def remove(self) -> None:
        """Close, last first, what works here, and remove the folders."""
        while self._working:
            self._working.pop().close()
        for folder in (self.memory, self.other):
            gone = f"{folder}-gone"  # Where nobody writes into it any more.
            with suppress(OSError):
                os.rename(folder, gone)
            shutil.rmtree(gone, ignore_errors=True)


@contextmanager
def scratch() -> Iterator[Scratch]:
    """Folders for this process and for those that it starts."""
    name = f"specloom-{os.urandom(8).hex()}"
    made = Scratch(f"{_MEMORY}/{name}", f"{tempfile.gettempdir()}/{name}", [])
    try:
        os.mkdir(made.other, 0o700)
        with suppress(OSError):
            os.mkdir(made.memory, 0o700)
        yield made
    finally:
        try:
            made.remove()
        except BaseException:  # Somebody asks us to end just now: no reason to leave a part behind.
            made.remove()
            raise


class Files(Value):
    """Files in a folder, and what is called what there."""

    folder: str
    places: Mapping[str, str]

    def take(self) -> dict[str, bytes]:
        """What has become of them, which are then gone from here."""
        taken = {path: read(place) for path, place in self.places.items()}
        for place in self.places.values():
            os.unlink(place)
        return taken

    def sort(self) -> None:
        """Sort imports and `__all__`. Raises :class:`RenderError` for what is not Python."""
        rules = ["--select", ",".join((*_SORTED, *_REFUSED)), "--fixable", ",".join(_SORTED), "--fix"]
        with _ruff("check", *rules, "--output-format", "json", self.folder, accepted=(0, 1)) as ended:
            done = ended()
        names = {os.path.basename(place): path for path, place in self.places.items()}
        for found in json.loads(done):
            path, line = names[os.path.basename(found["filename"])], found["location"]["row"]
            raise RenderError(f"{path} is not Python: {found['message']} (line {line})")

    @contextmanager
    def formatting(self) -> Iterator[Callable[[], None]]:
        """Python is formatted with ruff's defaults, in Markdown too: meanwhile, till a call of what is given.

        The call raises :class:`RenderError`, also where what should be Python cannot be parsed.
        """
        with _ruff("format", self.folder) as ended:

            def formatted() -> None:
                try:
                    ended()
                except RenderError:
                    self.sort()  # It says of which file that is true, and where.
                    raise

            yield formatted


def _ending(path: str) -> str:
    """By which ruff knows what it formats; it is to take nothing else for that."""
    return path[-3:] if path.endswith((".py", ".md")) else ""


def _has_room(folder: str, files: Iterable[bytes]) -> bool:
    """Whether there is such a folder, with room for such files twice."""
    try:
        room = shutil.disk_usage(folder).free
    except OSError:
        return False
    return room > 2 * sum(len(data) + _PAGE for data in files)


@contextmanager
def _ruff(*arguments: str, accepted: tuple[int, ...] = (0,)) -> Iterator[Callable[[], str]]:
    """A run of ruff, and what waits for its end and output. That raises :class:`RenderError` where it fails,
    and `OSError` where it was ended from outside, as the system does where memory is short.
    """
    command, *rest = arguments
    run = [find_ruff_bin(), command, *_COMMON, *rest]
    pipe = subprocess.PIPE
    with subprocess.Popen(run, stdout=pipe, stderr=pipe, text=True, encoding="utf-8") as process:

        def ended() -> str:
            output, errors = process.communicate()
            if process.returncode < 0:
                raise OSError(f"ruff, which formats the code, was ended by signal {-process.returncode}")
            if process.returncode not in accepted:
                raise RenderError(f"ruff failed: {errors.strip() or output.strip()}")
            return output

        yield ended
