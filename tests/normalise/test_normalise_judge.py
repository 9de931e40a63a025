"""For random schemas, the intermediate type and the jsonschema library decide random values alike."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from support.normalising import run

NAMES = st.sampled_from(["a", "b", "c", "x1"])
PATTERNS = st.sampled_from(["^a", "b$", "x", "[0-9]"])
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 12),
    st.sampled_from([0.5, 1.0, 2.5]),
    st.sampled_from(["", "a", "ab", "x1b", "bbbb"]),
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=3),
    max_leaves=6,
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
REFERENCES = st.sampled_from(["A", "B", "C"]).map(lambda name: {"$ref": f"#/components/schemas/{name}"})


def some(**keywords: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({}, optional=keywords)


TEXTS = some(minLength=st.integers(0, 3), maxLength=st.integers(0, 3), pattern=PATTERNS)
NUMBERS = some(
    minimum=st.integers(-1, 4),
    maximum=st.integers(0, 8),
    exclusiveMinimum=st.integers(-1, 4),
    exclusiveMaximum=st.integers(0, 8),
    multipleOf=st.sampled_from([1, 2, 3, 0.5]),
)
LISTED = some(enum=st.lists(SCALARS, min_size=1, max_size=4, unique_by=repr)) | some(const=SCALARS)


def arrays(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return some(
        items=inner,
        prefixItems=st.lists(inner, min_size=1, max_size=2),
        minItems=st.integers(0, 2),
        maxItems=st.integers(0, 3),
        uniqueItems=st.booleans(),
    )


def objects(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    return some(
        properties=st.dictionaries(NAMES, inner, max_size=3),
        required=st.lists(NAMES, unique=True, max_size=2),
        additionalProperties=inner,
        minProperties=st.integers(0, 2),
        maxProperties=st.integers(0, 3),
    ) | some(
        properties=st.dictionaries(NAMES, inner, max_size=2),
        patternProperties=st.dictionaries(PATTERNS, inner, max_size=1),
        additionalProperties=inner,
    )


def typed(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Schemas with their type, or several."""
    kinds = st.lists(TYPES, min_size=1, max_size=3, unique=True).map(lambda t: t[0] if len(t) == 1 else t)
    keywords = st.tuples(TEXTS, NUMBERS, arrays(inner), objects(inner), st.just({}) | LISTED)

    def together(parts: tuple[Any, Any]) -> dict[str, Any]:
        types, (text, number, array, object_, listed) = parts
        have = [types] if isinstance(types, str) else types
        schema: dict[str, Any] = {"type": types}
        schema.update(text if "string" in have else {})
        schema.update(number if {"integer", "number"} & set(have) else {})
        if not listed:
            schema.update(array if "array" in have else {})
            schema.update(object_ if "object" in have else {})
        return {**schema, **listed}

    return st.tuples(kinds, keywords).map(together)


def combined(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    members = st.lists(inner, min_size=1, max_size=3)
    base = st.just({}) | typed(inner)
    choices = (
        some(allOf=members) | some(anyOf=members) | some(oneOf=members) | some(allOf=members, oneOf=members)
    )
    return st.tuples(base, choices).map(lambda pair: {**pair[0], **pair[1]})


SCHEMAS = st.recursive(
    st.booleans() | typed(st.booleans()) | LISTED | REFERENCES,
    lambda inner: typed(inner) | combined(inner) | REFERENCES,
    max_leaves=5,
)
ROOT = typed(SCHEMAS) | combined(SCHEMAS)


def judge(schemas: dict[str, Any], name: str) -> Draft202012Validator:
    return Draft202012Validator({"components": {"schemas": schemas}, "$ref": f"#/components/schemas/{name}"})


TOLD = {"ref-loop", "choice-made", "schema-type-missing"}


@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(ROOT, ROOT, ROOT, st.lists(VALUES, min_size=1, max_size=8))
def test_types_allow_what_the_schemas_allow(a: Any, b: Any, c: Any, values: list[Any]) -> None:
    schemas = {"A": a, "B": b, "C": c}
    result = run({"components": {"schemas": schemas}})
    assume("ref-loop" not in result.codes)  # Nothing could decide those.
    for value in values:
        for name in schemas:
            try:
                wanted = judge(schemas, name).is_valid(value)
            except RecursionError:
                continue  # A schema that leads back to itself at once, where another member decides for us.
            assert result.accepts(name, value) is wanted, (schemas, name, value)
