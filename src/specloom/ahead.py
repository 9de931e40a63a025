"""Values that a second process makes ahead, for who comes to need them."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Generic, NoReturn, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")

_ENDING: Final = (signal.SIGINT, signal.SIGTERM)
_PIECES: Final = 1_000
"""In how many pieces values are shared at most: any pipe holds a byte for each."""
_PATIENCE: Final = 5.0
"""Seconds that a process has to close what it has opened, when nobody waits for what it makes."""


def ahead(make: Callable[[], Generator[T]]) -> Generator[T]:
    """What `make()` gives, whose values can be pickled and do not depend on what is done meanwhile.

    It is made from now on, by a copy of this process, where copies are safe and there is another processor;
    elsewhere here, whenever a value is asked for. What it raises is raised where its value is awaited.
    """
    if not _has_room():
        return make()
    from multiprocessing import get_context  # Small documents do without.

    system = get_context("fork")
    ours, theirs = system.Pipe(duplex=False)
    # Values wait in memory that both have: a pipe holds little, and copies it twice.
    memory = open(os.memfd_create("ahead"), "wb")  # noqa: SIM115
    process = system.Process(target=_send, args=(make, memory, theirs, ours), daemon=True)
    # Who asks this process to end waits until it knows of the other.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        process.start()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    theirs.close()
    return _received(make, memory, ours, process)


class Shared(Generic[T]):
    """Values that two processes take, each value once, until none is left: who made it takes them from the
    back, and its copy meanwhile from the front.

    Where there is no copy, or where it has been ended, they are left to who made it: after the `last` ones
    come the `first`.
    """

    def __init__(self, values: Sequence[T]) -> None:
        size = max(-(-len(values) // _PIECES), 1)
        self._pieces = [values[at : at + size] for at in range(0, len(values), size)]
        self._home, self._taken = os.getpid(), 0
        turns, there = os.pipe()
        os.write(there, bytes(len(self._pieces)))
        os.close(there)
        self._turns = open(turns, "rb", buffering=0)  # noqa: SIM115

    def last(self) -> Iterator[T]:
        """From the back, as long as there is one."""
        while self._turns.read(1):
            self._taken += 1
            yield from self._pieces[-self._taken]
        self._turns.close()

    def first(self) -> Iterator[T]:
        """From the front, as long as there is one."""
        if os.getpid() == self._home:
            for piece in self._pieces[: len(self._pieces) - self._taken]:
                yield from piece
            return
        for piece in self._pieces:
            if not self._turns.read(1):
                return
            yield from piece


def _has_room() -> bool:
    """Linux alone: other systems have libraries that no copied process may use, or no copies."""
    if sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2:
        return False
    from multiprocessing import current_process

    return not current_process().daemon


def _send(make: Callable[[], Generator[T]], memory: BinaryIO, ours: Connection, theirs: Connection) -> None:
    """Write values, tell where each stands, and in the end how that was."""
    import pickle

    for asked in _ENDING:
        signal.signal(asked, _end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _ENDING)
    theirs.close()
    try:
        try:
            for value in make():
                start = memory.tell()
                pickle.dump(value, memory, pickle.HIGHEST_PROTOCOL)
                memory.flush()
                ours.send(slice(start, memory.tell()))
            ours.send(StopIteration())
        except Exception as error:
            ours.send(error)
    except BrokenPipeError:
        pass  # Nobody waits for it any more.


def _end(number: int, _: object) -> NoReturn:
    """End, once: what is open is closed then, and nothing interrupts that."""
    for asked in _ENDING:
        signal.signal(asked, signal.SIG_IGN)
    sys.exit(128 + number)


def _received(
    make: Callable[[], Generator[T]], memory: BinaryIO, ours: Connection, process: Any
) -> Generator[T]:
    count, patience = 0, _PATIENCE
    try:
        while isinstance(told := ours.recv(), slice):
            count += 1
            yield _value(memory, told)
        patience = 0.0  # There is nothing left to be closed.
    except EOFError:  # The system has ended it, for want of memory perhaps.
        yield from islice(make(), count, None)
        return
    finally:  # The connection closes itself: at the program's end it may have done so already.
        try:
            if patience:
                process.terminate()
                process.join(patience)
        finally:
            process.kill()
            process.join()
            memory.close()
    if not isinstance(told, StopIteration):
        raise told


def _value(memory: BinaryIO, place: slice) -> Any:
    """What stands at a place, made of it without another copy."""
    import pickle
    from mmap import ACCESS_READ, mmap

    with mmap(memory.fileno(), place.stop, access=ACCESS_READ) as whole, memoryview(whole)[place] as part:
        return pickle.loads(part)
