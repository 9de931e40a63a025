"""Path items and operations (OAS 3.2, 4.9 and 4.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from specloom import ir
from specloom.normalise import contents, docs, security, servers
from specloom.normalise.context import Context
from specloom.normalise.idempotency import idempotency_key
from specloom.normalise.once import once
from specloom.normalise.pagination import pagination
from specloom.normalise.parameters import fitted, parameters
from specloom.normalise.types import Types

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")


def operations(types: Types, skipped: list[ir.Skipped]) -> tuple[ir.Operation, ...]:
    """Every operation of the document's paths, in the document's order."""
    found = []
    for path, place in types.context.members("/paths"):
        if path.startswith("/"):
            item = types.context.follow(place) or place
            for method, at in methods(types.context, place, item):
                made = operation(types, path, method, place, item, at, skipped)
                if made is not None:
                    found.append(made)
    return tuple(found)


def methods(context: Context, *items: str) -> Iterator[tuple[str, str]]:
    """Method (upper case) and pointer of each operation of a path item, written there or referred to."""
    seen: set[str] = set()
    for item in dict.fromkeys(items):
        for name, place in context.members(item):
            if name in METHODS and name not in seen:
                seen.add(name)
                yield name.upper(), place
        more = "additionalOperations" in context.mapping(item)
        for name, place in context.members(f"{item}/additionalOperations") if more else ():
            if name not in seen:
                seen.add(name)
                if name != name.upper():
                    message = (
                        f"httpx and FastAPI write methods in upper case: {name} is sent as {name.upper()}"
                    )
                    context.warning("method-upper-case", message, place)
                yield name.upper(), place


def operation(
    types: Types, path: str, method: str, place: str, item: str, at: str, skipped: list[ir.Skipped]
) -> ir.Operation | None:
    """The Operation Object at `at`, of the path item at `place`, or at `item` where that leads.

    None for one that is to be skipped.
    """
    context = types.context
    said = context.mapping(at)
    owner = context.merged.owners.get(f"{place}/{at.rpartition('/')[2]}") or context.merged.owners.get(at)
    source = owner.source if owner else context.source(at)
    below = owner.name if owner and path.endswith(owner.name) else path
    mount = path.removesuffix(below)
    full = said.get("operationId")
    name = context.local(source, full) if isinstance(full, str) else None
    called = [n for n in (full, name, f"{method} {path}", f"{method} {below}") if n]
    if at in context.left_out or context.skips(*called):
        skipped.append(ir.Skipped(what=name or f"{method} {below}", origin=context.origin(at)))
        return None
    places = tuple(dict.fromkeys((at, place, item)))
    sentinel = context.sources[source].stream_sentinel
    body = contents.body(types, f"{at}/requestBody", sentinel) if "requestBody" in said else None
    listed = parameters(types, *reversed(places))
    if place.rpartition("/")[0] == "/paths":  # The expression of a callback is no template.
        listed = fitted(listed, path, context.origin(at))
    return ir.Operation(
        key=f"{method} {path}",
        source=source,
        id=name,
        method=method,
        path=below,
        tags=tuple(said.get("tags") or ()),
        summary=said.get("summary"),
        description=said.get("description"),
        deprecated=said.get("deprecated") is True,
        parameters=listed,
        body=body,
        responses=contents.responses(types, f"{at}/responses", sentinel),
        security=security.requirements(types, at),
        servers=_servers(types, places, source, mount),
        origin=context.origin(at),
        pinned=docs.pinned(said),
        pagination=pagination(context, at),
        idempotency_key=idempotency_key(context, method, places, source, listed),
    )


def _servers(types: Types, places: tuple[str, ...], source: str, mount: str) -> tuple[ir.Server, ...]:
    """The servers of the first of the places (the operation, its path) that has some, else its source's."""
    for place in places:
        said = types.context.mapping(place).get("servers")
        if said:
            return servers.servers(said, mount)
    return _servers_of(types, source)


@once
def _servers_of(types: Types, source: str) -> tuple[ir.Server, ...]:
    return servers.servers(types.context.sources[source].servers)
