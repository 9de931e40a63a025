"""Servers: the part of their URL that is a path, which the routes stand under."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from urllib.parse import urljoin, urlsplit

from ..operation import Server

_VARIABLE = re.compile(r"\{([^{}]*)\}")


def base_path(server: Server) -> str:
    """The path of a server's URL, its variables at their defaults, without a slash at the end.

    A URL that is relative to the document, whose address is not known here, is taken from the root.
    """
    return urlsplit(_filled(server)).path.rstrip("/")


def base_paths(servers: Sequence[Server]) -> list[str]:
    """The base paths that an operation is served under, each once."""
    return list(dict.fromkeys(map(base_path, servers))) or [""]


def origin(server: Server) -> Server:
    """The server without its base path: what stands before the routes' own paths.

    A variable that reaches into the path is written out with its default.
    """
    base = base_path(server)
    url = server.url.rstrip("/")
    if not url.endswith(base):
        url = _filled(server).rstrip("/")
    url = url.removesuffix(base).rstrip("/") or "/"
    used = set(_VARIABLE.findall(url))
    return replace(
        server,
        url=url,
        variables={k: v for k, v in server.variables.items() if k in used},
    )


def _filled(server: Server) -> str:
    def default(found: re.Match[str]) -> str:
        variable = server.variables.get(found[1])
        return found[0] if variable is None else variable.default

    return urljoin("/", _VARIABLE.sub(default, server.url))
