"""The event stream of PyYAML's C parser, and what it needs to follow YAML 1.2."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import yaml

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
# libyaml follows YAML 1.1, where these end lines; in YAML 1.2 (section 5.4) they do not.
_OLD_BREAKS = "\x85\u2028\u2029"


class OldBreaks:
    """Stands other characters in for those that only YAML 1.1 takes for line ends."""

    def __init__(self, text: str) -> None:
        present = [c for c in _OLD_BREAKS if c in text]
        free = (chr(c) for c in range(0xE000, 0xF8FF) if chr(c) not in text) if present else iter(())
        self._to = dict(zip(present, free, strict=False))
        self._back = {ord(new): old for old, new in self._to.items()}

    def hide(self, text: str) -> str:
        """`text`, of the same length, without those characters."""
        for old, new in self._to.items():
            text = text.replace(old, new)
        return text

    def restore(self, text: str) -> str:
        """What `hide` was given."""
        return text.translate(self._back) if self._back else text


def parse_events(text: str) -> Iterator[Any]:
    """The events of `text`, from which `OldBreaks.hide` has taken the old line ends.

    Raises `yaml.YAMLError` where it is no YAML.
    """
    events: Iterator[Any] = yaml.parse(text, Loader=LOADER)
    return events
