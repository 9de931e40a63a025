"""How the process ends: whatever goes wrong is one sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable

from specloom import __version__

FINDINGS, USAGE, OURS, INTERRUPTED = 1, 2, 3, 130


class UsageError(Exception):
    """The arguments make no sense together; the message says why."""


def guarded(command: Callable[[], object]) -> int:
    """Run `command` to its exit code: whatever goes wrong ends in a sentence, not in a traceback."""
    _write_utf8()
    try:
        command()
        sys.stdout.flush()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 0
    except UsageError as error:
        sys.stderr.write(f"specloom: {error}\n")
        return USAGE
    except KeyboardInterrupt:
        sys.stderr.write("specloom: interrupted\n")
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has enough; the interpreter's own flush must not complain again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        return _ours(error)
    return 0


def _write_utf8() -> None:
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _ours(error: Exception) -> int:
    if os.environ.get("SPECLOOM_DEBUG") == "1":
        traceback.print_exc()
    words = " ".join(f"{type(error).__name__}: {error}".split())
    sys.stderr.write(
        f"specloom: this is a fault of specloom {__version__}, not of yours: {words[:1000]}\n"
        "Please report it with the document, if you can share it. SPECLOOM_DEBUG=1 shows where it happened.\n"
    )
    return OURS
