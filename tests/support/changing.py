"""Packages of golden topics' documents as they are, and with a change, to see what it changes."""

from __future__ import annotations

import difflib
import shutil
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from specloom import pipeline, project
from specloom.diagnostics import Diagnostics
from specloom.pipeline import Places, Run
from support.formatted import texts
from support.golden import Topic

Change = Callable[[Any], None]
DATA = ("openapi.json",)
"""Files that hold the document itself: they change where it does."""


@cache
def document(topic: Topic) -> Any:
    return yaml.safe_load(topic.document.read_text(encoding="utf-8"))


@cache
def unchanged(topic: Topic) -> Mapping[str, str]:
    return changed(topic, lambda document: None)


def changed(topic: Topic, change: Change) -> dict[str, str]:
    """The texts of the package that the topic's document gives once `change` has been at it."""
    with TemporaryDirectory() as folder:
        spec = Path(folder) / "spec"
        shutil.copytree(topic.document.parent, spec)
        path = spec / topic.document.name
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
        change(content)
        path.write_text(yaml.safe_dump(content, sort_keys=False, allow_unicode=True), encoding="utf-8")
        made = project.from_documents([str(path)], package=topic.package, output="out")
        made = project.adjusted(made, only=topic.instances.get("only", ()), style=topic.style)
        run = Run(project=made, diagnostics=Diagnostics(), places=Places(), step=lambda _: None)
        (package,) = made.packages
        return texts(pipeline.generate(package, run).files)


def differences(old: Mapping[str, str], new: Mapping[str, str], package: str) -> dict[str, int]:
    """How many hunks (of `diff -u`) each file differs in, by its path in the package; 0 for a whole file."""
    found: dict[str, int] = {}
    for path in old.keys() | new.keys():
        if not path.endswith(DATA) and old.get(path) != new.get(path):
            whole = path not in old or path not in new
            name = path.removeprefix(f"{package}/")
            found[name] = 0 if whole else _hunks(old[path], new[path])
    return found


def _hunks(old: str, new: str) -> int:
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="")
    return sum(line.startswith("@@ ") for line in lines)
