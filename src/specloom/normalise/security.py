"""Security Scheme and Security Requirement Objects (OAS 3.2, 4.27 and 4.30)."""

from __future__ import annotations

from typing import Any

from specloom import ir
from specloom.normalise.context import Context
from specloom.normalise.once import once
from specloom.normalise.pointers import join
from specloom.normalise.types import Types
from specloom.normalise.values import freeze


def schemes(context: Context, source: str) -> tuple[ir.SecurityScheme, ...]:
    """The security schemes that belong to a source, by name: the document's order decides nothing."""
    found = []
    for name, place in sorted(context.members("/components/securitySchemes")):
        if context.source(place) != source or place in context.left_out:
            continue
        end = context.follow(place)
        said = context.mapping(end) if end else {}
        if said.get("type") not in {kind.value for kind in ir.SchemeKind}:
            context.error("security-scheme-unknown", f"{said.get('type')!r} is no type of scheme", place)
            continue
        found.append(_scheme(_local(context, source, name), said))
    return tuple(found)


def _scheme(name: str, said: dict[str, Any]) -> ir.SecurityScheme:
    http = said.get("scheme")
    return ir.SecurityScheme(
        name=name,
        kind=ir.SchemeKind(said["type"]),
        place=said.get("in"),
        parameter=said.get("name"),
        http_scheme=http.lower() if isinstance(http, str) else None,
        description=said.get("description"),
        declaration=freeze(said),
    )


def _local(context: Context, source: str, name: str) -> str:
    owner = context.merged.owners.get(join("/components/securitySchemes", name))
    return owner.name if owner else context.local(source, name)


def requirements(types: Types, pointer: str) -> tuple[tuple[ir.Requirement, ...], ...]:
    """What an operation asks for: its own `security`, which may be empty, else the document's."""
    context = types.context
    place = f"{pointer}/security" if "security" in context.mapping(pointer) else "/security"
    return _requirements(types, place, context.source(pointer))


@once
def _requirements(types: Types, place: str, source: str) -> tuple[tuple[ir.Requirement, ...], ...]:
    context = types.context
    said = context.node(place)
    found = []
    for index, alternative in enumerate(said if isinstance(said, list) else ()):
        found.append(
            tuple(
                _requirement(context, source, name, scopes, join(place, index, name))
                for name, scopes in alternative.items()
            )
        )
    return tuple(found)


def _requirement(context: Context, source: str, name: str, scopes: list[str], place: str) -> ir.Requirement:
    if name not in context.mapping("/components/securitySchemes"):
        context.error("security-scheme-unknown", f"no security scheme is called {name!r}", place)
    return ir.Requirement(scheme=_local(context, source, name), scopes=tuple(scopes))
