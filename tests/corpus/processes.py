"""A command in a process of its own, within limits, with what it cost."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import tempfile
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds of CPU, four times as many by the clock (other processes may be at work), and MiB of memory."""

    seconds: float = 60
    memory: int = 4096


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a process ended: exit code (negative is a signal), what it wrote, seconds of CPU, peak MiB."""

    code: int
    out: str
    err: str
    seconds: float
    peak: float
    timed_out: bool


def run(command: Sequence[str], *, cwd: Path, environment: Mapping[str, str], limits: Limits) -> Outcome:
    """Run `command` to its end, or to the end of the time; its children go with it."""

    def confine() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory << 20, limits.memory << 20))
        whole = max(1, round(limits.seconds))
        resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))

    late = threading.Event()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            list(command),
            cwd=cwd,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            preexec_fn=confine,
            start_new_session=True,
        )

        def end() -> None:
            late.set()
            os.killpg(process.pid, signal.SIGKILL)

        timer = threading.Timer(limits.seconds * 4, end)
        timer.start()
        _, status, used = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)  # else it is waited for once more
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "replace"))
    seconds = round(used.ru_utime + used.ru_stime, 2)
    timed_out = late.is_set() or seconds > limits.seconds or process.returncode == -signal.SIGXCPU
    return Outcome(process.returncode, *texts, seconds, round(used.ru_maxrss / 1024, 1), timed_out)
