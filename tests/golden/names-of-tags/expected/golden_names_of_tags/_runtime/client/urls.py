"""Where requests go: server URLs, their variables, and what a caller puts in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from ..operation import Operation, Server, Source
from .errors import ConfigurationError
from .options import ServerChoice

_NOWHERE: Final = Server("/")
"""OpenAPI Specification 3.2, section 4.1: a document without servers has this one."""
_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")


def base_url(operation: Operation, choice: ServerChoice) -> str:
    """The URL that the operation's path is put after, without a slash at its end.

    Raises :class:`ConfigurationError` where that is no absolute http(s) URL, or a variable has no value.
    """
    url = _chosen(operation.servers, choice)
    if choice.base_url is not None:
        start = _common_start(operation.source, operation.servers, choice)
        url = choice.base_url.rstrip("/") + url[len(start) :]
    url = url.rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ConfigurationError(
            f"{operation.method} {operation.path} has no absolute server URL ({url or '/'!r}): give one"
        )
    if parts.query or parts.fragment:
        raise ConfigurationError(f"a server URL has no query and no fragment: {url!r}")
    return url


def expand(server: Server, variables: Mapping[str, str]) -> str:
    """Fill in the variables (OpenAPI Specification 3.2, Server Variable Object).

    Raises :class:`ConfigurationError` for a value that the document does not list.
    """

    def value(match: re.Match[str]) -> str:
        name = match[1]
        declared = server.variables.get(name)
        if name in variables:
            if (
                declared is not None
                and declared.enum
                and variables[name] not in declared.enum
            ):
                raise ConfigurationError(
                    f"server variable {name!r} is one of {', '.join(declared.enum)}"
                )
            return variables[name]
        if declared is None:
            raise ConfigurationError(f"server variable {name!r} has no value")
        return declared.default

    return _VARIABLE.sub(value, server.url)


def _chosen(servers: Sequence[Server], choice: ServerChoice) -> str:
    """The operation's server URL by the caller's choice, else its first."""
    listed = tuple(servers) or (_NOWHERE,)
    wanted = choice.server
    if isinstance(wanted, int):
        server = listed[wanted] if 0 <= wanted < len(listed) else listed[0]
    else:
        server = next((s for s in listed if s.description == wanted), listed[0])
    return expand(server, choice.variables).rstrip("/")


def _common_start(
    source: Source, servers: Sequence[Server], choice: ServerChoice
) -> str:
    """What the source's server URLs all begin with, in whole path segments.

    Where they stand on different hosts that is the operation's own scheme and host, and the path they share.
    """
    own = _chosen(servers, choice)
    lists = source.server_lists or (source.servers,)
    split = [_split(_chosen(listed, choice)) for listed in lists]
    origin, segments = _split(own)
    shared = 0
    while all(len(other) > shared for _, other in [*split, (origin, segments)]) and all(
        other[shared] == segments[shared] for _, other in split
    ):
        shared += 1
    return origin + "".join(f"/{segment}" for segment in segments[:shared])


def _split(url: str) -> tuple[str, list[str]]:
    """Scheme and host, and the segments of the path."""
    parts = urlsplit(url)
    origin = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
    return origin, [segment for segment in url[len(origin) :].split("/")[1:] if segment]
