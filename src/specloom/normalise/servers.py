"""Server Objects (OAS 3.2, 4.6)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from specloom import ir

_RELATIVE: Final = re.compile(r"^(?![^/?#{]*:|//|\{)(?:\.{0,2}/)*")
"""The start of a URL without a scheme, a host, or a variable that could stand for them."""


def server(said: Mapping[str, Any], mount: str = "") -> ir.Server:
    """One server; `mount` is the path below it that the merged document wrote into its paths.

    A URL that is relative to the document is taken from the root, as a package has no document's address.
    """
    variables = said.get("variables") or {}
    url = _RELATIVE.sub("/", said["url"], count=1)
    return ir.Server(
        url=url.rstrip("/") + mount if mount else url,
        description=said.get("description"),
        variables=tuple(
            ir.ServerVariable(
                name=name,
                default=str(variable.get("default", "")),
                choices=tuple(str(choice) for choice in variable.get("enum") or ()),
                description=variable.get("description"),
            )
            for name, variable in variables.items()
        ),
    )


def servers(said: Iterable[Mapping[str, Any]], mount: str = "") -> tuple[ir.Server, ...]:
    """A document's servers; where it lists none, the one at "/" (OAS 3.2, 4.1.1)."""
    return tuple(server(s, mount) for s in said) or (ir.Server(url=mount or "/"),)
