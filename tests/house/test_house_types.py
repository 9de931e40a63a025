"""Every committed package satisfies the type checkers at their strictest, and ruff as it comes.

The packages have distinct names, so that one run of each tool sees them all.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from support.packages import REPOSITORY, committed, distributions, package_of


def run(*command: str | Path, cwd: Path, **environment: str) -> None:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-6000:]


def test_no_checker_is_told_to_look_away() -> None:
    words = ("type: ignore", "pyright:", "noqa", "mypy:", "ruff:")
    told = [
        f"{path}: {word}"
        for folder in distributions()
        for path in folder.rglob("*.py")
        for word in words
        if word in path.read_text(encoding="utf-8")
    ]
    assert told == []


def test_the_runtime_is_the_same_in_each() -> None:
    runtime = REPOSITORY / "src" / "specloom" / "runtime"
    for folder in distributions():
        copied = folder / package_of(folder) / "_runtime"
        for path in copied.rglob("*.py"):
            assert path.read_bytes() == (runtime / path.relative_to(copied)).read_bytes(), path


def test_mypy(tmp_path: Path) -> None:
    folders = distributions()
    packages = [argument for folder in folders for argument in ("-p", package_of(folder))]
    (tmp_path / "mypy.ini").write_text("[mypy]\nstrict = True\n")
    path = os.pathsep.join(map(str, folders))
    cache = REPOSITORY / "build" / "mypy"
    run(sys.executable, "-m", "mypy", "--cache-dir", cache, *packages, cwd=tmp_path, MYPYPATH=path)


def test_pyright(tmp_path: Path) -> None:
    folders = [str(folder) for folder in distributions()]
    config = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": folders,
        "extraPaths": folders,
        # The runtime is the same in each, and there once outside the golden trees.
        "exclude": [f"{folder}/*/_runtime" for folder in folders[len(committed()) :]],
    }
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config))
    run(
        sys.executable,
        "-m",
        "basedpyright",
        "--pythonpath",
        sys.executable,
        "--project",
        tmp_path,
        cwd=tmp_path,
    )


def test_ruff(tmp_path: Path) -> None:
    ruff = Path(sys.executable).with_name("ruff")
    folders = distributions()
    run(ruff, "check", "--isolated", "--no-cache", *folders, cwd=tmp_path)
    run(ruff, "format", "--isolated", "--no-cache", "--check", *folders, cwd=tmp_path)
