"""Where an operation is served."""

from __future__ import annotations

from specloom.values import frozen


@frozen(kw_only=True)
class ServerVariable:
    name: str
    default: str
    choices: tuple[str, ...] = ()
    description: str | None = None


@frozen(kw_only=True)
class Server:
    """`url` may hold `{variables}` and may be relative to where the document was fetched from."""

    url: str
    description: str | None = None
    variables: tuple[ServerVariable, ...] = ()
