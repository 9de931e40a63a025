"""Random documents for a schema: made to fit it as far as that is simple, and some of them spoilt."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from support.judging_schemas import NAMES, PREFIX, SCALARS, VALUES, Schemas

_DEPTH = 4
_TEXTS = st.sampled_from(["a", "ab", "b", "x1b", "", "bbb", "cc", "é", "😀", "1"])
_NUMBERS = st.one_of(st.integers(-2, 9), st.sampled_from([0.5, 1.0, 0.3, 2.5, 1e20, 3.0]))
_OF_TYPE: dict[str, st.SearchStrategy[Any]] = {
    "string": _TEXTS,
    "integer": st.integers(-2, 9) | st.sampled_from([1.0, 6.0]),
    "number": _NUMBERS,
    "boolean": st.booleans(),
    "null": st.none(),
}
_OBJECT = frozenset(
    ("properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
     "dependentRequired", "dependentSchemas", "maxProperties", "unevaluatedProperties")
)  # fmt: skip
_ARRAY = frozenset(
    ("items", "prefixItems", "contains", "minItems", "maxItems", "uniqueItems", "unevaluatedItems")
)


@st.composite
def documents(draw: DrawFn, schemas: Schemas, name: str) -> Any:
    """A document for the component `name`."""
    made = _fitting(draw, schemas[name], schemas, _DEPTH)
    return _spoilt(draw, made) if draw(st.integers(0, 2)) == 2 else made


def _fitting(draw: DrawFn, schema: Any, schemas: Schemas, depth: int) -> Any:
    if not isinstance(schema, dict) or depth == 0:
        return draw(SCALARS)
    together = _overlaid(draw, schema, schemas, depth)
    if "const" in together:
        return together["const"]
    if "enum" in together:
        return draw(st.sampled_from(together["enum"]))
    kind = _kind(draw, together)
    if kind == "object":
        return _object(draw, together, schemas, depth)
    if kind == "array":
        return _array(draw, together, schemas, depth)
    return draw(_OF_TYPE.get(kind, VALUES))


def _overlaid(draw: DrawFn, schema: dict[str, Any], schemas: Schemas, depth: int) -> dict[str, Any]:
    """The schema with what it refers to and one branch of each choice laid over it."""
    parts: list[Any] = list(schema.get("allOf", ()))
    parts += [draw(st.sampled_from(schema[word])) for word in ("anyOf", "oneOf") if word in schema]
    if "if" in schema:
        parts += [schema["if"], schema.get("then")] if draw(st.booleans()) else [schema.get("else")]
    if "$ref" in schema:
        parts.append(schemas.get(schema["$ref"].removeprefix(PREFIX)))
    found: dict[str, Any] = {}
    for part in parts:
        if isinstance(part, dict) and depth:
            _lay(found, _overlaid(draw, part, schemas, depth - 1))
    _lay(found, schema)
    return found


def _lay(under: dict[str, Any], over: dict[str, Any]) -> None:
    for word, value in over.items():
        if word in ("properties", "patternProperties"):
            value = {**under.get(word, {}), **value}
        elif word == "required":
            value = [*under.get(word, ()), *value]
        under[word] = value


def _kind(draw: DrawFn, schema: dict[str, Any]) -> str:
    """The type of the document: one that is allowed, else one that the keywords are about."""
    if "type" in schema:
        types = schema["type"]
        return types if isinstance(types, str) else draw(st.sampled_from(types))
    hints = ["object"] * bool(_OBJECT & schema.keys()) + ["array"] * bool(_ARRAY & schema.keys())
    hints += ["number"] * bool({"minimum", "maximum", "multipleOf"} & schema.keys())
    hints += ["string"] * bool({"minLength", "maxLength", "pattern"} & schema.keys())
    return draw(st.sampled_from([*hints, "any"]))


def _object(draw: DrawFn, schema: dict[str, Any], schemas: Schemas, depth: int) -> dict[str, Any]:
    declared, rest = schema.get("properties", {}), schema.get("additionalProperties", True)
    names = [*schema.get("required", ())]
    names += [name for name in declared if draw(st.booleans())]
    if rest is not False or schema.get("patternProperties"):
        names += draw(st.lists(NAMES, max_size=2))
    if isinstance(rest, bool):
        rest = schema.get("unevaluatedProperties", True)
    return {
        name: _fitting(draw, declared.get(name, rest), schemas, depth - 1) for name in dict.fromkeys(names)
    }


def _array(draw: DrawFn, schema: dict[str, Any], schemas: Schemas, depth: int) -> list[Any]:
    first, rest = schema.get("prefixItems", []), schema.get("items", schema.get("unevaluatedItems", True))
    least = min(schema.get("minItems", 0), 3)
    count = draw(st.integers(least, max(least, min(schema.get("maxItems", 3), 3))))
    wanted = [*first, *([schema["contains"]] if "contains" in schema else [])]
    return [
        _fitting(draw, wanted[place] if place < len(wanted) else rest, schemas, depth - 1)
        for place in range(count)
    ]


def _spoilt(draw: DrawFn, value: Any) -> Any:
    """The document with one thing changed, at the top or within."""
    if isinstance(value, dict) and value and draw(st.booleans()):
        name = draw(st.sampled_from(sorted(value)))
        rest = {other: member for other, member in value.items() if other != name}
        return draw(st.sampled_from([rest, {**value, name: _spoilt(draw, value[name])}]))
    if isinstance(value, dict):
        return {**value, draw(NAMES): draw(SCALARS)}
    if isinstance(value, list) and value and draw(st.booleans()):
        place = draw(st.integers(0, len(value) - 1))
        changed = [*value[:place], _spoilt(draw, value[place]), *value[place + 1 :]]
        return draw(st.sampled_from([value[:-1], [*value, value[place]], changed]))
    return draw(VALUES)
