"""OpenAPI Overlay 1.0 and 1.1: actions that change a document, each node remembering its file.

Overlay Specification, section 4.4 (Overlay Object, Action Object). Targets are RFC 9535 JSONPaths.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from specloom.diagnostics import Diagnostics, Location
from specloom.document import pointer as pointers
from specloom.document.files import Opened
from specloom.document.origins import Origin
from specloom.document.overlay_checks import Action, read_actions
from specloom.document.source import SourceFile
from specloom.document.yaml_reader import copy_tree

Tokens = tuple[str, ...]


def apply_overlay(root: Opened, overlay: SourceFile, diagnostics: Diagnostics) -> None:
    """Change `root` by the actions of `overlay`, in their order.

    What is wrong with the overlay is reported. An action whose target matches nothing is a warning.
    """
    for action in read_actions(overlay, root.source.uri, diagnostics):
        _Application(root, overlay, action, diagnostics).run()


class _Application:
    """One action on one document."""

    def __init__(self, root: Opened, overlay: SourceFile, action: Action, diagnostics: Diagnostics) -> None:
        self.root = root
        self.overlay = overlay
        self.action = action
        self.diagnostics = diagnostics

    def run(self) -> None:
        matches = self.matches(self.action.target, "target")
        if matches is None:
            return
        if not matches:
            self.diagnostics.warning(
                "overlay-no-match",
                f"the target {self.action.target!r} matches nothing",
                self.place("target"),
                hint="the document may have changed; drop the action if it is not needed any more",
            )
        if self.action.remove:
            for tokens in _outermost(matches):
                self.remove(tokens)
        elif self.action.has_update:
            base = (*self.action.path, "update")
            for tokens in matches:
                self.merge(tokens, self.action.update, Origin(self.overlay, base))
        elif self.action.copy is not None:
            self.copy(self.action.copy, matches)

    def copy(self, query: str, matches: list[Tokens]) -> None:
        found = self.matches(query, "copy")
        if found is None:
            return
        if len(found) != 1:
            message = f"`copy` must select one node; {query!r} selects {len(found)}"
            self.diagnostics.error("overlay-copy", message, self.place("copy"))
            return
        value = copy_tree(self.value(found[0]))
        origin = self.root.origin.at(found[0]).copy()
        for tokens in matches:
            self.merge(tokens, value, origin)

    def matches(self, query: str, member: str) -> list[Tokens] | None:
        import jsonpath_rfc9535  # 60 ms, for those who have an overlay

        try:
            nodes = jsonpath_rfc9535.find(query, self.root.content)
        except (jsonpath_rfc9535.JSONPathError, RecursionError) as problem:
            message = f"{query!r} is no JSONPath of RFC 9535: {str(problem).split(', line')[0]}"
            self.diagnostics.error("overlay-target", message, self.place(member))
            return None
        return list(dict.fromkeys(tuple(str(step) for step in node.location) for node in nodes))

    def place(self, member: str) -> Location:
        return self.overlay.locate([*self.action.path, member])

    def value(self, tokens: Tokens) -> Any:
        return pointers.find(self.root.content, pointers.join(tokens))

    # -- changes

    def remove(self, tokens: Tokens) -> None:
        if not tokens:
            self.diagnostics.error(
                "overlay-target", "the whole document cannot be removed", self.place("target")
            )
            return
        container, origin = self.value(tokens[:-1]), self.root.origin.at(tokens[:-1])
        if isinstance(container, dict):
            del container[tokens[-1]]
            origin.children.pop(tokens[-1], None)
        else:
            origin.remove_item(int(tokens[-1]), len(container))
            del container[int(tokens[-1])]

    def merge(self, tokens: Tokens, update: Any, origin: Origin) -> None:
        """Merge `update` into the node at `tokens`: objects by member, arrays by appending, else replace."""
        node = self.value(tokens)
        if isinstance(node, dict) and isinstance(update, dict):
            for name, member in update.items():
                below = origin.at((name,))
                if name in node and _merges(node[name], member):
                    self.merge((*tokens, name), member, below)
                else:
                    node[name] = copy_tree(member)
                    self.root.origin.at(tokens).set(name, below.copy())
        elif isinstance(node, list):
            added = update if isinstance(update, list) else [update]
            here = self.root.origin.at(tokens)
            for number, item in enumerate(added):
                here.set(str(len(node)), (origin.at((str(number),)) if added is update else origin).copy())
                node.append(copy_tree(item))
        else:
            self.replace(tokens, update, origin)

    def replace(self, tokens: Tokens, update: Any, origin: Origin) -> None:
        if not tokens:
            self.root.content, self.root.origin = copy_tree(update), origin
            return
        container = self.value(tokens[:-1])
        if isinstance(container, dict):
            container[tokens[-1]] = copy_tree(update)
        else:
            container[int(tokens[-1])] = copy_tree(update)
        self.root.origin.at(tokens[:-1]).set(tokens[-1], origin.copy())


def _merges(old: Any, new: Any) -> bool:
    return (isinstance(old, dict) and isinstance(new, dict)) or (
        isinstance(old, list) and isinstance(new, list)
    )


def _outermost(matches: list[Tokens]) -> Iterator[Tokens]:
    """The matches that are inside no other, later items of an array before earlier ones."""
    chosen = set(matches)
    for tokens in sorted(matches, key=_order, reverse=True):
        if not any(tokens[:length] in chosen for length in range(len(tokens))):
            yield tokens


def _order(tokens: Tokens) -> list[tuple[int, str]]:
    return [(int(t), "") if t.isascii() and t.isdigit() and len(t) < 12 else (-1, t) for t in tokens]
