"""Packages that load their modules on first use (PEP 562)."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any


def lazy(
    package: str, modules: Mapping[str, str], errors: str | None = None
) -> tuple[Lazy, Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package, from names to the modules (relative) that hold them.

    An empty name of a module says that the name is a submodule itself. Other names of errors are looked
    for in the package `errors`, if there is one; no module has such a name.
    """
    load = Lazy(package, modules, errors)
    return load, load.names


class Lazy:
    """Loads the names of a package on first use."""

    def __init__(
        self, package: str, modules: Mapping[str, str], errors: str | None
    ) -> None:
        self.modules = modules
        self._package = package
        self._errors = errors

    def __call__(self, name: str) -> Any:
        if self._errors is not None and "Error" in name:
            errors = importlib.import_module(f".{self._errors}", self._package)
            return getattr(errors, name)
        if name not in self.modules:
            said = f"module {self._package!r} has no attribute {name!r}"
            raise AttributeError(said)
        holder = self.modules[name]
        found = importlib.import_module(f".{holder or name}", self._package)
        value = getattr(found, name) if holder else found
        setattr(sys.modules[self._package], name, value)
        return value

    def names(self) -> list[str]:
        return sorted({*vars(sys.modules[self._package]), *self.modules})


class LazyTypes(Mapping[str, Any]):
    """A read-only mapping from a document's names to what a package holds under a Python name.

    With `member`, to that member of what it holds.
    """

    def __init__(
        self, package: str, names: Mapping[str, str], member: str | None = None
    ) -> None:
        self._package = package
        self._names = names
        self._member = member

    def but(self, names: Mapping[str, str]) -> LazyTypes:
        """The same mapping, with other Python names for some of the names."""
        return LazyTypes(self._package, {**self._names, **names}, self._member)

    def having(self, member: str) -> LazyTypes:
        """The same mapping, to another member of what it holds."""
        return LazyTypes(self._package, self._names, member)

    def __getitem__(self, name: str) -> Any:
        found = getattr(sys.modules[self._package], self._names[name])
        return found if self._member is None else getattr(found, self._member)

    def __contains__(self, name: object) -> bool:
        return name in self._names

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __repr__(self) -> str:
        return f"<types of {self._package}: {', '.join(self._names)}>"
