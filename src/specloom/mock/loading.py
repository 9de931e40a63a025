"""A generated package imported from its texts: nothing is written, and nothing is left when it is closed."""

from __future__ import annotations

import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from itertools import count
from types import CodeType, ModuleType
from typing import Final

_NUMBERS: Final = count(1)


class MemoryPackage(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """The package `name` of a distribution's `files`, under a name of its own that meets no other module."""

    def __init__(self, files: Mapping[str, bytes], name: str) -> None:
        self.name = f"specloom_mocked_{next(_NUMBERS)}_{name}"
        prefix = f"{name}/"
        self._sources: dict[str, bytes] = {}
        self._packages: set[str] = set()
        for path, data in files.items():
            if path.startswith(prefix) and path.endswith(".py"):
                module = path.removeprefix(prefix).removesuffix(".py").replace("/", ".")
                within, _, last = f"{self.name}.{module}".rpartition(".")
                if last == "__init__":
                    self._packages.add(within)
                self._sources[within if last == "__init__" else f"{within}.{last}"] = data

    def __enter__(self) -> MemoryPackage:
        sys.meta_path.insert(0, self)
        return self

    def __exit__(self, *raised: object) -> None:
        sys.meta_path.remove(self)
        for name in [each for each in sys.modules if f"{each}.".startswith(f"{self.name}.")]:
            del sys.modules[name]

    def load(self, module: str) -> ModuleType:
        return importlib.import_module(f"{self.name}.{module}")

    def modules(self, within: str) -> list[str]:
        """The names of all modules below the package `within`, relative to the top."""
        start = f"{self.name}.{within}."
        return sorted(name.removeprefix(f"{self.name}.") for name in self._sources if name.startswith(start))

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if fullname not in self._sources:
            return None
        return importlib.util.spec_from_loader(fullname, self, is_package=fullname in self._packages)

    def get_source(self, fullname: str) -> str:
        return self._sources[fullname].decode()

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self._sources[fullname], f"<{fullname}>")

    def is_package(self, fullname: str) -> bool:
        return fullname in self._packages
