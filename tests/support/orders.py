"""Import the modules of a package in many orders; run as `python orders.py FOLDER PACKAGE [OPTION …]`.

Each module is once the first of its package that is imported, those of the runtime with `--runtime`; then
all are, in orders by chance. With `--build` all models are built, too, in such orders.
"""

from __future__ import annotations

import importlib
import pkgutil
import random
import sys
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter


def forget(package: str, *, but: str = "") -> None:
    for name in list(sys.modules):
        if name.split(".")[0] == package and not (but and name.startswith(but)):
            del sys.modules[name]


def modules(package: str) -> list[str]:
    root = importlib.import_module(package)
    found = sorted(m.name for m in pkgutil.walk_packages(root.__path__, f"{package}."))
    return [package, *found]


def types(models: Any) -> Iterator[Any]:
    for value in models.SCHEMA_TYPES.values():
        if hasattr(value, "values") and not isinstance(value, type):
            yield from value.values()
        else:
            yield value


def main(folder: str, package: str, *options: str) -> None:
    sys.path.insert(0, folder)
    every = modules(package)
    runtime = f"{package}._runtime"
    own = [name for name in every if not name.startswith(runtime)]
    for name in own:
        forget(package, but=runtime)
        importlib.import_module(name)
    if "--runtime" in options:
        for name in every:
            forget(package)
            importlib.import_module(name)
    for seed in range(3):
        chance = random.Random(seed)
        forget(package, but=runtime)
        chance.shuffle(own)
        for name in own:
            importlib.import_module(name)
        if "--build" in options:
            found = list(types(importlib.import_module(f"{package}.models")))
            chance.shuffle(found)
            for each in found:
                TypeAdapter(list[each]).json_schema()
    print(len(own), "modules")


if __name__ == "__main__":
    main(*sys.argv[1:])
