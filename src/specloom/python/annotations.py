"""One annotation for each kind of type of the IR."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from specloom import ir
from specloom.python import constraints, decimals, documentation
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModulePath
from specloom.python.shapes import record_of
from specloom.values import Value, replace

if TYPE_CHECKING:
    from specloom.python.types import TypePlan


UPLOADS = "._runtime.uploads"


@cache
def scalar(name: str) -> Expr:
    return x.expr(Import("._runtime.scalars", name))


class Spelling(Value, kw_only=True):
    """How an annotation is to be written.

    `runtime`: its imports are needed when the module runs, not only by type checkers. `in_model`: it
    stands in a class body, whose configuration makes plain types strict. `plain` leaves out what only a
    validator needs. `documented`: the outermost type says its description. `later` types do not exist yet
    when the annotation is evaluated. `floats`: decimal numbers are floats.
    """

    within: ModulePath
    runtime: bool = False
    in_model: bool = False
    plain: bool = False
    documented: bool = True
    later: frozenset[ir.TypeId] = frozenset()
    floats: bool = False


def annotate(plan: TypePlan, type: ir.Type, spelling: Spelling) -> Expr:
    """The annotation of a type."""
    annotator = _Annotator(plan, spelling)
    return annotator.of(type) if spelling.documented else annotator.bare(type)


class _Annotator(Value):
    plan: TypePlan
    how: Spelling

    def of(self, type: ir.Type) -> Expr:
        """The annotation, with what is said of the type."""
        base, rules = self._split(type)
        said = documentation.type_arguments(type.doc)
        if said:
            rules = [*rules, x.call(Import("pydantic", "Field"), **said)]
        return self._together(base, rules)

    def bare(self, type: ir.Type) -> Expr:
        return self._together(*self._split(type))

    def _together(self, base: Expr, rules: list[Expr]) -> Expr:
        return base if self.how.plain else x.annotated(base, *rules)

    def _split(self, type: ir.Type) -> tuple[Expr, list[Expr]]:
        """A type as type checkers see it, and what validators need beside it."""
        own = self.plan.formats.users_type(type)
        return self._plain(type) if own is None else self._own(own, type)

    def _noted(self, own: Expr) -> Expr:
        self.plan.needs.own_modules.update(part.module for part in own.parts if isinstance(part, Import))
        return own

    def _own(self, own: Expr, type: ir.Type) -> tuple[Expr, list[Expr]]:
        """A type of the user's, and the schema's own that decides before it reads."""
        if isinstance(type, ir.Union) and any(isinstance(member, ir.Null) for member in type.members):
            # Null stays null.
            rest = tuple(member for member in type.members if not isinstance(member, ir.Null))
            one = rest[0] if len(rest) == 1 else replace(type, members=rest, doc=ir.NO_DOC)
            return x.union([self._together(*self._own(own, one)), x.NONE]), []
        decides = self._together(*self._plain(type))
        return self._noted(own), [x.call(scalar("As"), x.expr("lambda: ", decides))]

    def _plain(self, type: ir.Type) -> tuple[Expr, list[Expr]]:
        match type:
            case ir.Reference(target=target):
                return self._reference(target)
            case ir.Anything():
                return (x.ANY if self.how.plain else scalar("Anything")), []
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
            case ir.Union():
                return self._union(type)
            case ir.File(type=inner):
                return self._file(inner)
            case ir.Record():
                # Normalise gives each record a name; without one, any object that it could be.
                return x.subscript(x.builtin("dict"), x.builtin("str"), self.of(ir.Anything())), []
            case ir.Assertion(type=inner):
                base, rules = self._split(inner)
                return base, [*rules, constraints.assertion(type)]

    def _union(self, type: ir.Union) -> tuple[Expr, list[Expr]]:
        members, resolve, of = type.members, self.plan.resolve, self.of
        if decimals.mixed(members, resolve):
            members = decimals.numbers_in_place(members, resolve)
            of = replace(self, how=replace(self.how, floats=True)).of
        return x.union(map(of, members)), constraints.union(self.plan, type)

    def _reference(self, target: ir.TypeId) -> tuple[Expr, list[Expr]]:
        record = record_of(self.plan.named[target])
        own = None if record is None else self.plan.formats.users_type(record)
        if own is None:
            return self._name(target), []
        # Its class has the name, and decides; any other type's alias stands for the user's type itself.
        return self._noted(own), [x.call(scalar("As"), x.expr("lambda: ", self._name(target)))]

    def _name(self, target: ir.TypeId) -> Expr:
        later = target in self.how.later
        runtime = self.how.runtime and not later
        name = self.plan.reference(target, within=self.how.within, runtime=runtime)
        return x.later(name) if later else name

    def _file(self, said: ir.Type) -> tuple[Expr, list[Expr]]:
        """A file that was received; beside it its schema, where that is not the usual one."""
        base = x.expr(Import(UPLOADS, "UploadedFile"))
        if self.how.plain or replace(said, doc=ir.NO_DOC) == ir.String(format="binary"):
            return base, []
        described = x.expr("lambda: ", self.bare(said))
        return base, [x.call(Import(UPLOADS, "DescribedAs"), described)]

    def _boolean(self) -> Expr:
        if self.how.in_model or self.how.plain:
            return x.builtin("bool")
        return x.expr(Import("pydantic", "StrictBool"))

    def _number(self, type: ir.Integer | ir.Number) -> tuple[Expr, list[Expr]]:
        integer = isinstance(type, ir.Integer)
        rule = constraints.number(self.plan, type)
        typed = None if self.how.floats else self.plan.formats.python_type(type)
        if not rule and typed is None and not self.how.plain:
            return scalar("Int" if integer else "Float"), []
        if (
            rule.keys() == {"format"}
            and type.format == "decimal"
            and typed is not None
            and not self.how.plain
        ):
            return scalar("DecimalNumber"), []
        base = x.builtin("int" if integer else "float") if typed is None else x.expr(typed)
        return base, [x.call(scalar("Integer" if integer else "Number"), **rule)]

    def _string(self, type: ir.String) -> tuple[Expr, list[Expr]]:
        content = None if type.content is None else x.expr("lambda: ", self.of(type.content))
        rule = constraints.string(self.plan, type, content=content)
        alias = self.plan.formats.alias(type) if rule.keys() == {"format"} else None
        if alias is not None and not self.how.plain:
            return scalar(alias), []
        typed = self.plan.formats.python_type(type)
        base = x.builtin("str") if typed is None else x.expr(typed)
        return base, [x.call(scalar("String"), **rule)] if rule or typed is not None else []

    def _array(self, type: ir.Array) -> tuple[Expr, list[Expr]]:
        rules = constraints.array(type)
        if not type.prefix:
            return x.subscript(x.builtin("list"), self.of(type.items)), rules
        entries = [*map(self.of, type.prefix), self.of(type.items)]
        prefix = x.call(Import("._runtime.containers", "Prefix"), *entries)
        return x.subscript(x.builtin("list"), x.ANY), [prefix, *rules]
