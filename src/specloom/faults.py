"""How the process ends: whatever goes wrong is one sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from specloom import __version__

FINDINGS, USAGE, OURS, INTERRUPTED = 1, 2, 3, 130


class UsageError(Exception):
    """The arguments make no sense together; the message says why."""


def guarded(command: Callable[[], object]) -> int:
    """Run `command` to its exit code: whatever goes wrong ends in a sentence, not in a traceback."""
    _open_streams()
    return _flushed(_code(command))


def _code(command: Callable[[], object]) -> int:
    try:
        command()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _say("interrupted")
        return end.code if isinstance(end.code, int) else 0
    except UsageError as error:
        _say(str(error))
        return USAGE
    except KeyboardInterrupt:
        _say("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        return 0  # Whoever read our output has enough.
    except OSError as error:
        return _refused(error)
    except Exception as error:
        return _ours(error)
    return 0


def _open_streams() -> None:
    """Let every standard stream lead somewhere, and take any text."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # The caller closed it; a file of ours must not get its number.
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")


def _flushed(code: int) -> int:
    """`code`, or that of output that could not be written."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            # The interpreter's own flush must not complain again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
            if not isinstance(error, BrokenPipeError):
                code = code or _refused(error)
    return code


def _say(message: str) -> None:
    sys.stderr.write(f"specloom: {message}\n")


def _refused(error: OSError) -> int:
    """The system would not do it, and where it matters which file, a stage has said so before."""
    _trace()
    name = f"{error.filename}: " if error.filename else ""
    _say(f"{name}{error.strerror or error}")
    return USAGE


def _ours(error: Exception) -> int:
    _trace()
    words = " ".join(f"{type(error).__name__}: {error}".split())
    _say(
        f"this is a fault of specloom {__version__}, not of yours: {words[:1000]}\n"
        "Please report it with the document, if you can share it. SPECLOOM_DEBUG=1 shows where it happened."
    )
    return OURS


def _trace() -> None:
    if os.environ.get("SPECLOOM_DEBUG") == "1":
        import traceback

        traceback.print_exc()
