"""Where requests go: server URLs, their variables, and what a caller puts in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urljoin, urlsplit

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
        added = _added(operation.source, url, choice)
        url = "/".join([choice.base_url.rstrip("/"), *added])
    url = url.rstrip("/")
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise ConfigurationError(
            f"{operation.method} {operation.path} has no absolute server URL ({url or '/'!r}): give one"
        )
    if parts.query or parts.fragment:
        raise ConfigurationError(f"a server URL has no query and no fragment: {url!r}")
    return url


def receiver_url(operation: Operation, target: str | None) -> str:
    """Where a webhook or callback is sent: the whole URL, as whoever asked for it has given it.

    Raises :class:`ConfigurationError` where that is no absolute http(s) URL.
    """
    url = target or ""
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.fragment:
        raise ConfigurationError(
            f"{operation.name} is sent to an absolute http(s) URL, by `send_to`; {url!r} is none"
        )
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
    """The operation's server URL by the caller's choice, else its first.

    One that is relative to the document, whose address is not known here, is taken from the root.
    """
    listed = tuple(servers) or (_NOWHERE,)
    wanted = choice.server
    if isinstance(wanted, int):
        server = listed[wanted] if 0 <= wanted < len(listed) else listed[0]
    else:
        server = next((s for s in listed if s.description == wanted), listed[0])
    return urljoin("/", expand(server, choice.variables)).rstrip("/")


def _added(source: Source, url: str, choice: ServerChoice) -> list[str]:
    """The path segments of a server's URL after what the paths of all the source's server URLs begin with."""
    lists = source.server_lists or (source.servers,)
    segments = _segments(url)
    shared = len(segments)
    for listed in lists:
        other = _segments(_chosen(listed, choice))
        same = 0
        while other[same : same + 1] == segments[same : same + 1] != []:
            same += 1
        shared = min(shared, same)
    return segments[shared:]


def _segments(url: str) -> list[str]:
    return urlsplit(url).path.split("/")[1:]
