"""The whole: sources, operations, named types."""

from __future__ import annotations

from collections.abc import Mapping

from specloom.diagnostics import Location
from specloom.ir.exchange import Operation
from specloom.ir.security import SecurityScheme
from specloom.ir.server import Server
from specloom.ir.types import Json, NamedType
from specloom.values import Value, field


class Group(Value, kw_only=True):
    """A tag: operations that belong together."""

    name: str
    description: str | None = None


class Source(Value, kw_only=True):
    """One of the documents that make up the API. `namespace` is None where it is the only one."""

    id: str
    namespace: str | None
    title: str
    version: str
    description: str | None
    servers: tuple[Server, ...]
    security_schemes: tuple[SecurityScheme, ...]
    groups: tuple[Group, ...]
    origin: Location


class Skipped(Value, kw_only=True):
    """A piece that was left out because the user asked for it."""

    what: str
    origin: Location


class Api(Value, kw_only=True):
    title: str
    version: str
    description: str | None
    sources: tuple[Source, ...]
    operations: tuple[Operation, ...]
    """What the API serves."""
    types: tuple[NamedType, ...]
    skipped: tuple[Skipped, ...] = ()
    unknown: frozenset[str] = frozenset()
    """What was to be skipped and is the name of nothing."""
    receivers: tuple[Operation, ...] = ()
    """What it calls: webhooks and callbacks."""
    schemas: Mapping[str, Json] = field(default_factory=dict)
    """The schemas that assertions are made of, by place: each of them, and whatever they refer to."""
