"""One file: read once, and scanned again for positions when somebody asks."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from specloom.diagnostics import Diagnostics, Location, Stop
from specloom.document import pointer
from specloom.document.json_positions import JsonPositions, SoundJsonPositions
from specloom.document.json_reader import JsonError, read_json, read_sound_json
from specloom.document.lines import Lines
from specloom.document.options import Limits
from specloom.document.text import decode, place, read_bytes
from specloom.values import Struct

if TYPE_CHECKING:
    from specloom.document.positions import Positions

    _Positions = Positions | JsonPositions | SoundJsonPositions

_PLAIN = re.compile(r"[^\s,\[\]{}#]+")


class SourceFile(Struct):
    """A file's text and value. `uri` is its name for people, `path` its name for the system.

    Where the text is bytes, they are UTF-8: to decode millions takes longer than all that is looked up in
    them. `scan` finds where nodes stand in it.
    """

    uri: str
    path: str
    text: str | bytes
    content: Any
    scan: Callable[[], _Positions]
    _positions: _Positions | None = None
    _lines: Lines | None = None

    def locate(self, tokens: list[str], *, key: bool = False) -> Location:
        """Line and column of the node, or of its key; of the nearest ancestor where it is missing."""
        line, column = self._at(tokens, key=key)
        return Location(self.uri, pointer.join(tokens), line, column, key)

    def line(self, number: int) -> str | None:
        """A line of the text, counted from 1, without its end; None where there are not so many."""
        return self._counted.line(number)

    def written(self, tokens: list[str]) -> str:
        """The text of the unquoted scalar at `tokens`, as it stands in the file."""
        line, column = self._at(tokens)
        found = _PLAIN.match(self.line(line) or "", column - 1)
        return found.group() if found else ""

    def _at(self, tokens: list[str], *, key: bool = False) -> tuple[int, int]:
        self._positions = self._positions or self.scan()
        return self._counted.at(self._positions.find(tokens, key=key))

    @property
    def _counted(self) -> Lines:
        self._lines = self._lines or Lines(self.text)
        return self._lines


def _yaml_positions(text: str) -> Positions:
    from specloom.document.positions import yaml_positions

    return yaml_positions(text)


def read_file(path: str, uri: str, *, limits: Limits, diagnostics: Diagnostics) -> SourceFile:
    """Read the YAML or JSON file at `path`.

    A name that ends in `.json` is JSON, and so is another file that starts like it; one named as YAML
    may still be YAML where it is no JSON.
    Raises `Stop`, after reporting, where it cannot be read.
    """
    data = read_bytes(path, uri, limits=limits, diagnostics=diagnostics)
    return read_source(data, path, uri, limits=limits, diagnostics=diagnostics)


def read_source(data: bytes, path: str, uri: str, *, limits: Limits, diagnostics: Diagnostics) -> SourceFile:
    """What `read_file` does, for a file that is at hand. Raises `Stop`, after reporting."""
    named_json = path.lower().endswith(".json")
    named_yaml = path.lower().endswith((".yaml", ".yml"))
    if named_json or data.lstrip()[:1] in (b"{", b"["):
        with suppress(ValueError, RecursionError):
            content = read_sound_json(data, limits)
            return SourceFile(uri, path, data, content, partial(SoundJsonPositions, data))
    text = decode(data, uri, diagnostics)
    if not text.strip():
        diagnostics.error("file-empty", f"{uri} is empty", Location(uri, line=1, column=1))
        raise Stop
    if named_json or text.lstrip()[0] in "{[":
        try:
            content = read_json(text, uri, limits=limits, diagnostics=diagnostics)
            return SourceFile(uri, path, text, content, partial(JsonPositions, text))
        except JsonError as fault:
            if not named_yaml:
                diagnostics.error("json-syntax", fault.message, place(uri, text, fault.offset))
                raise Stop from None
    from specloom.document.yaml_reader import read_yaml  # It loads a parser that JSON does without.

    content = read_yaml(text, uri, limits=limits, diagnostics=diagnostics)
    return SourceFile(uri, path, text, content, partial(_yaml_positions, text))
