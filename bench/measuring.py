"""Measures taken in turns, so that what else the machine does meets all that are compared alike."""

from __future__ import annotations

import gc
import statistics
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Compared:
    """Seconds of each by round, and what they say."""

    rounds: tuple[tuple[float, ...], ...]

    def median(self, index: int) -> float:
        return statistics.median(self.rounds[index])

    def speed(self, other: int) -> str:
        """How many times as fast the first is as another, round by round: median and quartiles."""
        ratios = [theirs / ours for ours, theirs in zip(self.rounds[0], self.rounds[other], strict=True)]
        low, middle, high = statistics.quantiles(ratios, n=4)
        return f"{middle:.2f} ({low:.2f} to {high:.2f})"


def compare(measures: Sequence[Callable[[], float]], rounds: int) -> Compared:
    """Let each give its seconds, one after the other and back again."""
    taken: list[list[float]] = [[] for _ in measures]
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


async def compare_async(measures: Sequence[Callable[[], Awaitable[float]]], rounds: int) -> Compared:
    """As :func:`compare`, on one event loop."""
    taken: list[list[float]] = [[] for _ in measures]
    order = list(range(len(measures)))
    for measure in measures:
        await measure()
    for _ in range(rounds):
        for index in order:
            taken[index].append(await measures[index]())
        order.reverse()
    return Compared(tuple(map(tuple, taken)))


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table whose first column is text and whose others are numbers."""
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"
