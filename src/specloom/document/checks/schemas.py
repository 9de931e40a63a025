"""Schemas: what their meta-schema lets pass and is wrong all the same, or does not say what it seems to."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator
from typing import Any

from specloom.diagnostics import Severity
from specloom.document.checks.context import Context, Place
from specloom.document.checks.patterns import is_pattern
from specloom.document.keywords import KEYWORDS
from specloom.document.model import REQUIRED_IN
from specloom.document.references import is_uri
from specloom.document.structure import Node, children

_BOUNDS = (
    ("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"),
    ("minProperties", "maxProperties"), ("minContains", "maxContains"),
)  # fmt: skip
_LISTS = ("allOf", "anyOf", "oneOf")
_APPLIED = frozenset((*_LISTS, "if", "then", "else", "dependentSchemas"))
"""What applies schemas to the same value."""
_IN_ALL_OF = re.compile(r"/allOf/\d+$")
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int, float), "number": (int, float), "boolean": (bool,),
    "array": (list,), "object": (dict,), "null": (type(None),),
}  # fmt: skip


def check_schema(context: Context, place: Place) -> None:
    """One schema."""
    if context.loaded.version != "3.0":  # there the meta-schema refuses what is no keyword
        _keywords(context, place)
    if not _LOOKED_AT.isdisjoint(place.value):  # most schemas have none of these keywords
        for keywords, check in _CHECKS:
            if not keywords.isdisjoint(place.value):
                check(context, place)
    if context.loaded.version == "3.0":
        _openapi_30(context, place)


def _keywords(context: Context, place: Place) -> None:
    if KEYWORDS.issuperset(place.value):
        return
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
    repeated = _repeated(values)
    for number, value in enumerate(values):
        if number in repeated:
            where = place.location("enum", number)
            context.report("enum-duplicate", Severity.WARNING, "this value stands twice in the `enum`", where)
        if allowed and not any(_is(value, kinds) for kinds in allowed) and not (value is None and nullable):
            where = place.location("enum", number)
            message = f"this value can never be accepted: it is not of the type {' or '.join(named)}"
            context.report("enum-type", Severity.WARNING, message, where, hint="quote it if text is meant")


def _repeated(values: list[Any]) -> set[int]:
    """The numbers of the items that have stood before."""
    found: set[int] = set()
    texts: set[str] = set()
    others: list[Any] = []
    for number, value in enumerate(values):
        if isinstance(value, str):
            if value in texts:
                found.add(number)
            texts.add(value)
        else:
            if any(type(value) is type(other) and value == other for other in others):
                found.add(number)
            others.append(value)
    return found


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
    if _IN_ALL_OF.search(place.node.pointer) or not ("properties" in place.value or "allOf" in place.value):
        return  # a part of an `allOf` is looked at with the whole
    own = place.value.get("properties")
    own = own if isinstance(own, dict) else {}
    names = [(name, holder, number) for name, holder, number in _names(place) if name not in own]
    declared = set(_declared(context, place, set())) if names else set()
    for name, holder, number in names:
        if name not in declared:
            context.report(
                "required-undeclared",
                Severity.NOTE,
                f"`{name}` is required and not declared: any value is accepted for it",
                holder.location("required", number),
            )


def _names(place: Place) -> Iterator[tuple[str, Place, int]]:
    """The names that a schema, and the schemas written inside its `allOf`, require, each with its place."""
    names = place.value.get("required")
    for number, name in enumerate(names if isinstance(names, list) else ()):
        if isinstance(name, str):
            yield name, place, number
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
    applied = {keyword: value for keyword, value in place.value.items() if keyword in _APPLIED}
    for node in children(Node("schema", place.node.pointer, applied)):
        yield from _declared(context, Place(place.uri, node), seen)


def _openapi_30(context: Context, place: Place) -> None:
    value = place.value
    if "$ref" in value:
        return
    for keyword in _LISTS:
        if value.get(keyword) == []:
            message = f"`{keyword}` must hold at least one schema"
            context.report("empty", Severity.ERROR, message, place.location(keyword))
    if value.get("type") == "array" and "items" not in value:
        message = "an array must say what its `items` are"
        context.report("array-without-items", Severity.WARNING, message, place.location("type"))
    if "nullable" in value and value["nullable"] is True and "type" not in value:
        message = "`nullable` has no effect without `type` in the same schema"
        context.report("nullable-without-type", Severity.NOTE, message, place.location("nullable", key=True))


def check_mapping(context: Context, place: Place) -> None:
    """A discriminator's names of schemas; references have been followed with all others."""
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


def _required_in(context: Context, place: Place) -> None:
    if place.value[REQUIRED_IN] not in ("request", "response"):
        message = f"`{REQUIRED_IN}` is neither `request` nor `response`, and has no effect"
        context.report("required-in-unknown", Severity.WARNING, message, place.location(REQUIRED_IN))


_CHECKS: tuple[tuple[frozenset[str], Callable[[Context, Place], None]], ...] = (
    (frozenset(("pattern", "patternProperties")), _patterns),
    (frozenset(("enum",)), _enums),
    (frozenset(low for low, _ in _BOUNDS), _bounds),
    (frozenset(("required", "allOf")), _required),
    (frozenset((REQUIRED_IN,)), _required_in),
)
"""What is asked of a schema that has one of some keywords."""
_LOOKED_AT = frozenset[str]().union(*(keywords for keywords, _ in _CHECKS))
