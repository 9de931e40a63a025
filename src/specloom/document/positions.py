"""Where each node of a YAML file stands: one scan, kept in compact arrays, made only when asked.

Nodes are numbered in the order of the text, so that a node's descendants follow it and `end` tells
where they stop. That is some twenty bytes a node; no object per node is kept.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

import yaml

from specloom.document.descent import descend
from specloom.document.events import OldBreaks, parse_events

_NO_KEY = -1


class Positions:
    """Offsets of values and keys. `find` is for a reader of the text that they were made from."""

    def __init__(self) -> None:
        self.start = array("q")
        self.end = array("q")
        self.key_start = array("q")
        self.alias = array("q")
        self.keys: list[str | None] = []
        self.sequences: set[int] = set()

    def add(self, start: int, key: str | None, key_start: int, alias: int = -1) -> int:
        """Append a node and return its number; `end` is set when it is closed."""
        number = len(self.start)
        self.start.append(start)
        self.end.append(number + 1)
        self.key_start.append(key_start)
        self.alias.append(alias)
        self.keys.append(key)
        return number

    def close(self, number: int) -> None:
        """The container `number` has no more descendants."""
        self.end[number] = len(self.start)

    def find(self, tokens: Sequence[str], *, key: bool = False) -> int:
        """The offset of the node that `tokens` lead to, or of its key.

        Where a token leads nowhere, the nearest ancestor counts.
        """
        if not self.start:
            return 0
        node, exact = descend(0, tokens, self._child)
        if key and exact and self.key_start[node] != _NO_KEY:
            return self.key_start[node]
        return self.start[node]

    def _child(self, node: int, token: str) -> int | None:
        while self.alias[node] >= 0:
            node = self.alias[node]
        stop = self.end[node]
        number = node + 1
        if node in self.sequences:
            if not (token.isascii() and token.isdigit()):
                return None
            for _ in range(int(token)):
                if number >= stop:
                    return None
                number = self.end[number]
            return number if number < stop else None
        merges = []
        while number < stop:
            if self.keys[number] == token:
                return number
            if self.keys[number] == "<<":
                merges.append(number)
            number = self.end[number]
        return next((found for m in merges if (found := self._merged(m, token)) is not None), None)

    def _merged(self, node: int, token: str) -> int | None:
        """The member `token` of what a YAML merge key brings in."""
        while self.alias[node] >= 0:
            node = self.alias[node]
        if node not in self.sequences:
            return self._child(node, token)
        number = node + 1
        while number < self.end[node]:
            if (found := self._merged(number, token)) is not None:
                return found
            number = self.end[number]
        return None


def yaml_positions(text: str) -> Positions:
    """The positions of the YAML in `text`, as far as it can be parsed."""
    found = Positions()
    breaks = OldBreaks(text)
    anchors: dict[str, int] = {}
    names: dict[str, str] = {}  # what an alias says where it is a key
    open_nodes: list[int] = []
    pending: list[tuple[str, int] | None] = []
    try:
        for event in parse_events(breaks.hide(text)):
            kind = type(event)
            if kind in (yaml.MappingEndEvent, yaml.SequenceEndEvent):
                found.close(open_nodes.pop())
                pending.pop()
            if kind not in _NODES:
                continue
            start = event.start_mark.index
            in_mapping = bool(open_nodes) and open_nodes[-1] not in found.sequences
            if in_mapping and pending[-1] is None:
                name = event.value if kind is yaml.ScalarEvent else names.get(event.anchor or "", "")
                pending[-1] = (breaks.restore(name), start)
                if kind is yaml.ScalarEvent and event.anchor:
                    names[event.anchor] = name
                continue
            key, key_start = (pending[-1] if in_mapping else None) or (None, _NO_KEY)
            if in_mapping:
                pending[-1] = None
            target = anchors.get(event.anchor, -1) if kind is yaml.AliasEvent else -1
            number = found.add(start, key, key_start, target)
            if kind is not yaml.AliasEvent and event.anchor:
                anchors[event.anchor] = number
                names[event.anchor] = getattr(event, "value", "")
            if kind in (yaml.MappingStartEvent, yaml.SequenceStartEvent):
                open_nodes.append(number)
                pending.append(None)
                if kind is yaml.SequenceStartEvent:
                    found.sequences.add(number)
    except yaml.YAMLError:
        pass  # the reader reports it; what came before can be placed
    return found


_NODES = (yaml.ScalarEvent, yaml.AliasEvent, yaml.MappingStartEvent, yaml.SequenceStartEvent)
