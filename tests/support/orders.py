"""Import the modules of packages in many orders; run as `python orders.py FOLDER PACKAGE`.

Each module is the first of its package that is imported (the runtime apart, whose own modules are each
first once, where `--runtime` asks for it), then all are, in orders by chance, and everything is built.
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
    # The runtime of assertions and of patterns needs a library that not every package depends on.
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
        found = list(types(importlib.import_module(f"{package}.models")))
        chance.shuffle(found)
        if "--build" in options:
            for each in found:
                TypeAdapter(list[each]).json_schema()
    print(len(own), "modules")


if __name__ == "__main__":
    main(*sys.argv[1:])
