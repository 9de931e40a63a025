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
        said = documentation.arguments(type.doc, type.doc.default)
        bare = self.bare(type)
        return self._metadata(bare, x.call(Import("pydantic", "Field"), **said)) if said else bare

    def bare(self, type: ir.Type) -> Expr:
        match type:
            case ir.Reference(target=target):
                return self._reference(target)
            case ir.Anything():
                return x.ANY
            case ir.Nothing():
                return x.NEVER if self.how.plain else scalar("Nothing")
            case ir.Null():
                return x.NONE
            case ir.Boolean():
                return self._boolean()
            case ir.Integer() | ir.Number():
                return self._number(type)
            case ir.String():
                return self._string(type)
            case ir.Choice():
                return self._choice(type)
            case ir.Array():
                return self._array(type)
            case ir.Map():
                return self._map(type)
            case ir.Union():
                return self._union(type)
            case ir.Record():
                # Normalise gives each record a name; without one, any object that it could be.
                return x.subscript(x.builtin("dict"), x.builtin("str"), x.ANY)
            case ir.Assertion(type=inner):
                return self.bare(inner)

    def _reference(self, target: ir.TypeId) -> Expr:
        later = target in self.how.later
        runtime = self.how.runtime and not later
        name = self.plan.reference(target, within=self.how.within, runtime=runtime)
        return x.later(name) if later else name

    def _metadata(self, base: Expr, *metadata: Expr) -> Expr:
        return base if self.how.plain else x.annotated(base, *metadata)

    def _boolean(self) -> Expr:
        if self.how.in_model or self.how.plain:
            return x.builtin("bool")
        return x.expr(Import("pydantic", "StrictBool"))

    def _number(self, type: ir.Integer | ir.Number) -> Expr:
        integer = isinstance(type, ir.Integer)
        base = x.builtin("int" if integer else "float")
        rule = constraints.number(type)
        if rule:
            return self._metadata(base, x.call(scalar("Integer" if integer else "Number"), **rule))
        return base if self.how.plain else scalar("Int" if integer else "Float")

    def _string(self, type: ir.String) -> Expr:
        typed = constraints.TYPED_FORMATS.get(type.format or "")
        base = x.builtin("str")
        if typed is not None:
            base = x.expr(typed.type) if self.how.plain else scalar(typed.alias)
        rule = constraints.string(type, content=self._content(type))
        return self._metadata(base, x.call(scalar("String"), **rule)) if rule else base

    def _content(self, type: ir.String) -> Expr | None:
        return None if type.content is None else x.expr("lambda: ", self.of(type.content))

    def _choice(self, type: ir.Choice) -> Expr:
        base = constraints.choice_base(type)
        return self._metadata(base, *constraints.choice_rules(type))

    def _array(self, type: ir.Array) -> Expr:
        rules = constraints.array(type)
        if type.prefix:
            entries = [*map(self.of, type.prefix), self.of(type.items)]
            base = x.subscript(x.builtin("list"), x.ANY)
            prefix = x.call(Import("._runtime.containers", "Prefix"), *entries)
            return self._metadata(base, prefix, *rules)
        return self._metadata(x.subscript(x.builtin("list"), self.of(type.items)), *rules)

    def _map(self, type: ir.Map) -> Expr:
        base = x.subscript(x.builtin("dict"), x.builtin("str"), self.of(type.values))
        return self._metadata(base, *constraints.mapping(type))

    def _union(self, type: ir.Union) -> Expr:
        base = x.union(map(self.of, type.members))
        return self._metadata(base, *constraints.union(self.plan, type))
