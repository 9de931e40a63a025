"""How many decisions of a test suite's files the generated types get right.

The files have the shape of the JSON Schema Test Suite: `[{description, schema, tests: [{description, data,
valid}]}]`. Each schema is a plain file from which a package is generated, and the type of that file decides.

Documents that the schemas refer to by URIs of http://localhost:1234/ are looked up in a folder, `--remotes`.

    PYTHONPATH=tests python -m judge.suite FOLDER [FILE…] [--wrong] [--remotes FOLDER]
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from support.judging import Verdict, file_types

_REMOTES = "http://localhost:1234/"


@dataclass
class Score:
    """One file's decisions, and what is wrong with those that are not right."""

    file: str
    total: int = 0
    wrong: list[str] = field(default_factory=list)

    @property
    def right(self) -> int:
        return self.total - len(self.wrong)


def score(path: Path, remotes: Path | None = None) -> Score:
    """Decide every test of a file."""
    references = [f"{_REMOTES}={remotes}"] if remotes is not None else []
    found = Score(path.name)
    groups: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory(prefix="specloom-suite-") as folder:
        for number, group in enumerate(groups):
            found.total += len(group["tests"])
            found.wrong += _wrong(group, Path(folder) / str(number), references)
    return found


def _wrong(group: dict[str, Any], folder: Path, references: list[str]) -> Iterator[str]:
    with file_types(group["schema"], folder, references) as types:
        for test in group["tests"]:
            verdict = types.decide("schema", test["data"])
            if verdict.broken or verdict.taken is not test["valid"]:
                yield f"{group['description']}: {test['description']}: {_said(verdict)}"


def _said(verdict: Verdict) -> str:
    return verdict.broken or ("accepted" if verdict.taken else "rejected")


def main(arguments: Sequence[str]) -> int:
    """Print a line per file, and the sum."""
    parser = argparse.ArgumentParser(prog="judge.suite", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("files", nargs="*", help="names of files in the folder, all if none is given")
    parser.add_argument("--wrong", action="store_true", help="tell of every decision that is wrong")
    parser.add_argument("--remotes", type=Path, help=f"the folder that stands for {_REMOTES}")
    given = parser.parse_args(arguments)
    paths = [given.folder / name for name in given.files] or sorted(given.folder.glob("*.json"))
    scores = [score(path, given.remotes) for path in paths]
    for each in scores:
        print(f"{each.right:5} of {each.total:5}  {each.file}")
        for line in each.wrong if given.wrong else ():
            print(f"           {line}")
    right, total = sum(each.right for each in scores), sum(each.total for each in scores)
    print(f"{right:5} of {total:5}  in all")
    return 0 if right == total else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
