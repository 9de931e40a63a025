"""From schemas, as JSON, to functions that decide values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ..equality import is_object
from . import applicators, arrays, objects, scalars
from .memory import evaluate
from .scalars import json_type
from .tracking import Check, Evaluated, Failure, Rule

Search = Callable[[str], bool]

_LIMITS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
_SIZES: Final = {
    "string": ("minLength", "maxLength"),
    "array": ("minItems", "maxItems"),
    "object": ("minProperties", "maxProperties"),
}
_MEMBERS: Final = ("properties", "patternProperties", "additionalProperties")
_EVERY: Final = ("null", "boolean", "number", "string", "array", "object")


def _refuse(value: Any, seen: Evaluated | None) -> Failure | None:
    return Failure("false")


def _accept(value: Any, seen: Evaluated | None) -> Failure | None:
    return None


class Compiler:
    """Compiles schemas, each that is referred to once. `pattern` gives the search for a pattern."""

    def __init__(
        self, schemas: Mapping[str, Any], pattern: Callable[[str], Search]
    ) -> None:
        self._schemas = schemas
        self._pattern = pattern
        self._checks: dict[str, Check] = {}

    def named(self, pointer: str) -> Check:
        """The check of the schema at `pointer`; compiled when it is first asked for."""
        found = self._checks.get(pointer)
        if found is None:
            found = self._checks[pointer] = self.compile(self._schemas[pointer])
        return found

    def compile(self, schema: Any) -> Check:
        """The check of a schema that stands inside another one."""
        if not is_object(schema):
            return _accept if schema else _refuse
        first, last = self._of_values(schema), self._in_place(schema)
        rules = {
            kind: (
                *first,
                *self._of_type(schema, kind),
                *last,
                *self._rest(schema, kind),
            )
            for kind in _EVERY
        }
        if not any(rules.values()):
            return _accept
        tracks = "unevaluatedProperties" in schema or "unevaluatedItems" in schema

        def check(value: Any, seen: Evaluated | None) -> Failure | None:
            own = Evaluated() if tracks else seen
            for rule in rules[json_type(value)]:
                failure = rule(value, own)
                if failure is not None:
                    return failure
            if tracks and seen is not None and own is not None:
                seen.add(own)
            return None

        return check

    def _of_type(self, schema: Mapping[str, Any], kind: str) -> list[Rule]:
        """The rules that speak of values of one JSON type."""
        said = self._sizes(schema, kind)
        if kind == "number":
            return self._numbers(schema)
        if kind == "string":
            return said + self._strings(schema)
        if kind == "array":
            return said + self._arrays(schema)
        return said + self._objects(schema) if kind == "object" else said

    def _rest(self, schema: Mapping[str, Any], kind: str) -> list[Rule]:
        """What comes after all other keywords have had their say."""
        if kind == "array" and "unevaluatedItems" in schema:
            return [arrays.unevaluated(self.compile(schema["unevaluatedItems"]))]
        if kind == "object" and "unevaluatedProperties" in schema:
            rest = self.compile(schema["unevaluatedProperties"])
            return [objects.unevaluated(rest)]
        return []

    def _sizes(self, schema: Mapping[str, Any], kind: str) -> list[Rule]:
        return [scalars.size(k, schema[k]) for k in _SIZES.get(kind, ()) if k in schema]

    def _of_values(self, schema: Mapping[str, Any]) -> list[Rule]:
        found: list[Rule] = []
        if "type" in schema:
            found.append(scalars.of_type(schema["type"]))
        if "const" in schema:
            found.append(scalars.one_of_values("const", [schema["const"]]))
        if "enum" in schema:
            found.append(scalars.one_of_values("enum", schema["enum"]))
        return found

    def _numbers(self, schema: Mapping[str, Any]) -> list[Rule]:
        found = [scalars.limit(k, schema[k]) for k in _LIMITS if k in schema]
        if "multipleOf" in schema:
            found.append(scalars.multiple_of(schema["multipleOf"]))
        return found

    def _strings(self, schema: Mapping[str, Any]) -> list[Rule]:
        if "pattern" not in schema:
            return []
        return [scalars.rule("pattern", self._pattern(schema["pattern"]))]

    def _arrays(self, schema: Mapping[str, Any]) -> list[Rule]:
        found: list[Rule] = []
        if schema.get("uniqueItems") is True:
            found.append(arrays.unique())
        entries = [self.compile(entry) for entry in schema.get("prefixItems", ())]
        if entries:
            found.append(arrays.prefix(entries))
        if "items" in schema:
            found.append(arrays.items(self.compile(schema["items"]), len(entries)))
        if "contains" in schema:
            entry = self.compile(schema["contains"])
            least, most = schema.get("minContains", 1), schema.get("maxContains")
            found.append(arrays.contains(entry, least, most))
        return found

    def _objects(self, schema: Mapping[str, Any]) -> list[Rule]:
        found: list[Rule] = []
        if "required" in schema:
            found.append(objects.required(schema["required"]))
        if "dependentRequired" in schema:
            found.append(objects.dependent_required(schema["dependentRequired"]))
        if "propertyNames" in schema:
            found.append(objects.names(self.compile(schema["propertyNames"])))
        if any(keyword in schema for keyword in _MEMBERS):
            found.append(self._members(schema))
        if "dependentSchemas" in schema:
            asked = self._each(schema["dependentSchemas"])
            found.append(objects.dependent_schemas(asked))
        return found

    def _members(self, schema: Mapping[str, Any]) -> Rule:
        patterns = self._each(schema.get("patternProperties", {}))
        rest = schema.get("additionalProperties")
        return objects.members(
            self._each(schema.get("properties", {})),
            [(self._pattern(text), check) for text, check in patterns.items()],
            None if rest is None else self.compile(rest),
        )

    def _each(self, schemas: Mapping[str, Any]) -> dict[str, Check]:
        return {name: self.compile(schema) for name, schema in schemas.items()}

    def _in_place(self, schema: Mapping[str, Any]) -> list[Rule]:
        found: list[Rule] = []
        if "$ref" in schema:
            found.append(self._reference(schema["$ref"]))
        for keyword, combine in (
            ("allOf", applicators.all_of),
            ("anyOf", applicators.any_of),
            ("oneOf", applicators.one_of),
        ):
            if keyword in schema:
                found.append(combine([self.compile(part) for part in schema[keyword]]))
        if "not" in schema:
            found.append(applicators.negation(self.compile(schema["not"])))
        if "if" in schema:
            branches = [
                self.compile(schema[branch]) if branch in schema else None
                for branch in ("then", "else")
            ]
            found.append(applicators.condition(self.compile(schema["if"]), *branches))
        return found

    def _reference(self, pointer: str) -> Rule:
        """References may lead back here: the target is looked up when a value comes."""

        def check(value: Any, seen: Evaluated | None) -> Failure | None:
            target = self.named(pointer)
            return evaluate(target, value) if seen is None else target(value, seen)

        return check
