"""`models/_schemas.py`: the schemas that hold types to what no Python type says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    imports = ModuleImports(MODULE, {"SCHEMAS"})
    patterns = tuple(_patterns(api, types, imports))
    made = imports.add(Import("._runtime.assertions.schemas", "Schemas"))
    places = sorted(api.schemas)
    view = SchemasView(
        doc=docstring("Schemas that decide where types alone cannot, by their place in the document."),
        imports=imports.view(),
        schemas_type=made,
        schemas=tuple(EntryView(key=literal(p), value=literal(api.schemas[p])) for p in places),
        types=tuple(_types(api, types)),
        patterns=patterns,
    )
    return (File(f"{package}/{'/'.join(MODULE)}.py", "models/schemas.py.jinja", view),)


def _types(api: ir.Api, types: TypePlan) -> Iterator[EntryView]:
    wanted = {place for schema in api.schemas.values() for place in _said(schema, "$ref")}
    for named in sorted(api.types, key=lambda named: named.id.pointer):
        if named.id.pointer in wanted:
            view = types.of(named.id)
            name = view.name if view.namespace is None else f"{view.namespace}.{view.name}"
            yield EntryView(key=literal(named.id.pointer), value=literal(name))


def _patterns(api: ir.Api, types: TypePlan, imports: ModuleImports) -> Iterator[EntryView]:
    uri = api.sources[0].origin.uri
    found = {pattern: place for place, schema in api.schemas.items() for pattern in _written(schema)}
    for pattern, place in sorted(found.items()):
        try:
            if translate(pattern) == Pattern((pattern,)):
                continue
        except UnsupportedPatternError as error:
            report_pattern(pattern, error, Location(uri, place), types.diagnostics)
        search = imports.render(runtime(pattern, types.needs.libraries))
        yield EntryView(key=literal(pattern), value=search)


def _written(schema: ir.Json) -> Iterator[str]:
    yield from (text for text in _said(schema, "pattern") if isinstance(text, str))
    for members in _said(schema, "patternProperties"):
        yield from members if isinstance(members, Mapping) else ()


def _said(schema: ir.Json, keyword: str) -> Iterator[ir.Json]:
    """What a rendered schema says by a keyword, at any depth. Members' names and values are no keywords."""
    if isinstance(schema, tuple):
        for part in schema:
            yield from _said(part, keyword)
    elif isinstance(schema, Mapping):
        if keyword in schema:
            yield schema[keyword]
        for name, value in schema.items():
            if name in ("properties", "patternProperties", "dependentSchemas") and isinstance(value, Mapping):
                for part in value.values():
                    yield from _said(part, keyword)
            elif name not in ("const", "enum", "default", "examples"):
                yield from _said(value, keyword)
