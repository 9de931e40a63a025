"""JSON Pointers (RFC 6901) as texts."""

from __future__ import annotations

from urllib.parse import unquote


def join(pointer: str, *tokens: str | int) -> str:
    """`pointer` with more reference tokens behind it."""
    return pointer + "".join("/" + str(t).replace("~", "~0").replace("/", "~1") for t in tokens)


def split(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a pointer, unescaped."""
    if not pointer:
        return ()
    return tuple(t.replace("~1", "/").replace("~0", "~") for t in pointer[1:].split("/"))


def of_fragment(reference: str) -> str | None:
    """The pointer in a reference within the document ("#/components/…"), None for any other reference."""
    if reference == "#":
        return ""
    if not reference.startswith("#/"):
        return None
    return unquote(reference[1:])
