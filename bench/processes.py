"""What a whole process takes, as the operating system counts it (Linux)."""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_LOOK = 0.1
"""Seconds between two looks at the memory of several processes: they slow these down a little."""


@dataclass(frozen=True)
class Taken:
    """Seconds by the clock and of the processors (of children, too), and the bytes of memory that it held at
    most: what the largest of its processes did, or all together, as far as they were seen at one time.
    `failed` says how it ended, if not well."""

    wall: float
    cpu: float
    memory: float
    failed: str = ""


def take(command: Sequence[str], *, cwd: Path, timeout: float, environment: Mapping[str, str]) -> Taken:
    """Run a command to its end, or to the end of its time (seconds)."""
    whole = {**os.environ, **environment}
    whole.pop("PYTHONDONTWRITEBYTECODE", None)  # Installed packages have been compiled.
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=whole,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
        failed = ""
        together, looked = 0, 0.0
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            wall = time.perf_counter() - start
            if pid:
                break
            if wall > timeout and not failed:
                failed = f"not done after {timeout:.0f} s"
                os.killpg(process.pid, signal.SIGKILL)
            if wall > looked + _LOOK:
                together, looked = max(together, _together(process.pid)), wall
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode and not failed:
            said.seek(0)
            failed = "fails"
        return Taken(wall, used.ru_utime + used.ru_stime, max(used.ru_maxrss * 1024, together), failed)


def _together(pid: int) -> int:
    """The bytes of a process and of all that it started, what they share counted once; 0 if it is alone."""
    try:
        own = _family(pid)
        return sum(map(_proportional, own)) if len(own) > 1 else 0
    except OSError:
        return 0  # One of them has just ended.


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(each for child in children for each in _family(int(child)))]


def _proportional(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return next(int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:"))


def median(runs: Sequence[Taken]) -> Taken:
    """The medians of several runs; one that failed stands for all."""
    bad = next((run for run in runs if run.failed), None)
    if bad is not None:
        return bad
    return Taken(
        statistics.median(run.wall for run in runs),
        statistics.median(run.cpu for run in runs),
        statistics.median(run.memory for run in runs),
    )


def in_turns(measures: Sequence[Callable[[], Taken]], *, runs: int, long: float, few: int) -> list[Taken]:
    """Each measure several times, one after the other and again: what else the machine does meets all.

    After `few` runs, those that take more than `long` seconds are not run again, nor are those that failed.
    """
    found: list[list[Taken]] = [[] for _ in measures]
    for number in range(runs):
        for taken, measure in zip(found, measures, strict=True):
            done = taken and (taken[-1].failed or (number >= few and taken[-1].wall > long))
            if not done:
                taken.append(measure())
    return [median(taken) for taken in found]
