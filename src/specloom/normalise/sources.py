"""Sources without a namespace are one: their names were joined, and nobody could tell them apart."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar, cast

from specloom import ir

T = TypeVar("T")


def unite(api: ir.Api) -> ir.Api:
    """The same API with at most one source without a namespace, called like the first of them.

    Operations have their own servers, security and sentinels by now, so that nothing is lost.
    """
    plain = [source for source in api.sources if source.namespace is None]
    if len(plain) < 2:
        return api
    first = plain[0]
    one = replace(
        first,
        title=api.title,
        version=api.version,
        description=api.description,
        servers=_unique(server for source in plain for server in source.servers),
        security_schemes=_by_name(scheme for source in plain for scheme in source.security_schemes),
        groups=_by_name(group for source in plain for group in source.groups),
    )
    ids = {source.id for source in plain[1:]}
    return ir.Api(
        title=api.title,
        version=api.version,
        description=api.description,
        sources=tuple(one if s is first else s for s in api.sources if s.id not in ids),
        operations=tuple(_moved(o, ids, first.id) for o in api.operations),
        types=tuple(_moved(t, ids, first.id) for t in api.types),
        skipped=api.skipped,
    )


def _moved(value: T, ids: set[str], to: str) -> T:
    """The value with every mention of the sources replaced."""
    if isinstance(value, ir.TypeId):
        return cast(T, ir.TypeId(to, value.pointer)) if value.source in ids else value
    if isinstance(value, tuple):
        return cast(T, tuple(_moved(entry, ids, to) for entry in value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    inside: dict[str, Any] = {f.name: _moved(getattr(value, f.name), ids, to) for f in fields(value)}
    if isinstance(value, ir.Operation) and value.source in ids:
        inside["source"] = to
    return cast(T, replace(cast(Any, value), **inside))


def _unique(values: Iterable[T]) -> tuple[T, ...]:
    return tuple(dict.fromkeys(values))


def _by_name(values: Iterable[T]) -> tuple[T, ...]:
    """The first of each name."""
    found: dict[str, T] = {}
    for value in values:
        found.setdefault(cast(Any, value).name, value)
    return tuple(found.values())
