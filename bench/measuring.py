"""Measures taken in turns, so that what else the machine does meets all that are compared alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Taken(NamedTuple):
    """Seconds that something took: as they passed, and of the processor.

    What other processes take meanwhile, or a peer lets wait, does not count in the latter.
    """

    passed: float
    processor: float

    @classmethod
    def now(cls) -> Taken:
        return cls(time.perf_counter(), time.process_time())

    def since(self, start: Taken, count: int = 1) -> Taken:
        """What one of `count` took."""
        return Taken((self.passed - start.passed) / count, (self.processor - start.processor) / count)


@dataclass(frozen=True)
class Compared:
    """What each took by round, and what that says."""

    rounds: tuple[tuple[Taken, ...], ...]

    def passed(self, index: int) -> float:
        return statistics.median(each.passed for each in self.rounds[index])

    def processor(self, index: int) -> float:
        return statistics.median(each.processor for each in self.rounds[index])

    def speed(self, other: int) -> str:
        """How many times as fast the first is as another, round by round: median and quartiles."""
        return self._ratios(other, lambda each: each.passed)

    def thrift(self, other: int) -> str:
        """The same by the time of the processor."""
        return self._ratios(other, lambda each: each.processor)

    def _ratios(self, other: int, of: Callable[[Taken], float]) -> str:
        pairs = zip(self.rounds[0], self.rounds[other], strict=True)
        low, middle, high = statistics.quantiles((of(theirs) / of(ours) for ours, theirs in pairs), n=4)
        return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def compare(measures: Sequence[Callable[[], Taken]], rounds: int) -> Compared:
    """Let each give what it took, one after the other and back again."""
    taken: list[list[Taken]] = [[] for _ in measures]
    order = list(range(len(measures)))
    for measure in measures:
        measure()
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for index in order:
                taken[index].append(measures[index]())
            order.reverse()
    finally:
        gc.enable()
    return Compared(tuple(map(tuple, taken)))


async def compare_async(measures: Sequence[Callable[[], Awaitable[Taken]]], rounds: int) -> Compared:
    """As :func:`compare`, on one event loop."""
    taken: list[list[Taken]] = [[] for _ in measures]
    order = list(range(len(measures)))
    for measure in measures:
        await measure()
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for index in order:
                taken[index].append(await measures[index]())
            order.reverse()
    finally:
        gc.enable()
    return Compared(tuple(map(tuple, taken)))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose first column is text and whose others are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
