"""Values of types that are held to a whole schema: made by the type, nudged to fit, judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from specloom import ir
from specloom.mock import patterns
from specloom.mock.limits import DRAWS, UnmakeableError

if TYPE_CHECKING:
    from specloom.mock.maker import Making

_DEEPEST = 6
_LENGTHS = ("pattern", "minLength", "maxLength", "format")
_LIMITS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_SCALAR = (*_LENGTHS, *_LIMITS)


def make(making: Making, type: ir.Assertion) -> ir.Json:
    """A value that the schema takes. Raises :class:`UnmakeableError`."""
    attempt = making.attempt
    try:
        for index in range(DRAWS):
            making.attempt = attempt + index // 2
            value: Any = making.make(type.type)
            if making.maker.holds(type, value):
                return cast("ir.Json", value)
            value = _Nudge(making).towards(value, type.schema)
            if making.maker.holds(type, value):
                return cast("ir.Json", value)
    finally:
        making.attempt = attempt
    raise UnmakeableError("no value is known to fit its conditions")


class _Nudge:
    """Changes values so that they are likelier to fit a schema. Where there is a choice, chance decides."""

    def __init__(self, making: Making) -> None:
        self._making = making
        self._rng = making.rng

    def towards(self, value: Any, schema: Any, depth: int = 0) -> Any:
        for wanted in self._wanted(schema, depth):
            if "const" in wanted:
                value = wanted["const"]
            elif "enum" in wanted and not any(value == each for each in wanted["enum"]):
                value = self._rng.choice(wanted["enum"])
            if isinstance(value, Mapping):
                value = self._object(dict(value), wanted, depth)
            elif isinstance(value, tuple) and "contains" in wanted:
                value = self._array(value, wanted, depth)
            elif isinstance(value, (str, int, float)) and not wanted.keys().isdisjoint(_SCALAR):
                value = self._making.make(_type(wanted))
        return value

    def _array(self, value: tuple[Any, ...], schema: Mapping[str, Any], depth: int) -> tuple[Any, ...]:
        """Some entries, or more of them, brought nearer to what the array has to contain."""
        inside, count = schema["contains"], schema.get("minContains", 1)
        kept = [self.towards(entry, inside, depth + 1) for entry in value[:count]]
        more = [self.value(inside, depth) for _ in range(count - len(kept))]
        return (*kept, *more, *value[count:])

    def value(self, schema: Any, depth: int) -> Any:
        """A value made up from a schema alone."""
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            return self._making.make(ir.Anything())
        target = self._making.maker.places.get(str(schema.get("$ref")))
        if target is not None:
            return self._making.make(ir.Reference(target=target))
        return self.towards(self._making.make(_type(schema)), schema, depth + 1)

    def _wanted(self, schema: Any, depth: int) -> Iterator[Mapping[str, Any]]:
        """The schemas that a value may be brought nearer to, the one itself first."""
        if not isinstance(schema, Mapping) or depth > _DEEPEST:
            return
        yield schema
        parts = list(schema.get("allOf", ()))
        parts += [self._rng.choice(schema[word]) for word in ("anyOf", "oneOf") if schema.get(word)]
        if "$ref" in schema:
            parts.append(self._making.maker.schemas.get(schema["$ref"]))
        branches = [[schema.get("if"), schema.get("then")], [schema.get("else")]]
        parts += branches[self._rng.randrange(2)]
        for part in parts:
            yield from self._wanted(part, depth + 1)

    def _object(self, value: dict[str, Any], schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        properties = schema.get("properties", {})
        needed = set(schema.get("required", ()))
        for name, others in schema.get("dependentRequired", {}).items():
            needed |= set(others) if name in value else set()
        for name, part in properties.items():
            if part is False:
                value.pop(name, None)
            elif name in value:
                value[name] = self.towards(value[name], part, depth + 1)
        for name in sorted(needed - value.keys()):
            value[name] = self.value(properties.get(name, True), depth)
        for name, part in schema.get("dependentSchemas", {}).items():
            if name in value:
                value = dict(self.towards(value, part, depth + 1))
        refused = schema.get("not")
        if isinstance(refused, Mapping):
            for name in refused.get("required", ()):
                value.pop(name, None)
        return self._by_name(value, schema, depth)

    def _by_name(self, value: dict[str, Any], schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        """Names by `propertyNames`, values by the patterns that their names have."""
        if isinstance(schema.get("propertyNames"), Mapping):
            named = self._making.maker
            keep = {n for i in named.named.values() for n in _declared(i.type)}
            renamed = (
                n if n in keep else str(self.value({"type": "string", **schema["propertyNames"]}, depth))
                for n in value
            )
            value = dict(zip(renamed, value.values(), strict=True))
        by_pattern = schema.get("patternProperties", {})
        if by_pattern and schema.get("additionalProperties") is False:
            value = {n: v for n, v in value.items() if n in schema.get("properties", {})}
        for pattern, part in by_pattern.items():
            drawn = self._making.make(ir.String(pattern=pattern))
            for name in (*value, str(drawn)):
                if patterns.search(pattern)(name):
                    value[name] = self.value(part, depth)
        return value


def _declared(type: ir.Type) -> Iterator[str]:
    while isinstance(type, ir.Assertion):
        type = type.type
    if isinstance(type, ir.Record):
        yield from (field.name for field in type.fields)


def _type(schema: Mapping[str, Any]) -> ir.Type:
    """The type that a schema's own keywords say, as far as they give values their shape."""
    kinds = schema.get("type")
    kind = kinds if isinstance(kinds, str) else next(iter(kinds), None) if kinds else _implied(schema)
    limits: dict[str, Any] = {
        "minimum": schema.get("minimum"),
        "maximum": schema.get("maximum"),
        "exclusive_minimum": schema.get("exclusiveMinimum"),
        "exclusive_maximum": schema.get("exclusiveMaximum"),
        "multiple_of": schema.get("multipleOf"),
    }
    match kind:
        case "string":
            return ir.String(
                min_length=schema.get("minLength"),
                max_length=schema.get("maxLength"),
                pattern=schema.get("pattern"),
                format=schema.get("format"),
            )
        case "integer":
            return ir.Integer(**limits)
        case "number":
            return ir.Number(**limits)
        case "boolean":
            return ir.Boolean()
        case "null":
            return ir.Null()
        case "array":
            return ir.Array(items=ir.Anything(), max_items=schema.get("maxItems"))
        case "object":
            return ir.Record(fields=(), extra=ir.Anything())
    return ir.Anything()


def _implied(schema: Mapping[str, Any]) -> str | None:
    """The type that a schema without one is likely to mean."""
    words = {
        "string": _LENGTHS,
        "number": _LIMITS,
        "object": ("properties", "required", "patternProperties", "dependentRequired"),
        "array": ("contains", "items", "prefixItems"),
    }
    return next((kind for kind, known in words.items() if not schema.keys().isdisjoint(known)), None)
