"""The Python name, module and namespace of every named type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from graphlib import TopologicalSorter

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.python.modules import ModulePath
from specloom.python.names import (
    KEYWORDS,
    MODEL_MEMBERS,
    MODULES,
    PACKAGE_WORDS,
    Claim,
    apart,
    assign,
    file_stem,
    identifier,
    member_name,
)
from specloom.python.shapes import record_of
from specloom.values import Value

_NO_MODULES = MODULES | {"str"}


class NamedView(Value):
    """A named type's Python name, its module, and its namespace (None where there is only one source)."""

    id: ir.TypeId
    name: str
    module: ModulePath
    namespace: str | None


def namespaces(api: ir.Api) -> dict[str, str | None]:
    """Python name of each source's namespace, by source id."""
    claims = [
        Claim(
            key=s.id,
            wire=s.namespace,
            name=identifier(s.namespace, "snake", MODULES | PACKAGE_WORDS),
            pin=s.namespace,
        )
        for s in api.sources
        if s.namespace is not None
    ]
    return {s.id: None for s in api.sources} | assign(claims, fold=str.casefold)


def name_types(
    api: ir.Api, spaces: Mapping[str, str | None], *, pins: Mapping[str, str], diagnostics: Diagnostics
) -> dict[ir.TypeId, NamedView]:
    """Names are unique within a source. Components come first, then what stands inside them."""
    by_source: dict[str, list[ir.NamedType]] = defaultdict(list)
    for named in api.types:
        by_source[named.id.source].append(named)
    views: dict[ir.TypeId, NamedView] = {}
    for source, types in by_source.items():
        by_id = types_by_id(types)
        names = _names(types, pins, diagnostics)
        modules = _modules(types, names)
        space = spaces.get(source)
        package = ("models",) if space is None else ("models", space)
        for named in types:
            module = (*package, modules[_outermost(named, by_id)])
            views[named.id] = NamedView(named.id, names[named.id], module, space)
    return views


def types_by_id(types: list[ir.NamedType]) -> dict[ir.TypeId, ir.NamedType]:
    return {named.id: named for named in types}


def _names(
    types: list[ir.NamedType], pins: Mapping[str, str], diagnostics: Diagnostics
) -> dict[ir.TypeId, str]:
    by_id = types_by_id(types)
    levels: dict[int, list[ir.NamedType]] = defaultdict(list)
    for named in types:
        levels[_depth(named, by_id)].append(named)
    names: dict[ir.TypeId, str] = {}
    for level in sorted(levels):
        claims = [_claim(named, names, pins) for named in levels[level]]
        names |= assign(claims, taken=set(names.values()), diagnostics=diagnostics)
    return names


def _depth(named: ir.NamedType, by_id: Mapping[ir.TypeId, ir.NamedType]) -> int:
    """Components and pinned names first, then operations' own types, then inline ones, outer before inner."""
    if named.component is not None:
        return 0
    depth = 1
    while named.parent is not None and named.parent in by_id:
        named = by_id[named.parent]
        depth += 1
    return depth


def _claim(named: ir.NamedType, names: Mapping[ir.TypeId, str], pins: Mapping[str, str]) -> Claim[ir.TypeId]:
    outer = [names[named.parent]] if named.parent is not None else []
    own = (named.component,) if named.component is not None and not outer else named.words
    name = identifier((*outer, *own), "class")
    by_place = name if named.path in ((), own) else identifier((*outer, *named.path), "class")
    return Claim(
        key=named.id,
        wire=named.component or "/".join([*outer, *named.words]),
        name=name,
        otherwise=by_place if by_place != name else None,
        pinned=pins.get(named.id.pointer, named.pinned),
        pin=named.id.pointer,
        origin=named.origin,
    )


def _outermost(named: ir.NamedType, by_id: Mapping[ir.TypeId, ir.NamedType]) -> ir.TypeId:
    while named.parent is not None and named.parent in by_id:
        named = by_id[named.parent]
    return named.id


def _modules(types: list[ir.NamedType], names: Mapping[ir.TypeId, str]) -> dict[ir.TypeId, str]:
    """The file of each outermost type.

    None is called like a class or like the `str` that the package itself says: they are its attributes, too.
    """
    classes = set(names.values())
    claims = []
    for named in types:
        if named.parent is None:
            stem = file_stem(names[named.id], _NO_MODULES)
            wanted = f"{stem}_" if stem in classes else stem
            claims.append(Claim(key=named.id, wire=names[named.id], name=wanted, pin=named.id.pointer))
    return assign(claims, taken={"__init__", "_schemas"}, fold=str.casefold)


def name_fields(
    api: ir.Api, *, pins: Mapping[str, str], diagnostics: Diagnostics
) -> dict[ir.TypeId, Mapping[str, str]]:
    """Python names of each record's members. Unique within the record, none hides what is pydantic's.

    What a base has already is called as it is there.
    """
    records = {n.id: (n, record) for n in api.types if (record := record_of(n)) is not None}
    pinned = {pointer.rpartition("/properties/")[0] for pointer in pins}
    fields: dict[ir.TypeId, Mapping[str, str]] = {}
    wishes: dict[int, dict[str, str] | None] = {}  # By identity: equal objects have one type.
    extending = {type_id: record.bases for type_id, (_, record) in records.items() if record.bases}
    for type_id in dict.fromkeys((*TopologicalSorter(extending).static_order(), *records)):
        named, record = records[type_id]
        inherited: dict[str, str] = {}
        for base in reversed(record.bases):
            inherited |= fields[base]
        if id(record) not in wishes:
            wishes[id(record)] = _wishes(record, inherited)
        names = wishes[id(record)]
        if names is None or (pinned and _holder(named).pointer in pinned):
            claims = [_field_claim(named, f, pins) for f in record.fields if f.name not in inherited]
            reserved = MODEL_MEMBERS | KEYWORDS | set(inherited.values())
            names = assign(claims, taken=reserved, diagnostics=diagnostics)
        fields[type_id] = inherited | names if inherited else names
    return fields


def _wishes(record: ir.Record, inherited: Mapping[str, str]) -> dict[str, str] | None:
    """What the members would be called that no base has; None where not all can be, or one is pinned."""
    own = [field for field in record.fields if field.name not in inherited] if inherited else record.fields
    names = {field.name: member_name(field.name) for field in own if not field.pinned}
    return names if len(names) == len(own) and apart(names, inherited.values()) else None


def _holder(named: ir.NamedType) -> ir.TypeId:
    """Whose members are pinned: a form of a type calls its own what the type itself calls them."""
    return named.variant.of if named.variant is not None else named.id


def _field_claim(named: ir.NamedType, field: ir.Field, pins: Mapping[str, str]) -> Claim[str]:
    escaped = field.name.replace("~", "~0").replace("/", "~1")
    pointer = f"{_holder(named).pointer}/properties/{escaped}"
    return Claim(
        key=field.name,
        wire=field.name,
        name=member_name(field.name),
        pinned=pins.get(pointer, field.pinned),
        pin=pointer,
        origin=named.origin.at(field.place),
    )
