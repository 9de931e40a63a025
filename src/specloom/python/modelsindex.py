"""The packages of models: lazy indexes over their modules, and SCHEMA_TYPES."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, LiteralString

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python.exports import exports
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports
from specloom.python.types import SourceModels, TypePlan
from specloom.python.views import (
    File,
    FormsView,
    LazyView,
    ModelsIndexView,
    SchemaTypeView,
    SourceTypesView,
)

_DIRECTIONS: Final[tuple[ir.Direction, ...]] = ("request", "response")
_MAPPINGS: Final = frozenset({"SCHEMA_TYPES", "REQUEST_TYPES", "RESPONSE_TYPES"})


def plan_indexes(api: ir.Api, types: TypePlan, *, package: str) -> tuple[File, ...]:
    """`models/__init__.py`, and one more for each namespace."""
    named = [source for source in types.sources if source.namespace is not None]
    alone = [source for source in types.sources if source.namespace is None]
    files = [_index(api, types, source, package) for source in named]
    if named or not alone:
        files.append(_index_of_namespaces(api, named, package))
    else:
        files += [_index(api, types, source, package) for source in alone]
    return tuple(files)


def _index(api: ir.Api, types: TypePlan, source: SourceModels, package: str) -> File:
    own = [named for named in api.types if named.id.source == source.id]
    views = sorted((types.of(named.id) for named in own), key=lambda view: view.name)
    components = {named.component: named.family or named.id for named in own if named.component is not None}
    forms = {d: _in_direction(own, components, d) for d in _DIRECTIONS}
    title = next(s.title for s in api.sources if s.id == source.id)
    view = ModelsIndexView(
        doc=docstring(f"The models of {title}, each loaded on first use."),
        names=_names(source.package, (view.name for view in views)),
        exports=exports(((view.name, view.module[-1]) for view in views), also=_MAPPINGS),
        schema_types=_by_component(types, components),
        forms=tuple(_forms(direction, _by_component(types, found)) for direction, found in forms.items()),
        sources=(),
    )
    return File(f"{package}/{'/'.join(source.package)}/__init__.py", "models/index.py.jinja", view)


def _by_component(types: TypePlan, components: Mapping[str, ir.TypeId]) -> tuple[SchemaTypeView, ...]:
    return tuple(
        SchemaTypeView(component=literal(component), name=literal(types.of(components[component]).name))
        for component in sorted(components)
    )


def _in_direction(
    own: Iterable[ir.NamedType], components: Mapping[str, ir.TypeId], direction: ir.Direction
) -> dict[str, ir.TypeId]:
    """The components that have a form of their own in the direction."""
    forms = {n.variant.of: n.id for n in own if n.variant is not None and n.variant.direction == direction}
    return {component: forms[id] for component, id in components.items() if id in forms}


def _forms(direction: ir.Direction, types: tuple[SchemaTypeView, ...]) -> FormsView:
    name = f"{direction.upper()}_TYPES"
    return FormsView(
        name=identifier(name),
        text=literal(name),
        doc=docstring(f"The same as they are in {direction}s."),
        types=types,
    )


def _index_of_namespaces(api: ir.Api, sources: list[SourceModels], package: str) -> File:
    spaces = sorted(s.namespace for s in sources if s.namespace is not None)
    view = ModelsIndexView(
        doc=docstring(f"The models of {api.title}, by source."),
        names=_names(("models",), spaces),
        exports=exports(((space, "") for space in spaces), also=_MAPPINGS),
        schema_types=(),
        forms=tuple(_forms(direction, ()) for direction in _DIRECTIONS),
        sources=tuple(
            SourceTypesView(source=literal(s.id), namespace=literal(s.namespace))
            for s in sorted(sources, key=lambda s: s.id)
        ),
    )
    return File(f"{package}/models/__init__.py", "models/index.py.jinja", view)


def _names(package: tuple[str, ...], taken: Iterable[str]) -> LazyView:
    names = frozenset(taken)
    imports = ModuleImports((*package, "__init__"), names | _MAPPINGS)

    def add(module: LiteralString, name: LiteralString) -> Code:
        return imports.add(Import(module, name))

    return LazyView(
        type_checking=add("typing", "TYPE_CHECKING") if names else Code(""),
        lazy=add("._runtime.lazy", "lazy") if names else Code(""),
        lazy_types=add("._runtime.lazy", "LazyTypes"),
        final=add("typing", "Final"),
        imports=imports.view(),
    )
