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
Check = Callable[[Context, Place], None]

_IN_ALL_OF = re.compile(r"/allOf/\d+$")
_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int, float), "number": (int, float), "boolean": (bool,),
    "array": (list,), "object": (dict,), "null": (type(None),),
}  # fmt: skip


def check_schemas(context: Context) -> None:
    """Every schema."""
    asked = _Asked(context.loaded.version)
    for place in context.objects["schema"]:
        for check in asked[tuple(place.node.value)]:
            check(context, place)


class _Asked(dict[tuple[str, ...], list[Check]]):
    """What is asked of schemas in a document of a version, by the names of their members."""

    def __init__(self, version: str) -> None:
        super().__init__()
        self._version = version

    def __missing__(self, names: tuple[str, ...]) -> list[Check]:
        made = [check for keywords, check in _CHECKS if not keywords.isdisjoint(names)]
        if self._version == "3.0":
            made += [
                check
                for keywords, other, check in _CHECKS_30
                if not keywords.isdisjoint(names) and "$ref" not in names and other not in names
            ]
        elif not KEYWORDS.issuperset(names):  # there the meta-schema refuses what is no keyword
            made.append(_keywords)
        self[names] = made
        return made


def _keywords(context: Context, place: Place) -> None:
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
    allowed = {kind for name in named if isinstance(name, str) for kind in _TYPES.get(name, ())}
    nullable = place.value.get("nullable") is True
    repeated = _repeated(values)
    for number, value in enumerate(values):
        if number in repeated:
            where = place.location("enum", number)
            context.report("enum-duplicate", Severity.WARNING, "this value stands twice in the `enum`", where)
        if allowed and type(value) not in allowed and not (value is None and nullable):
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


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _bounds(context: Context, place: Place) -> None:
    for low, high in _BOUNDS:
        if low not in place.value or high not in place.value:
            continue
        least, most = place.value[low], place.value[high]
        if _is_number(least) and _is_number(most) and least > most:
            message = f"nothing can be accepted: `{low}` is greater than `{high}`"
            context.report("bounds-contradict", Severity.WARNING, message, place.location(low))


def _required(context: Context, place: Place) -> None:
    if not ("properties" in place.value or "allOf" in place.value) or _IN_ALL_OF.search(place.node.pointer):
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


def _applied(context: Context, place: Place) -> None:
    for keyword in _LISTS:
        if place.value.get(keyword) == []:
            message = f"`{keyword}` must hold at least one schema"
            context.report("empty", Severity.ERROR, message, place.location(keyword))


def _array(context: Context, place: Place) -> None:
    if place.value["type"] == "array":
        message = "an array must say what its `items` are"
        context.report("array-without-items", Severity.WARNING, message, place.location("type"))


def _nullable(context: Context, place: Place) -> None:
    if place.value["nullable"] is True:
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


_CHECKS: tuple[tuple[frozenset[str], Check], ...] = (
    (frozenset(("pattern", "patternProperties")), _patterns),
    (frozenset(("enum",)), _enums),
    (frozenset(low for low, _ in _BOUNDS), _bounds),
    (frozenset(("required", "allOf")), _required),
    (frozenset((REQUIRED_IN,)), _required_in),
)
"""What is asked of a schema that has one of some keywords."""

_CHECKS_30: tuple[tuple[frozenset[str], str | None, Check], ...] = (
    (frozenset(_LISTS), None, _applied),
    (frozenset(("type",)), "items", _array),
    (frozenset(("nullable",)), "type", _nullable),
)
"""What is asked of one of OpenAPI 3.0 that is no reference, has one of some keywords, and lacks another."""
