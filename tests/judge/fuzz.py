"""The random comparison of types and judge for as long as wanted: `make fuzz`.

FUZZ_SECONDS is the time it takes (600 unless set), FUZZ_SEED where its random numbers start (a random place
unless set). The seed of every round is printed; `FUZZ_SEED=… FUZZ_SECONDS=1` repeats that round.
"""

from __future__ import annotations

import os
import secrets
import sys
import time
from itertools import count

from hypothesis import HealthCheck, given, seed, settings

from support.judging_random import Batch, batches, disagreements

_EXAMPLES = 50


def round_of(number: int) -> None:
    """Fifty random batches. Raises :class:`AssertionError` with the smallest disagreement found."""

    @seed(number)
    @settings(
        max_examples=_EXAMPLES,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(batches())
    def agree(batch: Batch) -> None:
        found = disagreements(batch)
        assert not found, "\n".join(found)

    agree()


def main() -> int:
    """Rounds until the time is over or one fails; how many, on standard output."""
    until = time.monotonic() + float(os.environ.get("FUZZ_SECONDS", "600"))
    first = int(os.environ.get("FUZZ_SEED") or secrets.randbelow(10**9))
    for number in count():
        print(f"FUZZ_SEED={first + number}", flush=True)
        try:
            round_of(first + number)
        except AssertionError as error:
            print(error)
            return 1
        if time.monotonic() > until:
            print(f"{(number + 1) * _EXAMPLES} batches of schemas, no disagreement")
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
