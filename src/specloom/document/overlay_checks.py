"""What an Overlay Object must look like (Overlay Specification 1.1, section 4.4)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlsplit

from specloom.diagnostics import Diagnostics
from specloom.document.source import SourceFile
from specloom.values import Value

_VERSION = re.compile(r"1\.[01]\.\d+")
_ROOT = frozenset(("overlay", "info", "extends", "actions"))
_ACTION = frozenset(("target", "description", "update", "remove", "copy"))


class Action(Value):
    """One Action Object; `path` is where it stands in the overlay file."""

    path: tuple[str, ...]
    target: str
    remove: bool
    has_update: bool
    update: Any
    copy: str | None


class _Checks:
    def __init__(self, overlay: SourceFile, diagnostics: Diagnostics) -> None:
        self.overlay = overlay
        self.diagnostics = diagnostics

    def wrong(self, path: tuple[str, ...], message: str, hint: str | None = None) -> None:
        place = self.overlay.locate(list(path))
        self.diagnostics.error("overlay-invalid", message, place, hint=hint)

    def unknown(self, value: dict[str, Any], known: frozenset[str], path: tuple[str, ...]) -> None:
        for name in value:
            if name not in known and not name.startswith("x-"):
                place = self.overlay.locate([*path, name], key=True)
                self.diagnostics.warning("overlay-member", f"`{name}` is no member of an overlay here", place)

    def root(self, content: Any, document: str) -> Iterator[Action]:
        if not isinstance(content, dict) or "overlay" not in content:
            self.wrong(
                (),
                f"{self.overlay.uri} is no overlay: it has no member `overlay`",
                "an overlay begins with `overlay: 1.0.0`",
            )
            return
        if not isinstance(content["overlay"], str) or not _VERSION.fullmatch(content["overlay"]):
            self.wrong(
                ("overlay",),
                f"overlay version {content['overlay']!r} is not supported",
                "supported are 1.0.x and 1.1.x",
            )
        self.unknown(content, _ROOT, ())
        info = content.get("info")
        for name in ("title", "version"):
            if not isinstance(info, dict) or not isinstance(info.get(name), str):
                self.wrong(("info", name), f"`info.{name}` must be a string")
        self.extends(content.get("extends"), document)
        actions = content.get("actions")
        if not isinstance(actions, list) or not actions:
            self.wrong(("actions",), "`actions` must be a list of at least one action")
            return
        for number, action in enumerate(actions):
            yield from self.action(action, ("actions", str(number)))

    def extends(self, value: Any, document: str) -> None:
        if value is None:
            return
        if not isinstance(value, str):
            self.wrong(("extends",), "`extends` must be a URI")
            return
        name = posixpath.basename(unquote(urlsplit(value).path))
        if name != posixpath.basename(document):
            self.diagnostics.warning(
                "overlay-extends",
                f"the overlay is for {value!r}, and is applied to {document}",
                self.overlay.locate(["extends"]),
            )

    def action(self, value: Any, path: tuple[str, ...]) -> Iterator[Action]:
        if not isinstance(value, dict) or not isinstance(value.get("target"), str):
            self.wrong(path, "an action must be an object with a JSONPath as `target`")
            return
        self.unknown(value, _ACTION, path)
        remove, copy = value.get("remove", False), value.get("copy")
        if not isinstance(remove, bool):
            self.wrong((*path, "remove"), "`remove` must be true or false")
        elif copy is not None and not isinstance(copy, str):
            self.wrong((*path, "copy"), "`copy` must be a JSONPath")
        elif not remove and copy is None and "update" not in value:
            self.wrong(path, "an action needs `update`, `remove: true` or `copy`")
        else:
            yield Action(path, value["target"], remove, "update" in value, value.get("update"), copy)


def read_actions(overlay: SourceFile, document: str, diagnostics: Diagnostics) -> list[Action]:
    """The well-formed actions of `overlay`, which is applied to the file `document`; the rest is reported."""
    return list(_Checks(overlay, diagnostics).root(overlay.content, document))
