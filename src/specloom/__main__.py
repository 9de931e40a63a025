"""The command `specloom`, and `python -m specloom`."""

import gc
import os
import signal
import sys
from typing import NoReturn

from specloom.faults import FINDINGS, guarded


def main() -> NoReturn:
    """The command, and the end of the process. A run that has come to its end leaves nothing open, and to
    take apart what it has made of a large document takes longer than to read that; any other is cleared up.
    """
    code = run()
    if code <= FINDINGS:
        os._exit(code)
    gc.freeze()  # What is left is ended and closed; no cycles are looked for in it.
    sys.exit(code)


def run() -> int:
    """The command to its exit code: 0 fine, 1 findings or drift, 2 usage, 3 a fault of ours."""
    # To be asked to end is no reason to leave half a tree behind: what is under way is undone first.
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    # A stage may take some ten frames for each level of a document; `limits` bound the levels.
    sys.setrecursionlimit(10_000)
    # No cycles are looked for: a run makes millions of values, and nearly all last as long as it does.
    gc.disable()
    return guarded(_command)


def _command() -> None:
    from specloom.cli import app  # Takes long enough to be interrupted.

    app()


if __name__ == "__main__":
    main()
