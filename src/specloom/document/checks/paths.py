"""Paths, operations and their parameters (OpenAPI 3.2, sections 4.8 to 4.12)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from specloom.diagnostics import Location, Severity
from specloom.document.checks.context import Context, Place
from specloom.document.pointer import escape
from specloom.document.structure import METHODS, Node

_TEMPLATE = re.compile(r"\{([^{}]*)\}")
_BRACE = re.compile(r"[{}]")
Parameters = dict[tuple[str, str], Place]


def check_paths(context: Context) -> None:
    """Templates and their parameters, parameters that stand twice, operation ids that are not unique."""
    ids: dict[str, Location] = {}
    for path, item in items(context, "paths"):
        where = Location(context.loaded.document.uri, f"/paths/{escape(path)}", key=True)
        _template(context, path, where)
        _path_item(context, item, path, where, ids)
    for _, item in items(context, "webhooks"):
        _path_item(context, item, None, None, ids)
    for place in context.objects["callback"]:
        if place.node.ref is None:
            for expression, value in place.value.items():
                if not expression.startswith("x-"):
                    node = Node("pathItem", f"{place.node.pointer}/{escape(expression)}", value)
                    _path_item(context, Place(place.uri, node), None, None, ids)


def items(context: Context, section: str) -> Iterator[tuple[str, Place]]:
    """Name and place of each path item of `paths` or `webhooks`."""
    root = context.root
    found = root.get(section) if isinstance(root, dict) else None
    for path, value in found.items() if isinstance(found, dict) else ():
        if not (section == "paths" and path.startswith("x-")):
            yield (
                path,
                Place(context.loaded.document.uri, Node("pathItem", f"/{section}/{escape(path)}", value)),
            )


def _template(context: Context, path: str, where: Location) -> None:
    names = _TEMPLATE.findall(path)
    if _BRACE.search(_TEMPLATE.sub("", path)) or "" in names:
        context.report(
            "path-template", Severity.ERROR, f"the braces of the path {path!r} do not match up", where
        )
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        context.report(
            "path-template", Severity.ERROR, f"{{{name}}} stands twice in the path {path!r}", where
        )


def _path_item(
    context: Context, place: Place, path: str | None, where: Location | None, ids: dict[str, Location]
) -> None:
    item = context.follow(place)
    if item is None or not isinstance(item.value, dict):
        return
    shared = parameters(context, item)
    for method, operation in operations(item):
        own = parameters(context, operation)
        _operation_id(context, operation, ids, where)
        if path is not None and where is not None:
            _path_parameters(context, {**shared, **own}, path, method, where)
        _query_string(context, {**shared, **own})


def operations(item: Place) -> Iterator[tuple[str, Place]]:
    """Method, as it is written, and place of each operation of a path item."""
    extra = item.value.get("additionalOperations")
    found: list[tuple[str, str, Any]] = [(m, f"/{m}", item.value[m]) for m in item.value if m in METHODS]
    for name, value in extra.items() if isinstance(extra, dict) else ():
        found.append((name, f"/additionalOperations/{escape(name)}", value))
    for method, where, value in found:
        if isinstance(value, dict):
            yield method, Place(item.uri, Node("operation", item.node.pointer + where, value))


def parameters(context: Context, owner: Place) -> Parameters:
    """The parameters of a path item or an operation, by name and place; one that stands twice is reported."""
    found: Parameters = {}
    listed = owner.value.get("parameters")
    for number, value in enumerate(listed if isinstance(listed, list) else ()):
        place = Place(owner.uri, Node("parameter", f"{owner.node.pointer}/parameters/{number}", value))
        target = context.follow(place)
        if target is None or not isinstance(target.value, dict):
            continue
        name, within = target.value.get("name"), target.value.get("in")
        if not isinstance(name, str) or not isinstance(within, str):
            continue
        key = (name.lower() if within == "header" else name, within)
        if key in found:
            earlier = context.follow(found[key])
            same = earlier is not None and earlier.value == target.value
            message = f"the {within} parameter {name!r} stands twice" + (
                ", and says the same" if same else ""
            )
            first = found[key].location()
            context.fault("duplicate-parameter", message, place.location(), clear=same, first=first)
        found[key] = place
    return found


def _operation_id(
    context: Context, operation: Place, ids: dict[str, Location], path: Location | None
) -> None:
    name = operation.value.get("operationId")
    if not isinstance(name, str):
        return
    where = operation.location("operationId")
    first = ids.setdefault(name, where)
    if first is where:
        return
    hint = None
    if first == where and path is not None:  # one path item, reached from two paths
        where, hint = path, "two paths refer to one path item, so its operations stand twice"
    message = f"the operationId {name!r} is not unique"
    context.report("duplicate-operation-id", Severity.ERROR, message, where, first=first, hint=hint)


def _path_parameters(context: Context, found: Parameters, path: str, method: str, where: Location) -> None:
    declared = {name: place for (name, within), place in found.items() if within == "path"}
    names = dict.fromkeys(name for name in _TEMPLATE.findall(path) if name)
    for name in names:
        if name not in declared:
            message = (
                f"the path parameter {name!r} of {method.upper()} {path} is not declared: it is any text"
            )
            context.fault("path-parameter-missing", message, where, clear=True)
    for name, place in declared.items():
        if name not in names:
            message = f"the path {path!r} has no {{{name}}}: the parameter is left out"
            context.fault("path-parameter-unused", message, place.location(), clear=True)


def _query_string(context: Context, found: Parameters) -> None:
    """OpenAPI 3.2, section 4.12.1: one `querystring` at most, and then no `query`."""
    whole = [place for (_, within), place in found.items() if within == "querystring"]
    for place in whole:
        if len(whole) > 1 or any(within == "query" for _, within in found):
            message = "a `querystring` parameter stands for the whole query; no other may stand beside it"
            context.report("duplicate-parameter", Severity.ERROR, message, place.location())
