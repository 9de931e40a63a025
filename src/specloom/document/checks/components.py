"""Tags, servers, security requirements and names of components (OpenAPI 3.2, sections 4.5 to 4.7, 4.30)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from typing import Any

from specloom.diagnostics import Location, Severity
from specloom.document.checks.context import Context, Place
from specloom.document.structure import SECTIONS

_NAME = re.compile(r"[a-zA-Z0-9._-]+")
_VARIABLE = re.compile(r"\{([^{}]+)\}")


def _section(root: Any, name: str) -> Mapping[str, Any]:
    components = root.get("components") if isinstance(root, dict) else None
    found = components.get(name) if isinstance(components, dict) else None
    return found if isinstance(found, dict) else {}


def check_requirement(context: Context, place: Place) -> None:
    """The schemes that a security requirement names must be there."""
    schemes = _section(context.root, "securitySchemes")
    for name in place.value:
        if name in schemes or (context.loaded.version == "3.2" and ("/" in name or "#" in name)):
            continue
        near = difflib.get_close_matches(name, schemes, 1)
        context.report(
            "security-scheme-unknown",
            Severity.ERROR,
            f"there is no security scheme {name!r}",
            place.location(name, key=True),
            hint=f"did you mean {near[0]!r}?" if near else None,
        )


def check_server(context: Context, place: Place) -> None:
    """The variables of a server's URL must be declared, each with a default that is one of its values."""
    url, variables = place.value.get("url"), place.value.get("variables")
    variables = variables if isinstance(variables, dict) else {}
    for name in dict.fromkeys(_VARIABLE.findall(url) if isinstance(url, str) else ()):
        if name not in variables:
            message = f"the server variable {name!r} is not declared"
            context.report("server-variable-missing", Severity.ERROR, message, place.location("url"))
    for name, variable in variables.items():
        if not isinstance(variable, dict):
            continue
        options, default = variable.get("enum"), variable.get("default")
        if isinstance(options, list) and options and "default" in variable and default not in options:
            message = f"the default of the server variable {name!r} is none of its values"
            where = place.location("variables", name, "default")
            said = context.loaded.version != "3.0"  # there it is no rule yet
            context.report("server-variable-default", Severity.WARNING, message, where, fault=said)


def check_names(context: Context, place: Place) -> None:
    """Components must be called by what is a name."""
    if context.loaded.version != "3.0":
        return  # the later meta-schemas say it
    for section in SECTIONS:
        members = place.value.get(section)
        for name in members if isinstance(members, dict) else ():
            if not _NAME.fullmatch(name):
                message = f"the name {name!r} is not allowed: letters, digits, `.`, `_` and `-` are"
                where = place.location(section, name, key=True)
                context.fault("wrong-name", message, where, clear=True)


def check_tags(context: Context) -> None:
    """A tag stands once; its parent is another tag, and never itself."""
    tags = context.root.get("tags")
    parents: dict[str, tuple[str, Location]] = {}
    places: dict[str, Location] = {}
    for number, tag in enumerate(tags if isinstance(tags, list) else ()):
        name = tag.get("name") if isinstance(tag, dict) else None
        if not isinstance(name, str):
            continue
        where = Location(context.loaded.document.uri, f"/tags/{number}/name")
        first = places.setdefault(name, where)
        if first is not where:
            message = f"the tag {name!r} stands twice: what is said first counts"
            context.fault("duplicate-tag", message, where, clear=True, first=first)
        if isinstance(parent := tag.get("parent"), str):
            parents[name] = (parent, Location(context.loaded.document.uri, f"/tags/{number}/parent"))
    for name, (parent, where) in parents.items():
        if parent not in places:
            context.fault("tag-parent", f"there is no tag {parent!r}", where, clear=True)
        elif _is_own_ancestor(name, parents):
            context.fault("tag-parent", f"the tag {name!r} is its own ancestor", where, clear=True)


def _is_own_ancestor(name: str, parents: Mapping[str, tuple[str, Location]]) -> bool:
    seen: set[str] = set()
    step = parents[name][0]
    while step in parents and step not in seen and step != name:
        seen.add(step)
        step = parents[step][0]
    return step == name
