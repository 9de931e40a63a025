"""Compiled templates, kept where Python keeps compiled modules.

Compiling ours takes longer than all else that a small document needs. Jinja tells by a hash of its text
whether a template is still the one that was compiled.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from importlib.util import cache_from_source
from pathlib import Path

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


class Bytecode(BytecodeCache):
    """Beside the templates in `folder`, or wherever `PYTHONPYCACHEPREFIX` says; nowhere if that cannot be."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _place(self, bucket: Bucket) -> Path:
        return Path(cache_from_source(os.fspath(self._folder / f"{bucket.key}.py")))

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError), self._place(bucket).open("rb") as stream:
            bucket.load_bytecode(stream)

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        place = self._place(bucket)
        beside = place.with_suffix(f".{os.getpid()}")
        with suppress(OSError):
            place.parent.mkdir(parents=True, exist_ok=True)
            beside.write_bytes(bucket.bytecode_to_string())
            beside.replace(place)  # whole, or not there
