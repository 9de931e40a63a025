"""Named types that are no objects, as type aliases."""

from __future__ import annotations

from collections.abc import Iterator

from specloom import ir
from specloom.code import identifier, literal
from specloom.python import expr as x
from specloom.python.annotations import Spelling, annotate
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.types import TypePlan
from specloom.python.views import AliasView


def plan_alias(
    types: TypePlan, named: ir.NamedType, *, imports: ModuleImports, module: ModulePath
) -> AliasView:
    """The value is written out, so what it names is imported; only what leads back to it is quoted."""
    later = leading_back(types, named.id)
    value = annotate(types, named.type, Spelling(within=module, runtime=True, later=later))
    name = types.of(named.id).name
    return AliasView(
        name=identifier(name),
        text=literal(name),
        value=imports.render(x.quoted(value) if value.is_later else value),
    )


def back_references(types: TypePlan, named: ir.NamedType, module: ModulePath) -> list[str]:
    """Names in other modules that lead back to the alias, and so cannot be imported before it exists."""
    views = map(types.of, leading_back(types, named.id))
    return sorted(view.name for view in views if view.module != module)


def leading_back(types: TypePlan, start: ir.TypeId) -> frozenset[ir.TypeId]:
    """The aliases that the alias names directly and from which it is reached again."""
    return frozenset(
        target for target in _named(types, types.named[start].type) if start in _reached(types, target)
    )


def _reached(types: TypePlan, start: ir.TypeId) -> set[ir.TypeId]:
    reached: set[ir.TypeId] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in reached:
            reached.add(here)
            waiting += _named(types, types.named[here].type)
    return reached


def _named(types: TypePlan, type: ir.Type) -> Iterator[ir.TypeId]:
    """What a type's annotation names. Classes lead nowhere: their modules import nothing before use."""
    match type:
        case ir.Reference(target=target):
            if not isinstance(types.named[target].type, ir.Record):
                yield target
        case ir.Array(items=items, prefix=prefix):
            for entry in (*prefix, items):
                yield from _named(types, entry)
        case ir.Map(values=values):
            yield from _named(types, values)
        case ir.Union(members=members):
            for member in members:
                yield from _named(types, member)
        case ir.Assertion(type=inner):
            yield from _named(types, inner)
        case ir.String(content=content) if content is not None:
            yield from _named(types, content)
