"""The modules of models: one for each component schema, with the schemas written inside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import TypeAlias

from specloom import ir
from specloom.code import Code, join, literal
from specloom.python.aliases import AliasPlanner
from specloom.python.expr import Import
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.records import RecordPlanner
from specloom.python.shapes import record_of
from specloom.python.supported import Unsupported
from specloom.python.types import TypePlan
from specloom.python.views import ClassView, File, ModelsModuleView

ModelsModule: TypeAlias = tuple[ModulePath, list[ir.NamedType]]
_Named: TypeAlias = tuple[ir.NamedType, ir.Record]


def modules_of(api: ir.Api, types: TypePlan) -> list[ModelsModule]:
    """The modules of models, each with its types, in the order of their names."""
    by_module: dict[ModulePath, list[ir.NamedType]] = defaultdict(list)
    for named in api.types:
        by_module[types.of(named.id).module].append(named)
    return sorted(by_module.items())


def plan_models(types: TypePlan, modules: Iterable[ModelsModule], *, package: str) -> Iterator[File]:
    """The files of modules of models. Reports what pydantic models cannot say."""
    unsupported = Unsupported(types.diagnostics)
    records, aliases = RecordPlanner(types), AliasPlanner(types)
    for module, inside in modules:
        for named in inside:
            unsupported.report(named)
        view = _module(types, records, aliases, module, inside)
        yield File(f"{package}/{'/'.join(module)}.py", "models/module.py.jinja", view)


def _module(
    types: TypePlan,
    records: RecordPlanner,
    planner: AliasPlanner,
    module: ModulePath,
    inside: list[ir.NamedType],
) -> ModelsModuleView:
    """Classes first, for aliases are evaluated on the spot; each kind from the outside in."""
    ordered = sorted(inside, key=lambda named: (named.parent is not None, types.of(named.id).name))
    of_records: list[_Named] = []
    of_others: list[ir.NamedType] = []
    taken: set[str] = set()
    for named in ordered:
        taken.add(types.of(named.id).name)
        record = record_of(named)
        if record is None:
            of_others.append(named)
        else:
            of_records.append((named, record))
            taken.update(types.field_names(named.id).values())
    imports = ModuleImports(module, taken=taken, evaluated=True)
    classes = [records.plan(named, record, imports) for named, record in _bases_first(of_records)]
    aliases = [planner.plan(named, imports=imports) for named in planner.in_order(of_others)]
    links = sorted({name for named in of_others for name in planner.back_references(named, module)})
    return ModelsModuleView(
        definitions=(*classes, *aliases),
        alias_type=_add(imports, "typing_extensions", "TypeAliasType") if aliases else None,
        link=_add(imports, "._runtime.model", "link") if links else None,
        links=join(", ", map(literal, links)) if links else None,
        **_for_classes(imports, classes),
        imports=imports.view(),
    )


def _bases_first(records: list[_Named]) -> list[_Named]:
    """The same order, but that a class comes after its bases."""
    if not any(record.bases for _, record in records):
        return records
    waiting = {named.id: (named, record) for named, record in records}
    found: list[_Named] = []

    def add(named: ir.NamedType, record: ir.Record) -> None:
        for base in record.bases:
            if base in waiting:
                add(*waiting.pop(base))
        found.append((named, record))

    while waiting:
        add(*waiting.pop(next(iter(waiting))))
    return found


def _for_classes(imports: ModuleImports, classes: Iterable[ClassView]) -> dict[str, Code | None]:
    """The local names of what some classes need besides their annotations."""
    checked = any(view.check for view in classes)
    return {
        "field": _add(imports, "pydantic", "Field") if any(view.extra for view in classes) else None,
        "validator": _add(imports, "pydantic", "model_validator") if checked else None,
        "self_type": _add(imports, "typing", "Self") if checked else None,
    }


def _add(imports: ModuleImports, module: str, name: str) -> Code:
    return imports.add(Import(module, name))
