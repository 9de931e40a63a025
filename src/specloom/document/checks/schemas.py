"""Schemas: what their meta-schema lets pass and is wrong all the same, or does not say what it seems to."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from typing import Any

from specloom.diagnostics import Location, Severity
from specloom.document.checks.context import Context, Place
from specloom.document.checks.patterns import is_pattern
from specloom.document.keywords import KEYWORDS
from specloom.document.references import is_uri
from specloom.document.structure import Node, children

_BOUNDS = (
    ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"),
    ("minProperties", "maxProperties"), ("minContains", "maxContains"),
)  # fmt: skip
_IN_ALL_OF = re.compile(r"/allOf/\d+$")
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int, float), "number": (int, float), "boolean": (bool,),
    "array": (list,), "object": (dict,), "null": (type(None),),
}  # fmt: skip


def check_schema(context: Context, place: Place) -> None:
    """One schema, or the discriminator of one."""
    if place.node.kind == "schema":
        for check in _CHECKS:
            check(context, place)
    elif place.node.kind == "discriminator":
        _mapping(context, place)


def _keywords(context: Context, place: Place) -> None:
    if context.loaded.version == "3.0":
        return  # there the meta-schema refuses them
    for name in place.value:
        if name in KEYWORDS or name.startswith("x-"):
            continue
        near = difflib.get_close_matches(name, sorted(KEYWORDS), 1, 0.8)
        hint = f"did you mean `{near[0]}`?" if near else "a name that begins with `x-` says that it is meant"
        if name == "nullable":
            hint = "since OpenAPI 3.1 it is `type: [..., 'null']`"
        context.report(
            "unknown-keyword",
            Severity.WARNING,
            f"`{name}` is no keyword of a schema and has no effect",
            place.location(name, key=True),
            hint=hint,
        )


def _patterns(context: Context, place: Place) -> None:
    if "pattern" not in place.value and "patternProperties" not in place.value:
        return
    found = [(place.value.get("pattern"), place.location("pattern"))]
    named = place.value.get("patternProperties")
    for name in named if isinstance(named, dict) else ():
        found.append((name, place.location("patternProperties", name, key=True)))
    for pattern, where in found:
        if isinstance(pattern, str) and not is_pattern(pattern):
            message = "this pattern is no regular expression of ECMA-262"
            clear = not where.key
            message += ": no text is held to it" if clear else ""
            context.fault("bad-pattern", message, where, clear=clear)


def _enums(context: Context, place: Place) -> None:
    if "enum" not in place.value:
        return
    values, types = place.value["enum"], place.value.get("type")
    if not isinstance(values, list):
        return
    if not values:
        context.report(
            "enum-empty", Severity.WARNING, "an empty `enum` accepts nothing", place.location("enum")
        )
    named = [types] if isinstance(types, str) else types if isinstance(types, list) else []
    allowed = [_TYPES[name] for name in named if isinstance(name, str) and name in _TYPES]
    nullable = place.value.get("nullable") is True
    seen: list[Any] = []
    for number, value in enumerate(values):
        where = place.location("enum", number)
        if any(type(value) is type(other) and value == other for other in seen):
            context.report("enum-duplicate", Severity.WARNING, "this value stands twice in the `enum`", where)
        seen.append(value)
        if allowed and not any(_is(value, kinds) for kinds in allowed) and not (value is None and nullable):
            message = f"this value can never be accepted: it is not of the type {' or '.join(named)}"
            context.report("enum-type", Severity.WARNING, message, where, hint="quote it if text is meant")


def _is(value: Any, kinds: tuple[type, ...]) -> bool:
    return isinstance(value, kinds) and (bool in kinds or not isinstance(value, bool))


def _bounds(context: Context, place: Place) -> None:
    for low, high in _BOUNDS:
        if low not in place.value or high not in place.value:
            continue
        least, most = place.value[low], place.value[high]
        if _is(least, (int, float)) and _is(most, (int, float)) and least > most:
            message = f"nothing can be accepted: `{low}` is greater than `{high}`"
            context.report("bounds-contradict", Severity.WARNING, message, place.location(low))


def _required(context: Context, place: Place) -> None:
    if "required" not in place.value and "allOf" not in place.value:
        return
    if _IN_ALL_OF.search(place.node.pointer) or not ("properties" in place.value or "allOf" in place.value):
        return  # a part of an `allOf` is looked at with the whole
    names = list(_names(place))
    declared = set(_declared(context, place, set())) if names else set()
    for name, where in names:
        if name not in declared:
            context.report(
                "required-undeclared",
                Severity.NOTE,
                f"`{name}` is required and not declared: any value is accepted for it",
                where,
            )


def _names(place: Place) -> Iterator[tuple[str, Location]]:
    """The names that a schema, and the schemas written inside its `allOf`, require."""
    names = place.value.get("required")
    for number, name in enumerate(names if isinstance(names, list) else ()):
        if isinstance(name, str):
            yield name, place.location("required", number)
    parts = place.value.get("allOf")
    for number, part in enumerate(parts if isinstance(parts, list) else ()):
        if isinstance(part, dict):
            yield from _names(Place(place.uri, Node("schema", f"{place.node.pointer}/allOf/{number}", part)))


def _declared(context: Context, place: Place, seen: set[tuple[str, str]]) -> Iterator[str]:
    """The members that a schema, or one applied to the same value, declares."""
    key = (place.uri, place.node.pointer)
    if key in seen or not isinstance(place.value, dict):
        return
    seen.add(key)
    properties = place.value.get("properties")
    yield from properties if isinstance(properties, dict) else ()
    if place.node.ref is not None and (target := context.follow(place)) is not None:
        yield from _declared(context, target, seen)
    for node in children(place.node):
        keyword = node.pointer[len(place.node.pointer) + 1 :].split("/")[0]
        if keyword in ("allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"):
            yield from _declared(context, Place(place.uri, node), seen)


def _openapi_30(context: Context, place: Place) -> None:
    if context.loaded.version != "3.0" or "$ref" in place.value:
        return
    for keyword in ("allOf", "anyOf", "oneOf"):
        if place.value.get(keyword) == []:
            message = f"`{keyword}` must hold at least one schema"
            context.report("empty", Severity.ERROR, message, place.location(keyword))
    if place.value.get("type") == "array" and "items" not in place.value:
        message = "an array must say what its `items` are"
        context.report("array-without-items", Severity.WARNING, message, place.location("type"))
    if place.value.get("nullable") is True and "type" not in place.value:
        message = "`nullable` has no effect without `type` in the same schema"
        context.report("nullable-without-type", Severity.NOTE, message, place.location("nullable", key=True))


def _mapping(context: Context, place: Place) -> None:
    """Names of schemas; references have been followed with all others."""
    mapping = place.value.get("mapping")
    components = context.root.get("components") if isinstance(context.root, dict) else None
    schemas = components.get("schemas") if isinstance(components, dict) else None
    names = schemas if isinstance(schemas, dict) else {}
    for key, name in mapping.items() if isinstance(mapping, dict) else ():
        if isinstance(name, str) and name not in names and not is_uri(name):
            near = difflib.get_close_matches(name, names, 1)
            hint = f"did you mean {near[0]!r}?" if near else None
            message = f"there is no schema {name!r}, so this entry has no effect: the schemas alone decide"
            context.report(
                "discriminator-mapping", Severity.WARNING, message, place.location("mapping", key), hint=hint
            )


_CHECKS: tuple[Callable[[Context, Place], None], ...] = (
    _keywords, _patterns, _enums, _bounds, _required, _openapi_30,
)  # fmt: skip
