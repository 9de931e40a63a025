"""What part of a server's URL can stand in the paths instead."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

# Scheme and authority, or a variable that stands for them, or nothing; then a path from the root.
_URL = re.compile(r"(?P<origin>(?:[^/?#]*:)?//[^/?#]*|\{[^{}]*\}[^/?#]*|)(?P<path>/[^?#]*|)")
ROOT: Final[Mapping[str, Any]] = {"url": "/"}
"""What `servers` means where nobody gives any (OpenAPI 3.2, OpenAPI Object)."""


def split_url(url: str) -> tuple[str, str] | None:
    """`url` as what stays with the server and what can go before the paths.

    The second part holds no variables, so a base path moves only as far as it is literal from its end:
    `https://h/{tenant}/v1` gives `https://h/{tenant}` and `/v1`. A slash at the end goes, as paths begin
    with one. None for a URL that is relative to the document's own, which has no path of its own.
    """
    match = _URL.fullmatch(url)
    if match is None:
        return None
    path = match["path"].rstrip("/")
    parts = path.split("/")
    literal = len(parts)
    while literal > 1 and "{" not in parts[literal - 1] and "}" not in parts[literal - 1]:
        literal -= 1
    mount = "".join(f"/{part}" for part in parts[literal:])
    return url[: len(match["origin"])] + path[: len(path) - len(mount)] or "/", mount


def mount(servers: Sequence[Mapping[str, Any]]) -> tuple[list[dict[str, Any]], str] | None:
    """`servers` without the base path that they share, and that path.

    None where they share none and have different ones, or where one's is not known.
    """
    split = [split_url(str(server.get("url", ""))) for server in servers or (ROOT,)]
    paths = {part[1] for part in split if part is not None}
    if None in split or len(paths) != 1:
        return None
    rest = [
        {**server, "url": part[0]} for server, part in zip(servers or (ROOT,), split, strict=True) if part
    ]
    return rest, paths.pop()
