"""Where an operation is served."""

from __future__ import annotations

from specloom.values import Value


class ServerVariable(Value, kw_only=True):
    name: str
    default: str
    choices: tuple[str, ...] = ()
    description: str | None = None


class Server(Value, kw_only=True):
    """`url` may hold `{variables}` and may be relative to where the document was fetched from."""

    url: str
    description: str | None = None
    variables: tuple[ServerVariable, ...] = ()
