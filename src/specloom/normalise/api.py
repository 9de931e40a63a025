"""From one document to one Api."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from specloom import ir
from specloom.diagnostics import Diagnostics
from specloom.document.model import Merged, MergedSource
from specloom.normalise import (
    bases,
    directions,
    docs,
    families,
    forms,
    loops,
    operations,
    security,
    servers,
    styles,
    unused,
    xml,
)
from specloom.normalise.context import Context
from specloom.normalise.pointers import join, split
from specloom.normalise.receivers import receivers
from specloom.normalise.types import Types
from specloom.normalise.variants import Variants
from specloom.normalise.words import parent_and_words


def normalise(
    merged: Merged,
    *,
    skip: frozenset[str] = frozenset(),
    elsewhere: frozenset[str] = frozenset(),
    own_types: Mapping[str, str] | None = None,
    left_out: frozenset[str] = frozenset(),
    diagnostics: Diagnostics,
) -> ir.Api:
    """Read a merged document (OpenAPI 3.2, JSON Schema 2020-12, every `$ref` local) into an Api.

    `skip` names pieces to leave out, faults in them included: operation ids, "METHOD /path" or names
    of components; those `elsewhere` need not be names of anything here. `own_types` maps the pointers
    of schemas to types of the user's own. `left_out` holds the pointers of operations and components that
    are not looked at, and that nothing else needs. What cannot be carried is reported to `diagnostics`;
    nothing is raised.
    """
    context = Context(merged, skip, diagnostics, own_types, left_out)
    types = Types(context)
    skipped: list[ir.Skipped] = []
    types.add_components()
    found = operations.operations(types, skipped)
    received = tuple(receivers(types, found, skipped))
    types.finish()
    xml.note(context)
    loops.check(context, types.finished, types.schemas)
    styles.check(context, types.finished, (*found, *received))
    served = len(found)
    named, every = families.gather(types, _named(context, types), (*found, *received))
    named, every = forms.split(*directions.split(bases.extend(types, named), every))
    info: dict[str, Any] = context.mapping("/info")
    unused.report(context, elsewhere)
    return ir.Api(
        title=str(info.get("title", "")),
        version=str(info.get("version", "")),
        description=info.get("description"),
        sources=tuple(_source(context, source) for source in merged.sources),
        operations=every[:served],
        receivers=every[served:],
        types=named,
        skipped=(*_skipped_components(context), *skipped),
        unknown=unused.names(context),
        schemas=types.schemas,
    )


def _source(context: Context, source: MergedSource) -> ir.Source:
    return ir.Source(
        id=source.id,
        namespace=source.namespace,
        title=str(source.info.get("title", "")),
        version=str(source.info.get("version", "")),
        description=source.info.get("description"),
        servers=servers.servers(source.servers),
        security_schemes=security.schemes(context, source.id),
        groups=_groups(source),
        origin=source.location,
    )


def _groups(source: MergedSource) -> tuple[ir.Group, ...]:
    """A group for each tag; of a tag that stands twice, what is said first counts."""
    tags: dict[str, Mapping[str, Any]] = {}
    for tag in source.tags:
        tags.setdefault(tag["name"], tag)
    return tuple(ir.Group(name=name, description=tag.get("description")) for name, tag in tags.items())


def _named(context: Context, types: Types) -> tuple[ir.NamedType, ...]:
    """The named types: components in the document's order, then the others in the order of their places."""
    components = [place for _, place in context.members("/components/schemas") if place in types.finished]
    places = (*components, *sorted(types.finished.keys() - components))
    variants = Variants(context)
    return tuple(_named_type(context, types, variants, place) for place in places)


def _named_type(context: Context, types: Types, variants: Variants, place: str) -> ir.NamedType:
    type_ = types.finished[place]
    written, said = next(iter(types.whole(place).own.items()))
    parent: str | None = None
    component: str | None = None
    path: tuple[str, ...] = ()
    if types.is_component(place):
        owner = context.merged.owners.get(place)
        component = owner.name if owner else split(place)[-1]
        words: tuple[str, ...] = (component,)
    else:
        parent, words, path = parent_and_words(context, variants, place, type_.doc.title, types.finished)
    source = context.source(place)
    return ir.NamedType(
        id=ir.TypeId(source, place),
        component=component,
        parent=ir.TypeId(source, parent) if parent is not None else None,
        words=words,
        path=path,
        type=type_,
        origin=context.origin(written),
        pinned=docs.pinned(said),
        extensions=docs.extensions(said),
    )


def _skipped_components(context: Context) -> list[ir.Skipped]:
    found = []
    for kind, section in context.members("/components"):
        for name, place in context.members(section):
            if context.skips_component(place):
                what = f"{kind}/{name}"
                found.append(ir.Skipped(what=what, origin=context.origin(join(section, name))))
    return found
