"""The command line, run as users run it: in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

SPECLOOM = Path(sys.executable).with_name("specloom")


@dataclass(frozen=True)
class Done:
    code: int
    out: str
    err: str

    @property
    def said(self) -> str:
        return self.out + self.err


def specloom(*arguments: str | Path, cwd: Path | None = None, **environment: str) -> Done:
    """Run `specloom` with `arguments`, output captured; `environment` is added to the caller's."""
    done = subprocess.run(
        [SPECLOOM, *map(str, arguments)],
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return Done(done.returncode, done.stdout, done.stderr)


def tree(folder: Path) -> dict[str, bytes]:
    """Every file below a folder, by its relative path."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc")
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(paths)}
