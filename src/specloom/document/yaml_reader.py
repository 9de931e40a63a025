"""YAML text to plain values, straight from the parser's events.

No node tree is built in between, so that depth, node count and alias expansion are bounded while
reading. The result is a tree: what an alias repeats is copied.
"""

from __future__ import annotations

from typing import Any, NoReturn

import yaml

from specloom.diagnostics import Diagnostics, Location, Related, Stop
from specloom.document import pointer
from specloom.document.events import OldBreaks, parse_events
from specloom.document.lines import Lines
from specloom.document.options import Limits
from specloom.document.positions import yaml_positions
from specloom.document.scalars import ScalarError, plain, tagged

_COLLECTION_TAGS = (None, "!", "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq")


class _Frame:
    """An open mapping or sequence."""

    __slots__ = ("anchor", "container", "deepest", "key", "merge", "nodes", "path_key", "skip")

    def __init__(self, container: Any, anchor: str | None, nodes: int, depth: int) -> None:
        self.container = container
        self.anchor = anchor
        self.nodes = nodes  # read before this one
        self.deepest = depth
        self.key: str | None = None  # read, its value not yet
        self.skip = False  # the next value belongs to a key that is refused
        self.merge: list[Any] = []  # the values of `<<`

    @property
    def wants_key(self) -> bool:
        return self.key is None and not self.skip and type(self.container) is dict


class _Reader:
    def __init__(self, text: str, uri: str, limits: Limits, diagnostics: Diagnostics) -> None:
        self.breaks = OldBreaks(text)
        self.text = self.breaks.hide(text)
        self.uri = uri
        self.limits = limits
        self.diagnostics = diagnostics
        self.lines = Lines(text)
        self.stack: list[_Frame] = []
        self.anchors: dict[str, tuple[Any, int, int, str | None]] = {}
        self.open_anchors: set[str] = set()
        self.nodes = 0
        self.alias_nodes = 0
        self.documents = 0
        self.root: Any = None

    def read(self) -> Any:
        handlers = {
            yaml.ScalarEvent: self.scalar,
            yaml.MappingStartEvent: self.mapping,
            yaml.SequenceStartEvent: self.sequence,
            yaml.MappingEndEvent: self.end,
            yaml.SequenceEndEvent: self.end,
            yaml.AliasEvent: self.alias,
            yaml.DocumentStartEvent: self.document,
        }
        get = handlers.get
        try:
            for event in parse_events(self.text):
                handler = get(type(event))
                if handler is not None:
                    handler(event)
        except yaml.MarkedYAMLError as problem:
            self.syntax_error(problem)
        except yaml.reader.ReaderError as problem:
            self.stop(
                "yaml-syntax",
                f"a character that YAML does not allow: {_char(problem.character)}",
                problem.position if isinstance(problem.position, int) else 0,
            )
        if not self.documents:
            self.stop("file-empty", "the file is empty", 0)
        return self.root

    # -- events

    def document(self, event: Any) -> None:
        self.documents += 1
        if self.documents > 1:
            self.stop(
                "yaml-several-documents",
                "a second document begins here; one file holds one document",
                event.start_mark.index,
            )

    def scalar(self, event: Any) -> None:
        frame = self.stack[-1] if self.stack else None
        if frame is not None and frame.wants_key:
            text = self.breaks.restore(event.value)
            if event.anchor:
                self.anchors[event.anchor] = (text, 1, 0, text)
            self.key(frame, text, event, plain_key=event.implicit[0] and event.style in (None, ""))
            return
        text = self.breaks.restore(event.value)
        try:
            if event.tag is not None:
                value = tagged(text, event.tag)
            else:
                value = plain(text) if event.implicit[0] else text
        except ScalarError as problem:
            self.error("yaml-value", str(problem), event)
            value = text
        self.count()
        if event.anchor:
            self.anchors[event.anchor] = (value, 1, 0, text)
        self.put(value)

    def mapping(self, event: Any) -> None:
        self.open({}, event)

    def sequence(self, event: Any) -> None:
        self.open([], event)

    def open(self, container: Any, event: Any) -> None:
        if event.tag not in _COLLECTION_TAGS or (event.tag or "").endswith(
            ":seq" if container == {} else ":map"
        ):
            self.error("yaml-value", f"the tag {event.tag!r} does not fit here", event)
        frame = self.stack[-1] if self.stack else None
        if frame is not None and type(frame.container) is dict and frame.key is None and not frame.skip:
            self.stop(
                "yaml-key", "a key must be a scalar, not a mapping or a sequence", event.start_mark.index
            )
        self.count()
        depth = len(self.stack) + 1
        if depth > self.limits.max_depth:
            self.over("max_depth", f"containers nest deeper than {self.limits.max_depth}", event)
        if event.anchor:
            self.open_anchors.add(event.anchor)
        self.stack.append(_Frame(container, event.anchor, self.nodes - 1, depth))

    def end(self, event: Any) -> None:
        frame = self.stack.pop()
        container = frame.container
        for merged in frame.merge:
            for key, value in merged.items():
                container.setdefault(key, copy_tree(value))
        if frame.anchor:
            self.open_anchors.discard(frame.anchor)
            height = frame.deepest - len(self.stack)
            self.anchors[frame.anchor] = (container, self.nodes - frame.nodes, height, None)
        if self.stack and self.stack[-1].deepest < frame.deepest:
            self.stack[-1].deepest = frame.deepest
        self.put(container)

    def alias(self, event: Any) -> None:
        name = event.anchor
        if name in self.open_anchors or name not in self.anchors:
            what = "is inside itself" if name in self.open_anchors else "is not defined before"
            self.stop("yaml-alias", f"the anchor {name!r} {what}", event.start_mark.index)
        value, nodes, height, text = self.anchors[name]
        frame = self.stack[-1] if self.stack else None
        if frame is not None and type(frame.container) is dict and frame.key is None and not frame.skip:
            if text is None:
                self.stop(
                    "yaml-key", "a key must be a scalar, not a mapping or a sequence", event.start_mark.index
                )
            self.key(frame, text, event, plain_key=False)
            return
        self.alias_nodes += nodes
        if self.alias_nodes > self.limits.max_alias_nodes:
            self.over(
                "max_alias_nodes", f"aliases expand to more than {self.limits.max_alias_nodes} values", event
            )
        self.nodes += nodes - 1
        self.count()
        depth = len(self.stack) + height
        if depth > self.limits.max_depth:
            self.over("max_depth", f"containers nest deeper than {self.limits.max_depth}", event)
        if frame is not None and frame.deepest < depth:
            frame.deepest = depth
        self.put(copy_tree(value))

    # -- values

    def key(self, frame: _Frame, text: str, event: Any, *, plain_key: bool) -> None:
        if text == "<<" and plain_key:
            frame.key = text
            frame.skip = False
            frame.merge.append(None)  # filled by put
            self.diagnostics.note(
                "yaml-merge-key",
                "`<<` is a merge key of YAML 1.1; YAML 1.2 has none",
                self.location(event),
                hint="write the members out, or use `$ref`",
            )
            return
        if text in frame.container:
            first = self.at(yaml_positions(self.text).find([*self.path(), text], key=True))
            self.error(
                "duplicate-key",
                f"the key {text!r} stands twice in one mapping",
                event,
                related=(Related("first here", first),),
            )
            frame.skip = True
            return
        frame.key = text

    def put(self, value: Any) -> None:
        if not self.stack:
            self.root = value
            return
        frame = self.stack[-1]
        container = frame.container
        if type(container) is list:
            container.append(value)
        elif frame.skip:
            frame.skip = False
        elif frame.merge and frame.merge[-1] is None:
            frame.key = None
            self.merge(frame, value)
        else:
            container[frame.key] = value
            frame.key = None

    def merge(self, frame: _Frame, value: Any) -> None:
        frame.merge.pop()
        sources = value if isinstance(value, list) else [value]
        if all(isinstance(source, dict) for source in sources):
            frame.merge.extend(sources)
            return
        self.diagnostics.error(
            "yaml-merge-key",
            "`<<` takes a mapping or a sequence of mappings",
            Location(self.uri, pointer.join([*self.path(), "<<"])),
        )

    def path(self) -> list[str]:
        """The path of the innermost open container."""
        return [
            str(len(frame.container)) if type(frame.container) is list else str(frame.key)
            for frame in self.stack[:-1]
        ]

    # -- findings

    def count(self) -> None:
        self.nodes += 1
        if self.nodes > self.limits.max_nodes:
            self.over("max_nodes", f"the file holds more than {self.limits.max_nodes} values", None)

    def over(self, limit: str, message: str, event: Any) -> None:
        self.diagnostics.error(
            "limit-exceeded",
            message,
            self.location(event) if event is not None else Location(self.uri, line=1, column=1),
            hint=f"raise the limit with `limits: {{{limit}: …}}` in the project file",
        )
        raise Stop

    def syntax_error(self, problem: Any) -> None:
        mark = problem.problem_mark or problem.context_mark
        message = " ".join(part for part in (problem.context, problem.problem) if part)
        self.stop("yaml-syntax", self.breaks.restore(message) or "no YAML", mark.index if mark else 0)

    def complex_key(self, event: Any) -> NoReturn:
        self.stop("yaml-key", "a key must be a scalar, not a mapping or a sequence", event.start_mark.index)

    def stop(self, code: str, message: str, offset: int) -> NoReturn:
        self.diagnostics.error(code, message, self.at(offset))
        raise Stop

    def error(self, code: str, message: str, event: Any, related: tuple[Related, ...] = ()) -> None:
        self.diagnostics.error(code, message, self.location(event), related=related)

    def location(self, event: Any) -> Location:
        return self.at(event.start_mark.index)

    def at(self, offset: int) -> Location:
        line, column = self.lines.at(offset)
        return Location(self.uri, line=line, column=column)


def _char(character: Any) -> str:
    code = character if isinstance(character, int) else ord(str(character)[:1] or "?")
    return f"U+{code:04X}"


def copy_tree(value: Any) -> Any:
    """A copy of the containers of `value`; scalars are shared."""
    if type(value) is dict:
        return {key: copy_tree(member) for key, member in value.items()}
    if type(value) is list:
        return [copy_tree(item) for item in value]
    return value


def read_yaml(text: str, uri: str, *, limits: Limits, diagnostics: Diagnostics) -> Any:
    """The value of the one YAML 1.2 document in `text`; keys are strings as written.

    Raises `Stop`, after reporting, where there is no one document to go on with.
    """
    return _Reader(text, uri, limits, diagnostics).read()
