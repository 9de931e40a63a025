"""A generated package, looked at from inside a process of its own: compiled, imported, all of it built.

    python -m corpus.examine FOLDER PACKAGE

prints one JSON object: the stage that was reached, the seconds that each took, what went wrong in it, and
the operations and component schemas that are there.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, TypeAdapter

_SOME = 5  # faults of a stage that are told


class Package:
    """The package `name` in `folder`, which is on the path."""

    def __init__(self, folder: Path, name: str) -> None:
        self.files = sorted((folder / name).rglob("*.py"))
        self.modules = sorted({_module(file.relative_to(folder)) for file in self.files})
        self.name = name

    def compile(self) -> Iterator[str]:
        """Every file, whether Python takes it."""
        for file in self.files:
            yield from _fault(str(file.name), lambda file=file: compile(file.read_bytes(), str(file), "exec"))

    def load(self) -> Iterator[str]:
        """Every module, imported; type checkers alone read those of `inputs`."""
        for module in self.modules:
            yield from _fault(module, lambda module=module: importlib.import_module(module))

    def build(self) -> Iterator[str]:
        """The validator of every named type, every class of a module and everything that is sent."""
        for name, type_ in self.types():
            yield from _fault(name, lambda type_=type_: _whole(TypeAdapter(type_)))
        for name, kind in self._classes():
            yield from _fault(name, lambda kind=kind: kind.model_rebuild(force=True))
        for operation in self.operations():
            for codec in _codecs(operation):
                yield from _fault(
                    f"{operation.method} {operation.path}", lambda codec=codec: _whole(codec.adapter)
                )

    def types(self) -> Iterator[tuple[str, Any]]:
        """The component schemas, by name, after the source's where there are several."""
        table = importlib.import_module(f"{self.name}.models").SCHEMA_TYPES
        for name in table:
            entry = table[name]
            if isinstance(entry, Mapping):
                yield from ((f"{name}.{inner}", entry[inner]) for inner in entry)
            else:
                yield name, entry

    def operations(self) -> Iterator[Any]:
        """Every descriptor of an operation that is called (no webhooks, no callbacks), once."""
        kind = getattr(importlib.import_module(f"{self.name}._runtime.operation"), "Operation", None)
        seen: set[int] = set()
        for module in self.modules:
            if not module.startswith(f"{self.name}.operations"):
                continue
            for value in list(vars(importlib.import_module(module)).values()):
                if isinstance(value, kind) and id(value) not in seen and value.receiver is None:
                    seen.add(id(value))
                    yield value

    def _classes(self) -> Iterator[tuple[str, type[BaseModel]]]:
        for module in self.modules:
            if module.startswith(f"{self.name}.models."):
                for value in list(vars(importlib.import_module(module)).values()):
                    if (
                        isinstance(value, type)
                        and issubclass(value, BaseModel)
                        and value.__module__ == module
                    ):
                        yield f"{module}.{value.__name__}", value


def _whole(adapter: TypeAdapter[Any]) -> None:
    """Build what an adapter puts off where it names what is not there."""
    adapter.rebuild(raise_errors=True)


def _module(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _codecs(operation: Any) -> Iterator[Any]:
    contents = list(operation.body.contents) if operation.body is not None else []
    found = [parameter.codec for parameter in operation.parameters]
    for response in operation.responses:
        contents += response.contents
        found += [header.codec for header in response.headers]
    for content in contents:
        found.append(content.codec)
        if content.stream is not None:
            found += [content.stream.item, content.stream.envelope]
    return (codec for codec in found if codec is not None)


def _fault(what: str, step: Callable[[], object]) -> Iterator[str]:
    try:
        step()
    except Exception as error:  # whatever it is, it is the package's
        last = traceback.extract_tb(error.__traceback__)[-1]
        yield f"{what}: {type(error).__name__}: {str(error)[:300]} ({Path(last.filename).name}:{last.lineno})"


def main(folder: str, name: str) -> None:
    """Look at the package, and print what was found."""
    sys.path.insert(0, folder)
    package = Package(Path(folder), name)
    told: dict[str, Any] = {"seconds": {}, "stage": "done", "faults": []}
    for stage in ("compile", "load", "build"):
        started = time.process_time()
        faults = list(getattr(package, stage)())
        told["seconds"][stage] = round(time.process_time() - started, 2)
        if faults:
            told |= {"stage": stage, "faults": faults[:_SOME]}
            break
    else:
        told["operations"] = [f"{each.method.upper()} {each.path}" for each in package.operations()]
        told["schemas"] = [type_name for type_name, _ in package.types()]
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
