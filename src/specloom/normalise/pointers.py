"""JSON Pointers (RFC 6901) as texts."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import unquote


def join(pointer: str, *tokens: str | int) -> str:
    """`pointer` with more reference tokens behind it."""
    for token in tokens:
        pointer = below(pointer, str(token))
    return pointer


def below(pointer: str, name: str) -> str:
    """Where the member of this name stands in the object at `pointer`."""
    if "~" in name or "/" in name:
        name = name.replace("~", "~0").replace("/", "~1")
    return f"{pointer}/{name}"


def split(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a pointer, unescaped."""
    if not pointer:
        return ()
    tokens = pointer[1:].split("/")
    return tuple([unescape(token) for token in tokens] if "~" in pointer else tokens)


def within(origin: str, pointer: str) -> str:
    """The pointer from `origin` on, where that is on its way, else as a fragment."""
    if pointer.startswith(origin):
        rest = pointer[len(origin) :]
        if not rest or rest[0] == "/":
            return rest
    return f"#{pointer}"


def ways(pointers: Iterable[str]) -> frozenset[str]:
    """The pointers, and those of all that they stand in."""
    found: set[str] = set()
    for pointer in pointers:
        while pointer and pointer not in found:
            found.add(pointer)
            pointer = pointer.rpartition("/")[0]
    return frozenset(found)


def unescape(token: str) -> str:
    """A reference token as the member's name."""
    return token.replace("~1", "/").replace("~0", "~") if "~" in token else token


def of_fragment(reference: str) -> str | None:
    """The pointer in a reference within the document ("#/components/…"), None for any other reference."""
    if reference == "#":
        return ""
    if not reference.startswith("#/"):
        return None
    return unquote(reference[1:])
