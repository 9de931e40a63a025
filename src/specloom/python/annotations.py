"""One annotation for each kind of type of the IR."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from specloom import ir
from specloom.python import constraints, decimals, documentation
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.shapes import record_of
from specloom.values import Value, replace

if TYPE_CHECKING:
    from specloom.python.types import TypePlan


UPLOADS = "._runtime.uploads"
Split: TypeAlias = tuple[Expr, Sequence[Expr]]


@cache
def scalar(name: str) -> Expr:
    return x.expr(Import("._runtime.scalars", name))


class Spelling(Value, kw_only=True):
    """How an annotation is to be written.

    `direct`: it names classes as modules of models do; all others go through the package. `runtime`: its
    imports are needed when the module runs, not only by type checkers. `in_model`: it
    stands in a class body, whose configuration makes plain types strict. `plain` leaves out what only a
    validator needs. `later` types do not exist yet when the annotation is evaluated. `floats`: decimal
    numbers are floats.
    """

    direct: bool = False
    runtime: bool = False
    in_model: bool = False
    plain: bool = False
    later: frozenset[ir.TypeId] = frozenset()
    floats: bool = False


class Annotator:
    """Annotations in one spelling, the same in all modules. Each type's are made once: most of a document's
    types are a few that stand in many places.
    """

    def __init__(self, plan: TypePlan, how: Spelling) -> None:
        self._plan = plan
        self._how = how
        # By identity, which tells 1 from 1.0 and true: whoever is kept here gives it to no other.
        self._said: dict[int, tuple[ir.Type, Expr]] = {}
        self._bare: dict[int, tuple[ir.Type, Expr]] = {}
        self._unions: dict[tuple[int, ...], tuple[list[Expr], Expr]] = {}
        self._named: dict[ir.TypeId, Split] = {}

    def of(self, type: ir.Type) -> Expr:
        """The annotation, with what is said of the type."""
        if self._how.plain or type.doc is ir.NO_DOC:
            return self.bare(type)
        found = self._said.get(id(type))
        if found is None:
            found = self._said[id(type)] = type, self._documented(type)
        return found[1]

    def bare(self, type: ir.Type) -> Expr:
        """The annotation alone."""
        found = self._bare.get(id(type))
        if found is None:
            found = self._bare[id(type)] = type, self._together(*self._split(type))
        return found[1]

    def _documented(self, type: ir.Type) -> Expr:
        said = documentation.type_arguments(type.doc)
        if not said:
            return self.bare(type)
        base, rules = self._split(type)
        return x.annotated(base, *rules, x.call(Import("pydantic", "Field"), **said))

    def _together(self, base: Expr, rules: Sequence[Expr]) -> Expr:
        return base if self._how.plain else x.annotated(base, *rules)

    def _split(self, type: ir.Type) -> Split:
        """A type as type checkers see it, and what validators need beside it."""
        own = self._plan.formats.users_type(type)
        return self._plain(type) if own is None else self._own(own, type)

    def _noted(self, own: Expr) -> Expr:
        self._plan.needs.own_modules.update(part.module for part in own.pieces if isinstance(part, Import))
        return own

    def _own(self, own: Expr, type: ir.Type) -> Split:
        """A type of the user's, and the schema's own that decides before it reads."""
        if isinstance(type, ir.Union) and any(isinstance(member, ir.Null) for member in type.members):
            # Null stays null.
            rest = tuple(member for member in type.members if not isinstance(member, ir.Null))
            one = rest[0] if len(rest) == 1 else replace(type, members=rest, doc=ir.NO_DOC)
            return x.union([self._together(*self._own(own, one)), x.NONE]), []
        decides = self._together(*self._plain(type))
        return self._noted(own), [x.call(scalar("As"), x.expr("lambda: ", decides))]

    def _plain(self, type: ir.Type) -> Split:
        return _BY_CLASS[type.__class__](self, type)

    def _anything(self, type: ir.Anything) -> Split:
        return x.ANY if self._how.plain else scalar("Anything"), ()

    def _nothing(self, type: ir.Nothing) -> Split:
        return x.NEVER if self._how.plain else scalar("Nothing"), ()

    def _null(self, type: ir.Null) -> Split:
        return x.NONE, ()

    def _boolean(self, type: ir.Boolean) -> Split:
        return _BOOLEAN if self._how.in_model or self._how.plain else _STRICT_BOOLEAN

    def _choice(self, type: ir.Choice) -> Split:
        return constraints.choice_base(type), () if self._how.plain else constraints.choice_rules(type)

    def _map(self, type: ir.Map) -> Split:
        return _dict(self.of(type.values)), () if self._how.plain else constraints.mapping(type)

    def _record(self, type: ir.Record) -> Split:
        # Normalise gives each record a name; without one, any object that it could be.
        return _dict(self.of(ir.Anything())), ()

    def _assertion(self, type: ir.Assertion) -> Split:
        base, rules = self._split(type.type)
        return base, [*rules, constraints.assertion(type)]

    def _union(self, type: ir.Union) -> Split:
        members, of = type.members, self.of
        if decimals.mixed(members, self._plan.resolve):
            members = decimals.numbers_in_place(members, self._plan.resolve)
            of = self._plan.annotator(replace(self._how, floats=True)).of
        said = self._either(list(map(of, members)))
        return said, () if self._how.plain else constraints.union(self._plan, type)

    def _either(self, members: list[Expr]) -> Expr:
        key = tuple(map(id, members))
        found = self._unions.get(key)
        if found is None:
            found = self._unions[key] = members, x.union(members)
        return found[1]

    def _reference(self, type: ir.Reference) -> Split:
        target = type.target
        found = self._named.get(target)
        if found is None:
            record = record_of(self._plan.named[target])
            own = None if record is None else self._plan.formats.users_type(record)
            name = self._name(target)
            # Its class has the name, and decides; any other type's alias stands for the user's type itself.
            as_own = [] if own is None else [x.call(scalar("As"), x.expr("lambda: ", name))]
            found = self._named[target] = (name if own is None else self._noted(own)), as_own
        return found

    def _name(self, target: ir.TypeId) -> Expr:
        later = target in self._how.later
        runtime = self._how.runtime and not later
        name = self._plan.reference(target, direct=self._how.direct, runtime=runtime)
        return x.later(name) if later else name

    def _file(self, type: ir.File) -> Split:
        """A file that was received; beside it its schema, where that is not the usual one."""
        said = type.type
        base = x.expr(Import(UPLOADS, "UploadedFile"))
        if self._how.plain or replace(said, doc=ir.NO_DOC) == ir.String(format="binary"):
            return base, ()
        described = x.expr("lambda: ", self.bare(said))
        return base, [x.call(Import(UPLOADS, "DescribedAs"), described)]

    def _number(self, type: ir.Integer | ir.Number) -> Split:
        integer = isinstance(type, ir.Integer)
        typed = None if self._how.floats else self._plan.formats.python_type(type)
        base = x.builtin("int" if integer else "float") if typed is None else x.expr(typed)
        if self._how.plain:
            return base, ()
        rule = constraints.number(self._plan, type)
        if not rule and typed is None:
            return scalar("Int" if integer else "Float"), ()
        if typed is not None and rule.keys() == {"format"} and type.format == "decimal":
            return scalar("DecimalNumber"), ()
        return base, [x.call(scalar("Integer" if integer else "Number"), **rule)]

    def _string(self, type: ir.String) -> Split:
        typed = self._plan.formats.python_type(type)
        base = x.builtin("str") if typed is None else x.expr(typed)
        if self._how.plain:
            return base, ()
        content = None if type.content is None else x.expr("lambda: ", self.of(type.content))
        rule = constraints.string(self._plan, type, content=content)
        alias = self._plan.formats.alias(type) if rule.keys() == {"format"} else None
        if alias is not None:
            return scalar(alias), ()
        return base, [x.call(scalar("String"), **rule)] if rule or typed is not None else ()

    def _array(self, type: ir.Array) -> Split:
        rules = [] if self._how.plain else constraints.array(type)
        if not type.prefix:
            return x.subscript(x.builtin("list"), self.of(type.items)), rules
        entries = [*map(self.of, type.prefix), self.of(type.items)]
        prefix = x.call(Import("._runtime.containers", "Prefix"), *entries)
        return x.subscript(x.builtin("list"), x.ANY), [prefix, *rules]


def _dict(values: Expr) -> Expr:
    return x.subscript(x.builtin("dict"), x.builtin("str"), values)


_BY_CLASS: Final[Mapping[type[Any], Callable[[Annotator, Any], Split]]] = {
    ir.Anything: Annotator._anything,
    ir.Nothing: Annotator._nothing,
    ir.Null: Annotator._null,
    ir.Boolean: Annotator._boolean,
    ir.Integer: Annotator._number,
    ir.Number: Annotator._number,
    ir.String: Annotator._string,
    ir.Choice: Annotator._choice,
    ir.Array: Annotator._array,
    ir.Map: Annotator._map,
    ir.Record: Annotator._record,
    ir.Union: Annotator._union,
    ir.Reference: Annotator._reference,
    ir.Assertion: Annotator._assertion,
    ir.File: Annotator._file,
}
_BOOLEAN: Final[Split] = (x.builtin("bool"), ())
_STRICT_BOOLEAN: Final[Split] = (x.expr(Import("pydantic", "StrictBool")), ())
