"""`models/_schemas.py`: the schemas that hold types to what no Python type says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from specloom import ir
from specloom.code import Code, docstring, literal
from specloom.diagnostics import Location
from specloom.python.expr import Import
from specloom.python.modules import ImportsView, ModuleImports
from specloom.python.patterns import Pattern, UnsupportedPatternError, runtime, translate
from specloom.python.supported import report_pattern
from specloom.python.types import TypePlan
from specloom.python.views import File
from specloom.values import Value

MODULE = ("models", "_schemas")
_Part: TypeAlias = "Mapping[str, ir.Json]"


class EntryView(Value, kw_only=True):
    """An entry of a mapping: both are expressions."""

    key: Code
    value: Code


class SchemasView(Value, kw_only=True):
    """The schemas by place, the types' names by place, and patterns that need another spelling."""

    doc: Code
    imports: ImportsView
    schemas_type: Code
    schemas: tuple[EntryView, ...]
    types: tuple[EntryView, ...]
    patterns: tuple[EntryView, ...]


def plan_schemas(api: ir.Api, types: TypePlan, *, package: str) -> tuple[File, ...]:
    """The file, where any type is held to a schema. Reports patterns that no engine can search for."""
    if not api.schemas:
        return ()
    parts = {place: _parts(schema) for place, schema in api.schemas.items()}
    imports = ModuleImports(MODULE, {"SCHEMAS"})
    patterns = tuple(_patterns(api, types, parts, imports))
    made = imports.add(Import("._runtime.assertions.schemas", "Schemas"))
    places = sorted(api.schemas)
    view = SchemasView(
        doc=docstring("Schemas that decide where types alone cannot, by their place in the document."),
        imports=imports.view(),
        schemas_type=made,
        schemas=tuple(EntryView(key=literal(p), value=literal(api.schemas[p])) for p in places),
        types=tuple(_types(api, types, parts)),
        patterns=patterns,
    )
    return (File(f"{package}/{'/'.join(MODULE)}.py", "models/schemas.py.jinja", view),)


def _types(api: ir.Api, types: TypePlan, parts: Mapping[str, list[_Part]]) -> Iterator[EntryView]:
    wanted = {part["$ref"] for each in parts.values() for part in each if "$ref" in part}
    for named in sorted([n for n in api.types if n.id.pointer in wanted], key=lambda named: named.id.pointer):
        view = types.of(named.id)
        name = view.name if view.namespace is None else f"{view.namespace}.{view.name}"
        yield EntryView(key=literal(named.id.pointer), value=literal(name))


def _patterns(
    api: ir.Api, types: TypePlan, parts: Mapping[str, list[_Part]], imports: ModuleImports
) -> Iterator[EntryView]:
    uri = api.sources[0].origin.uri
    found = {pattern: place for place, each in parts.items() for part in each for pattern in _written(part)}
    for pattern, place in sorted(found.items()):
        try:
            if translate(pattern) == Pattern((pattern,)):
                continue
        except UnsupportedPatternError as error:
            report_pattern(pattern, error, Location(uri, place), types.diagnostics)
        search = imports.render(runtime(pattern, types.needs.libraries))
        yield EntryView(key=literal(pattern), value=search)


def _written(part: _Part) -> Iterator[str]:
    """The patterns that one schema has itself."""
    text, members = part.get("pattern"), part.get("patternProperties")
    if isinstance(text, str):
        yield text
    if isinstance(members, Mapping):
        yield from members


def _parts(schema: ir.Json) -> list[_Part]:
    """A rendered schema and those within it, at any depth. Members' names and values are no keywords."""
    found: list[_Part] = []
    _gather(schema, found)
    return found


def _gather(schema: ir.Json, found: list[_Part]) -> None:
    if isinstance(schema, tuple):
        for each in schema:
            _gather(each, found)
    elif not isinstance(schema, str) and isinstance(schema, Mapping):  # Most values are texts.
        found.append(schema)
        for name, value in schema.items():
            if name in _OF_MEMBERS and isinstance(value, Mapping):
                for each in value.values():
                    _gather(each, found)
            elif name not in _VALUES:
                _gather(value, found)


_OF_MEMBERS: Final = frozenset(("properties", "patternProperties", "dependentSchemas"))
_VALUES: Final = frozenset(("const", "enum", "default", "examples"))
