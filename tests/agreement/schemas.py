"""Whether two JSON Schemas say the same, however they are spelled.

A schema is first written as branches: one for each JSON type and alternative, with only the keywords
that matter to that type. `type` lists, `anyOf`, `const`, `enum`, `allOf` and siblings of `$ref` all come
down to that. `oneOf` does too where its alternatives cannot overlap; where they can, its branches are
marked, and only other marked ones are the same. What is only said of a value (title, description,
examples) makes no difference, a default does.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import unquote

TYPES = ("null", "boolean", "object", "array", "number", "string")
ANNOTATIONS = frozenset(
    [
        "title",
        "description",
        "example",
        "examples",
        "deprecated",
        "externalDocs",
        "xml",
        "discriminator",
        "$comment",
        "$schema",
        "$id",
        "$defs",
        "$anchor",
    ]
)
LARGEST = frozenset(("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"))
SMALLEST = frozenset(("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"))
KEYWORDS = {
    "number": ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"),
    "string": (
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "contentEncoding",
        "contentMediaType",
        "contentSchema",
    ),
    "array": (
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "uniqueItems",
        "contains",
        "minContains",
        "maxContains",
        "unevaluatedItems",
    ),
    "object": (
        "properties",
        "additionalProperties",
        "patternProperties",
        "required",
        "minProperties",
        "maxProperties",
        "propertyNames",
        "dependentRequired",
        "dependentSchemas",
        "unevaluatedProperties",
    ),
}
SPECIFIC = frozenset(keyword for keywords in KEYWORDS.values() for keyword in keywords)
SUBSCHEMAS = frozenset(
    [
        "items",
        "contains",
        "additionalProperties",
        "propertyNames",
        "unevaluatedItems",
        "unevaluatedProperties",
        "contentSchema",
        "not",
        "if",
        "then",
        "else",
    ]
)
SUBSCHEMA_MAPS = frozenset(("properties", "patternProperties", "dependentSchemas"))
TRIVIAL: dict[str, Any] = {
    "minLength": 0,
    "minItems": 0,
    "minProperties": 0,
    "uniqueItems": False,
    "required": [],
    "properties": {},
    "patternProperties": {},
    "prefixItems": [],
}
Branch = dict[str, Any]


def pointed(document: Any, reference: str) -> Any:
    """What a local reference points at."""
    for part in reference.removeprefix("#").split("/")[1:]:
        key = unquote(part).replace("~1", "/").replace("~0", "~")
        document = document[int(key)] if isinstance(document, list) else document[key]
    return document


def text(value: Any) -> str:
    """A JSON value in one spelling: equal values have equal texts (1.0 is 1)."""
    return json.dumps(_plain(value), sort_keys=True)


def _plain(value: Any) -> Any:
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_plain(each) for each in value]
    return {k: _plain(v) for k, v in value.items()} if isinstance(value, dict) else value


class Reader:
    """Schemas of one document, taken apart, as they are in one direction."""

    def __init__(self, document: Any, direction: str | None = None) -> None:
        self._document = document
        self._direction = direction

    def atoms(self, schema: Any, seen: frozenset[str] = frozenset()) -> Iterator[dict[str, Any]]:
        """The schema and all that must hold beside it, without `$ref` and `allOf`; its own words first."""
        if schema is True or schema == {}:
            return
        if schema is False:
            yield {"type": []}
            return
        yield {k: v for k, v in schema.items() if k not in ("$ref", "allOf")}
        reference = schema.get("$ref")
        if reference is not None and reference not in seen:
            yield from self.atoms(pointed(self._document, reference), seen | {reference})
        for member in schema.get("allOf", ()):
            yield from self.atoms(member, seen)

    def default(self, schema: Any) -> str:
        return next((text(atom["default"]) for atom in self.atoms(schema) if "default" in atom), "none")

    def branches(self, schema: Any) -> list[Branch]:
        found = self._branches(list(self.atoms(schema)))
        if "number" in (branch["type"] for branch in found if len(branch) == 1):
            found = [branch for branch in found if branch["type"] != "integer"]
        free = {branch["type"] for branch in found if len(branch) == 1}
        unique = {text(b): b for b in found if len(b) == 1 or b["type"] not in free}
        return _joined(_widest([self._directed(branch) for branch in unique.values()]))

    def _directed(self, branch: Branch) -> Branch:
        """Without the names that have to be there only in the other direction."""
        if self._direction is None or "required" not in branch:
            return branch
        members = branch.get("properties", {})
        wanted = [
            name
            for name in branch["required"]
            if all(
                atom.get("x-specloom-required-in", self._direction) == self._direction
                for atom in self.atoms(members.get(name, {}))
            )
        ]
        return _tidy({**branch, "required": wanted})

    def _branches(self, atoms: list[dict[str, Any]]) -> list[Branch]:
        for index, atom in enumerate(atoms):
            for keyword in ("anyOf", "oneOf"):
                if keyword in atom:
                    rest = [*atoms]
                    rest[index] = {k: v for k, v in atom.items() if k != keyword}
                    members = [self._branches([*rest, *self.atoms(m)]) for m in atom[keyword]]
                    if keyword == "oneOf" and not _disjoint(members):
                        members = [[b | {"exclusive": True} for b in member] for member in members]
                    return [branch for member in members for branch in member]
        return list(self._by_type(atoms))

    def _by_type(self, atoms: list[dict[str, Any]]) -> Iterator[Branch]:
        allowed = set(TYPES)
        for atom in atoms:
            if "type" in atom:
                named = atom["type"] if isinstance(atom["type"], list) else [atom["type"]]
                wanted = set(named) | ({"integer"} if "number" in named else set())
                has = allowed | ({"integer"} if "number" in allowed else set())
                allowed = wanted & has
                allowed -= {"integer"} if "number" in allowed else set()
        for type_ in sorted(allowed):
            branch = _branch(type_, atoms)
            if branch.get("enum") != []:
                yield branch


def _widest(branches: list[Branch]) -> list[Branch]:
    """Without the objects that another alternative takes as well."""
    return [
        branch
        for branch in branches
        if not any(other is not branch and _is_wider(other, branch) for other in branches)
    ]


def _is_wider(one: Branch, other: Branch) -> bool:
    """Whether `one` asks for less than `other`, and for nothing else."""
    if text(one) == text(other) or any("exclusive" in b for b in (one, other)):
        return False
    if one["type"] != "object" or other["type"] != "object":
        return False
    members = other.get("properties", {})
    return (
        set(one.get("required", ())) <= set(other.get("required", ()))
        and all(text(members.get(n)) == text(s) for n, s in one.get("properties", {}).items())
        and all(
            text(other.get(k)) == text(one.get(k))
            for k in one.keys() | other.keys()
            if k not in ("properties", "required")
        )
        and "additionalProperties" not in one
    )


def _branch(type_: str, atoms: list[dict[str, Any]]) -> Branch:
    branch: Branch = {"type": type_}
    for atom in atoms:
        for keyword, value in atom.items():
            if keyword in ("type", "default") or keyword in ANNOTATIONS or keyword.startswith("x-"):
                continue
            if keyword in ("enum", "const"):
                values = {text(v) for v in (value if keyword == "enum" else [value]) if _is(v, type_)}
                branch["enum"] = sorted(values & set(branch["enum"]) if "enum" in branch else values)
            elif keyword in KEYWORDS.get("number" if type_ == "integer" else type_, ()):
                branch[keyword] = _both(keyword, branch[keyword], value) if keyword in branch else value
            elif keyword not in SPECIFIC:
                branch[keyword] = value
    if branch.get("enum") == {"boolean": ["false", "true"], "null": ["null"]}.get(type_, ()):
        del branch["enum"]
    return _tidy(branch)


def _tidy(branch: Branch) -> Branch:
    """Without what changes nothing: an open object says nothing of members that may be anything."""
    for keyword in ("items", "additionalProperties"):
        if branch.get(keyword) is True or branch.get(keyword) == {}:
            del branch[keyword]
    if "properties" in branch and "additionalProperties" not in branch and "patternProperties" not in branch:
        branch["properties"] = {k: v for k, v in branch["properties"].items() if v not in (True, {})}
    if "required" in branch:
        branch["required"] = sorted(set(branch["required"]))
    return {k: v for k, v in branch.items() if k not in TRIVIAL or v != TRIVIAL[k]}


def _both(keyword: str, one: Any, other: Any) -> Any:
    if keyword in LARGEST:
        return max(one, other)
    if keyword in SMALLEST:
        return min(one, other)
    if keyword == "required":
        return [*one, *other]
    if keyword in SUBSCHEMA_MAPS:
        joined = {name: {"allOf": [one[name], other[name]]} for name in one.keys() & other.keys()}
        return {**one, **other, **joined}
    if keyword in SUBSCHEMAS:
        return {"allOf": [one, other]}
    if keyword == "uniqueItems":
        return one or other
    return one if text(one) == text(other) else {"both": sorted([text(one), text(other)])}


def _is(value: Any, type_: str) -> bool:
    if isinstance(value, bool):
        return type_ == "boolean"
    if isinstance(value, int | float):
        return type_ == "number" or (type_ == "integer" and float(value).is_integer())
    return type_ == {str: "string", list: "array", dict: "object"}.get(type(value), "null")


def _joined(branches: list[Branch]) -> list[Branch]:
    """Alternatives that only list values of one type are one list."""
    kept: list[Branch] = []
    lists: dict[str, Branch] = {}
    for branch in branches:
        if branch.keys() != {"type", "enum"}:
            kept.append(branch)
        elif branch["type"] in lists:
            together = set(lists[branch["type"]]["enum"]) | set(branch["enum"])
            lists[branch["type"]]["enum"] = sorted(together)
        else:
            lists[branch["type"]] = dict(branch)
    if lists.get("boolean", {}).get("enum") == ["false", "true"]:
        lists["boolean"] = {"type": "boolean"}
    return [*kept, *lists.values()]


def _disjoint(members: Sequence[list[Branch]]) -> bool:
    """Whether no value can belong to two of the alternatives, as far as types, lists and constants show."""
    return all(
        _apart(one, other)
        for index, left in enumerate(members)
        for right in members[index + 1 :]
        for one in left
        for other in right
    )


def _apart(one: Branch, other: Branch) -> bool:
    numbers = {"number", "integer"}
    if one["type"] != other["type"] and not {one["type"], other["type"]} <= numbers:
        return True
    if "enum" in one and "enum" in other:
        return not set(one["enum"]) & set(other["enum"])
    shared = one.get("properties", {}).keys() & other.get("properties", {}).keys()
    needed = set(one.get("required", ())) & set(other.get("required", ()))
    return any(
        (left := _values(one["properties"][name])) is not None
        and (right := _values(other["properties"][name])) is not None
        and not left & right
        for name in shared & needed
    )


def _values(schema: Any) -> set[str] | None:
    if not isinstance(schema, dict):
        return None
    if "const" in schema:
        return {text(schema["const"])}
    return set(map(text, schema["enum"])) if "enum" in schema else None


class Comparison:
    """Compares schemas of two documents, `left` and `right`; recursive ones are met again as equal."""

    def __init__(self, left: Any, right: Any, direction: str | None = None) -> None:
        self._left = Reader(left, direction)
        self._right = Reader(right, direction)
        self._known: dict[tuple[str, str], list[str]] = {}

    def schemas(self, left: Any, right: Any, at: str) -> list[str]:
        key = (text(left), text(right))
        if key not in self._known:
            self._known[key] = []
            self._known[key] = list(self._schemas(left, right, ""))
        return [at + difference for difference in self._known[key]]

    def _schemas(self, left: Any, right: Any, at: str) -> Iterator[str]:
        defaults = self._left.default(left), self._right.default(right)
        if defaults[0] != defaults[1]:
            yield f"{at}: default {defaults[0]} became {defaults[1]}"
        ours, theirs = self._left.branches(left), self._right.branches(right)
        types = [sorted({b["type"] for b in each}) for each in (ours, theirs)]
        if types[0] != types[1]:
            yield f"{at}: types {types[0]} became {types[1]}"
            return
        for type_ in types[0]:
            yield from self._alternatives(
                [b for b in ours if b["type"] == type_], [b for b in theirs if b["type"] == type_], at
            )

    def _alternatives(self, ours: list[Branch], theirs: list[Branch], at: str) -> Iterator[str]:
        if len(ours) == len(theirs) == 1:
            yield from self._branch(ours[0], theirs[0], at)
            return
        left = list(theirs)
        for branch in ours:
            same = next((other for other in left if not list(self._branch(branch, other, ""))), None)
            if same is None:
                yield f"{at}: the alternative {text(branch)} is missing"
            else:
                left.remove(same)
        yield from (f"{at}: the alternative {text(branch)} is new" for branch in left)

    def _branch(self, left: Branch, right: Branch, at: str) -> Iterator[str]:
        for keyword in sorted(left.keys() | right.keys()):
            one, other = left.get(keyword), right.get(keyword)
            if keyword in SUBSCHEMA_MAPS:
                yield from self._named(one or {}, other or {}, f"{at}/{keyword}")
            elif keyword in SUBSCHEMAS and one is not None and other is not None:
                yield from self.schemas(one, other, f"{at}/{keyword}")
            elif keyword == "prefixItems" and one and other and len(one) == len(other):
                for index, pair in enumerate(zip(one, other, strict=True)):
                    yield from self.schemas(*pair, f"{at}/prefixItems/{index}")
            elif text(one) != text(other):
                yield f"{at}: {keyword} {text(one)} became {text(other)}"

    def _named(self, left: dict[str, Any], right: dict[str, Any], at: str) -> Iterator[str]:
        for name in sorted(left.keys() | right.keys()):
            if name not in left:
                yield f"{at}/{name}: is new"
            elif name not in right:
                yield f"{at}/{name}: is missing"
            else:
                yield from self.schemas(left[name], right[name], f"{at}/{name}")
