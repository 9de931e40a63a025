"""Where an operation is served."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    name: str
    default: str
    choices: tuple[str, ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """`url` may hold `{variables}` and may be relative to where the document was fetched from."""

    url: str
    description: str | None = None
    variables: tuple[ServerVariable, ...] = ()
