"""What a whole process takes, as the operating system counts it (Linux)."""

from __future__ import annotations

import os
import resource
import select
import signal
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_LOOK = 0.01
"""Seconds between two looks at the memory of a run."""


@dataclass(frozen=True)
class Taken:
    """Seconds by the clock and of the processors (of children, too). `failed` says how it ended, if badly."""

    wall: float
    cpu: float
    failed: str = ""


@dataclass(frozen=True)
class Run:
    """A command to be run to its end, or to the end of its time (seconds)."""

    command: Sequence[str]
    cwd: Path
    timeout: float
    environment: Mapping[str, str]


def take(run: Run) -> Taken:
    """The time of one run, that nothing looks at meanwhile: looks stop who is looked at for a while."""
    wall, used, failed = _ended(run, run.timeout, lambda _: None)
    return Taken(wall, used.ru_utime + used.ru_stime, failed)


def peak(run: Run) -> int:
    """The bytes of memory that a run holds at most: what the largest of its processes did, or all together,
    as far as they were seen at one time."""
    seen = [0]
    _ended(run, _LOOK, lambda pid: seen.append(_held(pid)))
    return max(seen)


def _ended(run: Run, every: float, look: Callable[[int], None]) -> tuple[float, resource.struct_rusage, str]:
    """Seconds by the clock, what the system counted, and how it failed; looked at `every` so many seconds."""
    environment = {**os.environ, **run.environment}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # Installed packages have been compiled.
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            run.command, cwd=run.cwd, env=environment, stdout=said, stderr=said, start_new_session=True
        )
        failed = ""
        with open(os.pidfd_open(process.pid)) as end:
            while not select.select([end], [], [], every)[0]:
                if time.perf_counter() - start < run.timeout:
                    look(process.pid)
                elif not failed:
                    failed = f"not done after {run.timeout:.0f} s"
                    os.killpg(process.pid, signal.SIGKILL)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode and not failed:
            failed = "fails"
        return wall, used, failed


def _held(pid: int) -> int:
    """The bytes of a process and of all that it started, what they share counted once, or those that one of
    them has held at most. What the system tells when one has ended counts who started it, too."""
    try:
        own = _family(pid)
        together = sum(map(_proportional, own)) if len(own) > 1 else 0
        return max(together, *map(_largest, own))
    except OSError:
        return 0  # One of them has just ended.


def _largest(pid: int) -> int:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    found = (int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM:"))
    return next(found, 0)  # One that has ended and was not waited for has no memory.


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [pid, *(each for child in children for each in _family(int(child)))]


def _proportional(pid: int) -> int:
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    return next((int(line.split()[1]) * 1024 for line in rollup.splitlines() if line.startswith("Pss:")), 0)


def median(runs: Sequence[Taken]) -> Taken:
    """The medians of several runs; one that failed stands for all."""
    bad = next((run for run in runs if run.failed), None)
    if bad is not None:
        return bad
    return Taken(
        statistics.median(run.wall for run in runs),
        statistics.median(run.cpu for run in runs),
    )


def in_turns(runs: Sequence[Callable[[], Run]], *, count: int, long: float, few: int) -> list[Taken]:
    """The time of each, several times, one after the other and again: what else the machine does meets all.

    After `few` times, those that take more than `long` seconds are not run again, nor are those that failed.
    """
    found: list[list[Taken]] = [[] for _ in runs]
    for number in range(count):
        for taken, run in zip(found, runs, strict=True):
            done = taken and (taken[-1].failed or (number >= few and taken[-1].wall > long))
            if not done:
                taken.append(take(run()))
    return [median(taken) for taken in found]
