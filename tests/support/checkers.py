"""What mypy and pyright, at their strictest, have against code that users write with a package."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Error:
    """`file` is relative to the folder that was checked; `line` counts from 1."""

    file: str
    line: int
    message: str


def mypy(folder: Path, *files: str, packages: Path, cache: Path) -> list[Error]:
    """The errors in files, or folders, below `folder`. `packages` is where the generated ones are."""
    options = ("--strict", "--output", "json", "--cache-dir", str(cache))
    environment = {**os.environ, "MYPYPATH": str(packages)}
    done = _run(folder, environment, "mypy", *options, *files)
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return sorted(
        Error(Path(each["file"]).as_posix(), each["line"], each["message"])
        for each in found
        if each["severity"] == "error"
    )


def pyright(folder: Path, *files: str, packages: Path, settings: Path) -> list[Error]:
    """The same of pyright, whose settings are written into the folder `settings`."""
    config = {
        "typeCheckingMode": "strict",
        "pythonVersion": "3.11",
        "include": [str(folder / file) for file in files],
        "extraPaths": [str(packages), str(folder)],
    }
    (settings / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    options = ("--outputjson", "--pythonpath", sys.executable, "--project", str(settings))
    done = _run(settings, dict(os.environ), "basedpyright", *options)
    found = json.loads(done.stdout)["generalDiagnostics"]
    return sorted(
        Error(
            Path(each["file"]).relative_to(folder).as_posix(),
            each["range"]["start"]["line"] + 1,
            each["message"],
        )
        for each in found
        if each["severity"] in ("error", "warning")
    )


def _run(folder: Path, environment: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
