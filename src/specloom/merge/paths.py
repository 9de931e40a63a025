"""The paths of all sources: each operation once, with its own servers and security."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from specloom.diagnostics import Related
from specloom.document.model import Owner
from specloom.document.pointer import join
from specloom.merge.grammar import Node
from specloom.merge.joining import Entry, Joining
from specloom.merge.place import Placed
from specloom.merge.report import Outcome
from specloom.merge.security import both
from specloom.merge.servers import ROOT

# A namespace is for names; a path is where the servers put it.
_SERVERS = "give one of them `servers` with another base path in an overlay"
_PARAMETER = re.compile(r"\{[^{}]*\}")


def paths(joining: Joining) -> tuple[Node, list[Node]]:
    """The joined `paths`, and the servers of the whole document where every operation has the same."""
    groups: dict[str, dict[tuple[str, ...], list[Placed]]] = {}
    for source in joining.sources:
        for path in source.items:
            groups.setdefault(path, {})
        for placed in source.operations:
            groups[placed.path].setdefault(placed.slot, []).append(placed)
    _check_templates(joining, groups)
    joined = {path: [_once(joining, found) for found in group.values()] for path, group in groups.items()}
    operations = [placed for found in joined.values() for placed in found]
    _check_ids(joining, operations)
    everywhere = shared_servers(operations)
    content = {path: _path_item(joining, path, found, bool(everywhere)) for path, found in joined.items()}
    return content, [] if everywhere == [ROOT] else everywhere


def shared_servers(operations: list[Placed]) -> list[Node]:
    """The servers of the operations, if all have the same."""
    first = operations[0].servers if operations else []
    return first if all(placed.servers == first for placed in operations) else []


def _once(joining: Joining, found: list[Placed]) -> Placed:
    """One operation of those at the same path and method."""
    kept = min(found, key=lambda placed: placed.source)
    entry = _entry(joining, kept)
    joining.moves.came_from(entry.source.document, kept.pointer, kept.pointer)
    joining.owners[kept.pointer] = Owner(kept.source, kept.old_path)
    others = [placed for placed in found if placed is not kept]
    different = [p for p in others if not joining.same(entry, _entry(joining, p))]
    if others:
        outcome: Outcome = "conflict" if different else "shared"
        joining.report.twice("paths", kept.key, [(p.source, kept.key) for p in found], outcome)
    for other in others:
        if other in different:
            joining.conflict(f"the operation {kept.key}", entry, _entry(joining, other), way_out=_SERVERS)
        else:
            _unite(joining, kept, other)
    return kept


def _unite(joining: Joining, kept: Placed, other: Placed) -> None:
    """One operation of two documents: it is served where either says so, and asks for what both ask."""
    kept.servers = [*kept.servers, *(server for server in other.servers if server not in kept.servers)]
    if (kept.security or []) == (other.security or []):
        return
    kept.security = both(kept.security, other.security)
    kept.content = {**kept.content, "security": kept.security}
    joining.diagnostics.warning(
        "merge-security",
        f"two documents have the operation {kept.key} with different security; the merged one asks for both",
        _entry(joining, kept).place,
        related=[Related(f"in {other.source}", _entry(joining, other).place)],
        hint="write the operation's own `security` in both, the same, or give the sources namespaces",
    )


def _path_item(joining: Joining, path: str, operations: list[Placed], servers_said: bool) -> Node:
    where = join(("paths", path))
    holders = [source for source in joining.sources if path in source.items]
    owner = min(holders, key=lambda source: source.id)
    joining.moves.came_from(owner.document, where, where)
    item: Node = {}
    for key in dict.fromkeys(key for source in holders for key in source.items[path]):
        entries = [
            Entry(source, source.items[path][key], join(("paths", path, key)))
            for source in holders
            if key in source.items[path]
        ]
        value = joining.agreed("paths", f"{key} of {path}", entries)
        if value is not None:
            item[key] = value
    shared = [] if servers_said else shared_servers(operations)
    if shared:
        item["servers"] = shared
        _servers_from(joining, operations[0], f"{where}/servers")
    for placed in operations:
        content = placed.content
        if not servers_said and not shared:
            content = {**content, "servers": placed.servers}
            _servers_from(joining, placed, f"{placed.pointer}/servers")
        _put(item, placed.slot, content)
    return item


def _servers_from(joining: Joining, placed: Placed, pointer: str) -> None:
    joining.moves.came_from(joining.source(placed.source).written, placed.servers_at, pointer)


def _put(item: Node, slot: tuple[str, ...], operation: Node) -> None:
    holder = item if len(slot) == 1 else item.setdefault(slot[0], {})
    holder[slot[-1]] = operation


def _entry(joining: Joining, placed: Placed) -> Entry:
    return Entry(joining.source(placed.source), placed.written, placed.pointer)


def _check_templates(joining: Joining, found: Iterable[str]) -> None:
    """Paths that differ only in the names of their parameters are the same (OpenAPI 3.2, Paths Object)."""
    shapes: dict[str, str] = {}
    for path in found:
        first = shapes.setdefault(_PARAMETER.sub("{}", path), path)
        if first != path:
            here, there = (
                Entry(next(s for s in joining.sources if p in s.items), None, join(("paths", p)))
                for p in (path, first)
            )
            if here.source is not there.source:
                what = f"the path {path} (the same as {first})"
                joining.conflict(what, here, there, way_out=_SERVERS)


def _check_ids(joining: Joining, operations: list[Placed]) -> None:
    seen: dict[str, Placed] = {}
    for placed in operations:
        name: Any = placed.content.get("operationId")
        first = seen.setdefault(name, placed) if isinstance(name, str) else placed
        if first.source != placed.source:
            holders = [(p.source, f"{name} ({p.key})") for p in (first, placed)]
            joining.report.twice("operations", name, holders, "conflict")
            joining.conflict(f"the operation id {name!r}", _entry(joining, placed), _entry(joining, first))
