"""Which operations are wanted: by tag, path or operation id."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Any, Literal

from specloom.diagnostics import Diagnostics, Location
from specloom.document.pointer import split
from specloom.pieces.graph import Pieces
from specloom.values import Value

Kind = Literal["tag", "path", "operation"]
KINDS: tuple[Kind, ...] = ("tag", "path", "operation")
UNTAGGED = "default"
"""The tag of operations without one, as the client has it."""


class Pattern(Value):
    """`text` holds `*` for any text, `?` for any character and `[…]` for one of several.

    `origin` is where it was written, if in a file.
    """

    kind: Kind
    text: str
    origin: Location | None = None

    @staticmethod
    def of(written: str, origin: Location | None = None) -> Pattern:
        """The pattern that is written `tag:…`, `path:…` or `operation:…`. Raises `ValueError`."""
        kind, colon, text = written.partition(":")
        if not colon or not text or kind not in KINDS:
            raise ValueError(f"{written!r} is not of the form tag:…, path:… or operation:…")
        return Pattern(kind, text, origin)

    def fits(self, said: Mapping[Kind, tuple[str, ...]]) -> bool:
        """Whether one of the texts that an operation has of this kind fits."""
        return any(fnmatchcase(text, self.text) for text in said[self.kind])


class Choice(Value):
    """The operations that any of `include` fits, all where that is empty, but for those of `exclude`."""

    include: tuple[Pattern, ...] = ()
    exclude: tuple[Pattern, ...] = ()

    @property
    def patterns(self) -> tuple[Pattern, ...]:
        return (*self.include, *self.exclude)

    def takes(self, said: Mapping[Kind, tuple[str, ...]]) -> bool:
        """Whether an operation is wanted."""
        included = not self.include or any(pattern.fits(said) for pattern in self.include)
        return included and not any(pattern.fits(said) for pattern in self.exclude)


def unchosen(pieces: Pieces, choices: Mapping[str, Choice], diagnostics: Diagnostics) -> frozenset[str]:
    """The operations that are not wanted, and the components that only they need.

    `choices` are by the documents' ids. What no operation needed is not touched: the choice is of operations.
    Reports patterns that fit nothing: of a choice of its own in the document, of a shared one in all of them;
    and choices that leave nothing.
    """
    if not any(choice.patterns for choice in choices.values()):
        return frozenset()
    said = {piece: _said(pieces, piece) for piece in pieces.operations}
    owners = pieces.merged.owners
    document = {piece: owners[piece].document or owners[piece].source for piece in pieces.operations}
    out = {piece for piece in said if not choices[document[piece]].takes(said[piece])}
    unused = list(_unused(choices, said, document))
    for pattern, near in unused:
        diagnostics.error(
            "choice-unused",
            f"no operation fits {pattern.kind}:{pattern.text}",
            pattern.origin,
            hint=f"did you mean {', '.join(near)}?" if near else None,
        )
    if not unused and out and len(out) == len(said):
        diagnostics.warning(
            "choice-empty",
            "no operation is left: those that are included are all excluded",
            next((pattern.origin for choice in choices.values() for pattern in choice.patterns), None),
        )
    kept = pieces.reached(piece for piece in pieces.operations if piece not in out)
    needed = pieces.reached(pieces.operations)
    alone = pieces.reached(piece for piece in pieces.all if piece not in needed)
    return frozenset(out | (needed - kept - alone - set(pieces.operations)))


def _said(pieces: Pieces, piece: str) -> dict[Kind, tuple[str, ...]]:
    operation: Any = pieces.node(piece)
    tags = operation.get("tags")
    name = operation.get("operationId")
    owner = pieces.merged.owners[piece]
    namespace = next((s.namespace for s in pieces.merged.sources if s.id == owner.source), None)
    if isinstance(name, str) and namespace is not None:
        name = name.removeprefix(f"{namespace}.")
    return {
        "tag": tuple(tag for tag in tags or () if isinstance(tag, str)) or (UNTAGGED,),
        "path": (owner.name if split(piece)[0] == "paths" else split(piece)[1],),
        "operation": (name,) if isinstance(name, str) else (),
    }


def _unused(
    choices: Mapping[str, Choice],
    said: Mapping[str, Mapping[Kind, tuple[str, ...]]],
    document: Mapping[str, str],
) -> Iterator[tuple[Pattern, list[str]]]:
    """The patterns that fit nothing, each with what is written like it."""
    holders: dict[Pattern, set[str]] = {}
    for id_, choice in choices.items():
        for pattern in choice.patterns:
            holders.setdefault(pattern, set()).add(id_)
    for pattern, ids in holders.items():
        there = [each for piece, each in said.items() if document[piece] in ids]
        if not any(pattern.fits(each) for each in there):
            yield pattern, _near(pattern, there)


def _near(pattern: Pattern, there: Iterable[Mapping[Kind, tuple[str, ...]]]) -> list[str]:
    names = sorted({text for each in there for text in each[pattern.kind]})
    return [f"{pattern.kind}:{name}" for name in difflib.get_close_matches(pattern.text, names, 3, 0.5)]
