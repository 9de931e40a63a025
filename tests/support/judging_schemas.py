"""Random schemas over the keywords of JSON Schema 2020-12, as components that refer to each other.

Every drawn set of components has a meaning: a schema refers in place (`allOf`, `not`, …) only to components
that come after its own, and to any component from within a member or an item. So there is recursion, and no
loop without a document that gets smaller. The last component is a resource of its own, with anchors.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

Schemas = dict[str, Any]

COMPONENTS = ("A", "B", "C", "D")
RESOURCE = "R"
PREFIX = "#/components/schemas/"
TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")
NAMES = st.sampled_from(["a", "b", "c", "x1", "class", "class_"])
PATTERNS = st.sampled_from(["^a", "b$", "x", "[0-9]", "^[a-c]+$", "^(?!a)"])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([0.5, 1.0, 2.5, 0.1, -0.0, 1e20, 1e-7, 2**53 + 1]),
    st.sampled_from(["", "a", "b", "ab", "x1b", "bbbb", "é", "😀", "1"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=5,
)


References = tuple[tuple[str, str], ...]
"""Keywords and the references that stand at them."""

_ANYWHERE: References = tuple(("$ref", PREFIX + name) for name in (*COMPONENTS, RESOURCE))
_IN_RESOURCE: References = (
    ("$ref", "#"),
    ("$ref", "#/$defs/x"),
    ("$ref", "#plain"),
    ("$ref", "https://example.com/random/y"),
    ("$dynamicRef", "#moving"),
)


@dataclass(frozen=True, slots=True)
class _Level:
    """How deep schemas may still nest, and what may be referred to: in place, and within."""

    depth: int
    in_place: References
    anywhere: References

    @property
    def beside(self) -> _Level:
        """For a subschema that the same value is held to."""
        return replace(self, depth=self.depth - 1)

    @property
    def within(self) -> _Level:
        """For a subschema that a member, an item or a name is held to."""
        return _Level(self.depth - 1, self.anywhere, self.anywhere)


_SIZES = st.integers(0, 3)
_BOUNDS = st.one_of(st.integers(-1, 8), st.sampled_from([0.5, 2.0, 1e20]))
_NAMES = st.lists(NAMES, unique=True, max_size=2)
_PLAIN: dict[str, st.SearchStrategy[Any]] = {
    "minimum": _BOUNDS,
    "maximum": _BOUNDS,
    "exclusiveMinimum": _BOUNDS,
    "exclusiveMaximum": _BOUNDS,
    "multipleOf": st.sampled_from([1, 2, 3, 0.5, 0.1, 1.5]),
    "minLength": _SIZES,
    "maxLength": _SIZES,
    "pattern": PATTERNS,
    "minItems": _SIZES,
    "maxItems": _SIZES,
    "minContains": _SIZES,
    "maxContains": _SIZES,
    "uniqueItems": st.booleans(),
    "minProperties": _SIZES,
    "maxProperties": _SIZES,
    "required": _NAMES,
    "dependentRequired": st.dictionaries(NAMES, _NAMES, max_size=2),
    "const": VALUES,
    "enum": st.lists(VALUES, min_size=1, max_size=4, unique_by=repr),
}
_LISTS = frozenset(("prefixItems", "allOf", "anyOf", "oneOf"))
_MAPS: dict[str, st.SearchStrategy[str]] = {
    "properties": NAMES,
    "patternProperties": PATTERNS,
    "dependentSchemas": NAMES,
}
_IN_PLACE = frozenset(("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"))
# Families of keywords that belong together, and the type that they are about.
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_TEXTS = ("minLength", "maxLength", "pattern")
_FAMILIES: tuple[tuple[str | None, tuple[str, ...]], ...] = (
    ("object", ("properties", "required", "additionalProperties", "patternProperties")),
    ("object", ("properties", "additionalProperties", "minProperties", "maxProperties")),
    ("object", ("propertyNames", "dependentRequired", "dependentSchemas", "properties")),
    ("object", ("properties", "patternProperties", "unevaluatedProperties", "required")),
    ("object", ("unevaluatedProperties", "allOf", "anyOf", "$ref", "dependentSchemas", "if", "then")),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems")),
    ("array", ("contains", "minContains", "maxContains", "prefixItems", "unevaluatedItems")),
    ("array", ("unevaluatedItems", "prefixItems", "allOf", "anyOf", "$ref", "if", "else")),
    ("number", _NUMBERS),
    ("integer", _NUMBERS),
    ("string", _TEXTS),
    (None, ("allOf", "anyOf", "oneOf", "not", "$ref")),
    (None, ("if", "then", "else")),
    (None, ("$ref", "allOf", "anyOf")),
    (None, ("enum", "const")),
)


def components(*, depth: int = 2) -> st.SearchStrategy[Schemas]:
    """A set of schemas; `depth` bounds how they nest."""
    ordered = {
        name: _keywords(_Level(depth, _ANYWHERE[number + 1 :], _ANYWHERE))
        for number, name in enumerate(COMPONENTS)
    }
    return st.fixed_dictionaries({**ordered, RESOURCE: _resource()})


def document(schemas: Schemas, name: str) -> dict[str, Any]:
    """One of the components as a schema that the judge can read."""
    known: Schemas = json.loads(json.dumps(schemas).replace(PREFIX, "#/$defs/"))
    return {"$defs": known, "$ref": f"#/$defs/{name}"}


@st.composite
def _resource(draw: DrawFn) -> dict[str, Any]:
    """A schema with an identifier, whose references are its own."""
    level = _Level(1, (), _IN_RESOURCE)
    definitions = {
        "x": {"$anchor": "plain", **draw(_keywords(level))},
        "y": {"$id": "y", "$dynamicAnchor": "moving", **draw(_keywords(replace(level, anywhere=())))},
    }
    marks = draw(st.sampled_from([{}, {"$dynamicAnchor": "moving"}]))
    return {
        "$id": "https://example.com/random/r",
        **marks,
        "$defs": definitions,
        **draw(_keywords(replace(level, in_place=_IN_RESOURCE[1:4]))),
    }


@st.composite
def _schema(draw: DrawFn, level: _Level) -> Any:
    """Any schema: of a type alone, a reference, a boolean, or with keywords."""
    choice = draw(st.integers(0, 11))
    if choice < 3 or (level.depth <= 0 and choice < 6):
        return {"type": draw(st.sampled_from(TYPES))}
    if choice == 3:
        return draw(st.booleans())
    if choice == 4 and level.in_place:
        return dict([draw(st.sampled_from(level.in_place))])
    if level.depth <= 0:
        family = draw(st.sampled_from([_NUMBERS, _TEXTS, ("const", "enum")]))
        return {word: draw(_PLAIN[word]) for word in draw(_some(family, 2))}
    return draw(_keywords(level))


@st.composite
def _keywords(draw: DrawFn, level: _Level) -> dict[str, Any]:
    """A schema of one family of keywords or several, with a type that they are about, more, or none."""
    families = draw(st.lists(st.sampled_from(_FAMILIES), min_size=1, max_size=3))
    schema: dict[str, Any] = {}
    about = [kind for kind, _ in families if kind is not None]
    typed = draw(st.integers(0, 5))
    if typed < 3 and about:
        schema["type"] = about[0]
    elif typed == 3:
        schema["type"] = list(dict.fromkeys([*about, *draw(_some(TYPES, 2))]))
    for _, words in families:
        for word in draw(_some(words, 3)):
            if word == "$ref":
                schema.update([draw(st.sampled_from(level.in_place))] if level.in_place else [])
            else:
                schema[word] = draw(_value(word, level))
    return schema


def _some(words: tuple[str, ...], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(words), min_size=1, max_size=most, unique=True)


def _value(word: str, level: _Level) -> st.SearchStrategy[Any]:
    """What may stand at a keyword."""
    if word in _PLAIN:
        return _PLAIN[word]
    inner = _schema(level.beside if word in _IN_PLACE else level.within)
    if word in _LISTS:
        return st.lists(inner, min_size=1, max_size=3)
    if word in _MAPS:
        return st.dictionaries(_MAPS[word], inner, min_size=1, max_size=3)
    return inner
