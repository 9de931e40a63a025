"""One annotation for each kind of type of the IR."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from specloom import ir
from specloom.python import constraints
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModulePath

if TYPE_CHECKING:
    from specloom.python.types import TypePlan


def scalar(name: str) -> Expr:
    return x.expr(Import("._runtime.scalars", name))


def annotate(
    plan: TypePlan, type: ir.Type, *, within: ModulePath, runtime: bool, in_model: bool, plain: bool = False
) -> Expr:
    """The annotation of a type; `plain` leaves out what only a validator needs."""
    return _Annotator(plan, within, runtime, in_model, plain).of(type)


@dataclass(frozen=True, slots=True)
class _Annotator:
    plan: TypePlan
    within: ModulePath
    runtime: bool
    in_model: bool
    plain: bool

    def of(self, type: ir.Type) -> Expr:
        match type:
            case ir.Reference(target=target):
                return self.plan.reference(target, within=self.within, runtime=self.runtime)
            case ir.Anything():
                return x.ANY
            case ir.Nothing():
                return x.NEVER if self.plain else scalar("Nothing")
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
                return self.of(inner)

    def _metadata(self, base: Expr, *metadata: Expr) -> Expr:
        return base if self.plain else x.annotated(base, *metadata)

    def _boolean(self) -> Expr:
        if self.in_model or self.plain:
            return x.builtin("bool")
        return x.expr(Import("pydantic", "StrictBool"))

    def _number(self, type: ir.Integer | ir.Number) -> Expr:
        integer = isinstance(type, ir.Integer)
        base = x.builtin("int" if integer else "float")
        rule = constraints.number(type)
        if rule:
            return self._metadata(base, x.call(scalar("Integer" if integer else "Number"), **rule))
        return base if self.plain else scalar("Int" if integer else "Float")

    def _string(self, type: ir.String) -> Expr:
        typed = constraints.TYPED_FORMATS.get(type.format or "")
        base = x.builtin("str")
        if typed is not None:
            base = x.expr(typed.type) if self.plain else scalar(typed.alias)
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
