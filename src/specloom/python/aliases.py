"""Named types that are no objects, as type aliases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import TypeVar

from specloom import ir
from specloom.code import identifier, literal
from specloom.python import expr as x
from specloom.python.annotations import Spelling
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.shapes import record_of
from specloom.python.types import TypePlan
from specloom.python.views import AliasView

T = TypeVar("T")


class AliasPlanner:
    """Plans the aliases of all modules: each is evaluated when its module is loaded."""

    def __init__(self, types: TypePlan) -> None:
        self._types = types
        self._imports: dict[ModulePath, set[ModulePath]] = {}
        self._loaded: dict[ModulePath, frozenset[ModulePath]] = {}
        self._later = cache(self._reached_again)
        for named in types.named.values():
            record = record_of(named)
            own = self._imports.setdefault(types.of(named.id).module, set())
            needed = _named(named.type) if record is None else record.bases
            own.update(types.of(target).module for target in needed)

    def plan(self, named: ir.NamedType, *, imports: ModuleImports) -> AliasView:
        """The value is written out, so what it names is imported; only what leads back to it is quoted."""
        spelling = Spelling(direct=True, runtime=True, later=self._later(named.id))
        value = self._types.annotator(spelling).of(named.type)
        name = self._types.of(named.id).name
        return AliasView(
            name=identifier(name),
            text=literal(name),
            value=imports.render(x.quoted(value) if value.is_later else value),
        )

    def back_references(self, named: ir.NamedType, module: ModulePath) -> list[str]:
        """Names in other modules that lead back here, and so cannot be imported before the alias exists."""
        views = map(self._types.of, self._later(named.id))
        return sorted(view.name for view in views if view.module != module)

    def in_order(self, aliases: Iterable[ir.NamedType]) -> list[ir.NamedType]:
        """The aliases of a module, each behind those that its value names; otherwise as they came."""
        waiting = {named.id: named for named in aliases}
        ordered: list[ir.NamedType] = []

        def place(named: ir.NamedType) -> None:
            if waiting.pop(named.id, None) is not None:
                later = self._later(named.id)
                for target in _named(named.type):
                    if target in waiting and target not in later:
                        place(waiting[target])
                ordered.append(named)

        for named in tuple(waiting.values()):
            place(named)
        return ordered

    def _reached_again(self, start: ir.TypeId) -> frozenset[ir.TypeId]:
        """What the alias names directly and from where it, or its module, is reached again."""
        here = self._types.of(start).module
        others = (t for t in _named(self._types.named[start].type) if self._types.of(t).module != here)
        circular = (target for target in others if here in self._loads(self._types.of(target).module))
        return leading_back(self._types, start).union(circular)

    def _loads(self, module: ModulePath) -> frozenset[ModulePath]:
        """The modules that loading a module loads."""
        found = self._loaded.get(module)
        if found is None:
            found = self._loaded[module] = frozenset(_closure(module, lambda m: self._imports.get(m, ())))
        return found


def leading_back(types: TypePlan, start: ir.TypeId) -> frozenset[ir.TypeId]:
    """The aliases that the alias names directly and from which it is reached again."""

    def names(here: ir.TypeId) -> Iterable[ir.TypeId]:
        # Classes lead nowhere: what they name is found on first use.
        return _named(types.named[here].type) if record_of(types.named[here]) is None else ()

    return frozenset(target for target in names(start) if start in _closure(target, names))


def _closure(start: T, following: Callable[[T], Iterable[T]]) -> set[T]:
    found: set[T] = set()
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in found:
            found.add(here)
            waiting += following(here)
    return found


def _named(type: ir.Type) -> Iterator[ir.TypeId]:
    """What a type's annotation names."""
    match type:
        case ir.Reference(target=target):
            yield target
        case ir.Array(items=items, prefix=prefix):
            for entry in (*prefix, items):
                yield from _named(entry)
        case ir.Map(values=values):
            yield from _named(values)
        case ir.Union(members=members):
            for member in members:
                yield from _named(member)
        case ir.Assertion(type=inner) | ir.File(type=inner):
            yield from _named(inner)
        case ir.String(content=content) if content is not None:
            yield from _named(content)
