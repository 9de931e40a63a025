"""Parameter Objects (OAS 3.2, 4.12)."""

from __future__ import annotations

import re
from typing import Any, Final

from specloom import ir
from specloom.diagnostics import Location
from specloom.normalise import docs
from specloom.normalise.contents import valued
from specloom.normalise.context import Context
from specloom.normalise.media import Carriage, carriage, essence
from specloom.normalise.types import Types

REST_OF_PATH = "x-specloom-rest-of-path"

STYLES: Final = {"path": "simple", "header": "simple", "query": "form", "cookie": "form"}
"""The default of `style` (OAS 3.2, 4.12.2.2)."""

_PATH: Final = ir.ParameterPlace.PATH
_PLACES: Final = frozenset(place.value for place in ir.ParameterPlace)
_STYLES: Final = frozenset(style.value for style in ir.ParameterStyle)

FORM: Final = "application/x-www-form-urlencoded"

_TEMPLATE: Final = re.compile(r"\{([^{}]+)\}")

IGNORED: Final = ("accept", "content-type", "authorization")
"""Header parameters that "SHALL be ignored", as other parts of the document say what they are."""


def parameters(types: Types, *places: str) -> tuple[ir.Parameter, ...]:
    """The parameters listed at `places`; a later one replaces an earlier of the same name and place."""
    context = types.context
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for place in places:
        for entry in context.entries(f"{place}/parameters", context.mapping(place).get("parameters")):
            at = context.follow(entry)
            if at is not None and not context.skips_component(at):
                found[_key(context.mapping(at))] = entry, at
    read = [_parameter(types, entry, at) for entry, at in found.values()]
    return tuple(parameter for parameter in read if parameter is not None)


def fitted(found: tuple[ir.Parameter, ...], path: str, origin: Location) -> tuple[ir.Parameter, ...]:
    """The parameters, those in the path as its template has them: one that is not declared is any text."""
    names = dict.fromkeys(_TEMPLATE.findall(path))
    declared = {p.name for p in found if p.place is _PATH}
    if declared == names.keys():
        return found
    kept = tuple(p for p in found if p.place is not _PATH or p.name in names)
    return kept + tuple(
        ir.Parameter(
            name=name,
            place=_PATH,
            type=ir.String(),
            required=True,
            style=ir.ParameterStyle(STYLES["path"]),
            explode=False,
            origin=origin,
        )
        for name in names
        if name not in declared
    )


def _key(said: dict[str, Any]) -> tuple[str, str]:
    """What makes a parameter unique: place and name, which has no case in header fields (RFC 9110, 5.1)."""
    name, where = str(said.get("name", "")), str(said.get("in", ""))
    return where, name.lower() if where == "header" else name


def _parameter(types: Types, place: str, at: str) -> ir.Parameter | None:
    """The parameter that stands at `at` and is meant at `place`: all who refer to it read it once, unless
    with a finding."""
    context = types.context
    if at == place or len(context.mapping(place)) > 1:
        return _read(types, place, at)
    key = (_parameter, at)
    if key in types.once:
        known: ir.Parameter | None = types.once[key]
        return known
    before = context.placed
    found = _read(types, place, at)
    if context.placed == before:
        types.once[key] = found
    return found


def _read(types: Types, place: str, at: str) -> ir.Parameter | None:
    context = types.context
    said = context.mapping(at)
    name, where = said["name"], said["in"]
    if where == "header" and name.lower() in IGNORED:
        message = f"a header parameter called {name} means nothing: media types and security say it"
        context.note("header-ignored", message, at)
        return None
    style = said.get("style", STYLES.get(where, "form"))
    if where not in _PLACES or style not in _STYLES:
        hint = context.skip_hint(place)
        context.error(
            "parameter-unsupported", f"`{style}` in {where} is not supported", at, hint=hint, unsupported=True
        )
        return None
    type_, media_type, default, default_place = valued(types, at)
    _check_media_type(context, media_type, where, at)
    return ir.Parameter(
        name=name,
        place=ir.ParameterPlace(where),
        type=type_,
        required=said.get("required") is True or where == "path",
        style=ir.ParameterStyle(style),
        # deepObject has one form only, the exploded one.
        explode=style == "deepObject" or said.get("explode", style in ("form", "cookie")) is True,
        allow_reserved=said.get("allowReserved") is True,
        media_type=media_type,
        rest_of_path=where == "path" and _rest_of_path(context, place, said),
        default=default,
        default_at=None if default_place is None else context.origin(default_place),
        doc=_doc(context, place, said, default),
        origin=context.origin(at),
        pinned=docs.pinned(said),
    )


def _rest_of_path(context: Context, place: str, said: dict[str, Any]) -> bool:
    return context.mapping(place).get(REST_OF_PATH, said.get(REST_OF_PATH)) is True


def _doc(context: Context, place: str, said: dict[str, Any], default: ir.Json | ir.Absent) -> ir.Doc:
    # A Reference Object's description goes before that of what it refers to (OAS 3.2, 4.23).
    description = context.mapping(place).get("description", said.get("description"))
    return ir.Doc(description=description, deprecated=said.get("deprecated") is True, default=default)


def _check_media_type(context: Context, media_type: str | None, where: str, place: str) -> None:
    """JSON and text go everywhere, a form only where it is the whole query (OAS 3.2, 4.12.2.3)."""
    if media_type is None or carriage(media_type) in (Carriage.JSON, Carriage.TEXT):
        return
    if where == "querystring" and essence(media_type) == FORM:
        return
    hint = context.skip_hint(place)
    message = f"{media_type} in a parameter is not supported: JSON and text are"
    context.error("media-type-unsupported", message, place, hint=hint, unsupported=True)
