"""One annotation for each kind of type of the IR."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from specloom import ir
from specloom.python import constraints, documentation
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModulePath

if TYPE_CHECKING:
    from specloom.python.types import TypePlan


def scalar(name: str) -> Expr:
    return x.expr(Import("._runtime.scalars", name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """How an annotation is to be written.

    `runtime`: its imports are needed when the module runs, not only by type checkers. `in_model`: it
    stands in a class body, whose configuration makes plain types strict. `plain` leaves out what only a
    validator needs. `documented`: the outermost type says its description. `later` types do not exist yet
    when the annotation is evaluated.
    """

    within: ModulePath
    runtime: bool = False
    in_model: bool = False
    plain: bool = False
    documented: bool = True
    later: frozenset[ir.TypeId] = frozenset()


def annotate(plan: TypePlan, type: ir.Type, spelling: Spelling) -> Expr:
    """The annotation of a type."""
    annotator = _Annotator(plan, spelling)
    return annotator.of(type) if spelling.documented else annotator.bare(type)


@dataclass(frozen=True, slots=True)
class _Annotator:
    plan: TypePlan
    how: Spelling

    def of(self, type: ir.Type) -> Expr:
        """The annotation, with what is said of the type."""
        base, rules = self._split(type)
        said = documentation.arguments(type.doc, type.doc.default)
        if said:
            rules = [*rules, x.call(Import("pydantic", "Field"), **said)]
        return self._together(base, rules)

    def bare(self, type: ir.Type) -> Expr:
        return self._together(*self._split(type))

    def _together(self, base: Expr, rules: list[Expr]) -> Expr:
        return base if self.how.plain else x.annotated(base, *rules)

    def _split(self, type: ir.Type) -> tuple[Expr, list[Expr]]:
        """A type as type checkers see it, and what validators need beside it."""
        match type:
            case ir.Reference(target=target):
                return self._reference(target), []
            case ir.Anything():
                return x.ANY, []
            case ir.Nothing():
                return x.NEVER if self.how.plain else scalar("Nothing"), []
            case ir.Null():
                return x.NONE, []
            case ir.Boolean():
                return self._boolean(), []
            case ir.Integer() | ir.Number():
                return self._number(type)
            case ir.String():
                return self._string(type)
            case ir.Choice():
                return constraints.choice_base(type), constraints.choice_rules(type)
            case ir.Array():
                return self._array(type)
            case ir.Map(values=values):
                base = x.subscript(x.builtin("dict"), x.builtin("str"), self.of(values))
                return base, constraints.mapping(type)
            case ir.Union(members=members):
                return x.union(map(self.of, members)), constraints.union(self.plan, type)
            case ir.Record():
                # Normalise gives each record a name; without one, any object that it could be.
                return x.subscript(x.builtin("dict"), x.builtin("str"), x.ANY), []
            case ir.Assertion(type=inner):
                return self._split(inner)

    def _reference(self, target: ir.TypeId) -> Expr:
        later = target in self.how.later
        runtime = self.how.runtime and not later
        name = self.plan.reference(target, within=self.how.within, runtime=runtime)
        return x.later(name) if later else name

    def _boolean(self) -> Expr:
        if self.how.in_model or self.how.plain:
            return x.builtin("bool")
        return x.expr(Import("pydantic", "StrictBool"))

    def _number(self, type: ir.Integer | ir.Number) -> tuple[Expr, list[Expr]]:
        integer = isinstance(type, ir.Integer)
        rule = constraints.number(type)
        if not rule and not self.how.plain:
            return scalar("Int" if integer else "Float"), []
        base = x.builtin("int" if integer else "float")
        return base, [x.call(scalar("Integer" if integer else "Number"), **rule)]

    def _string(self, type: ir.String) -> tuple[Expr, list[Expr]]:
        content = None if type.content is None else x.expr("lambda: ", self.of(type.content))
        rule = constraints.string(self.plan, type, content=content)
        typed = constraints.TYPED_FORMATS.get(type.format or "")
        rules = [x.call(scalar("String"), **rule)] if rule else []
        if typed is None:
            return x.builtin("str"), rules
        return x.expr(typed.type) if rules or self.how.plain else scalar(typed.alias), rules

    def _array(self, type: ir.Array) -> tuple[Expr, list[Expr]]:
        rules = constraints.array(type)
        if not type.prefix:
            return x.subscript(x.builtin("list"), self.of(type.items)), rules
        entries = [*map(self.of, type.prefix), self.of(type.items)]
        prefix = x.call(Import("._runtime.containers", "Prefix"), *entries)
        return x.subscript(x.builtin("list"), x.ANY), [prefix, *rules]
