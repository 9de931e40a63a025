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


@dataclass(frozen=True)
class Taken:
    """Seconds by the clock and of the processors (of children, too), and the bytes of memory that the largest
    of its processes held. `failed` says how it ended, if not well."""

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
        while True:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            wall = time.perf_counter() - start
            if pid:
                break
            if wall > timeout and not failed:
                failed = f"not done after {timeout:.0f} s"
                os.killpg(process.pid, signal.SIGKILL)
            time.sleep(0.002)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode and not failed:
            said.seek(0)
            failed = "fails"
        return Taken(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024, failed)


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
