"""What a caller may pass for a type: models, dicts like them that type checkers know, plain values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from specloom import ir
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.formats import Scalar
from specloom.python.modules import ModulePath
from specloom.python.shapes import record_of
from specloom.values import Value, replace

if TYPE_CHECKING:
    from specloom.python.types import TypePlan

_MAPPING = Import("collections.abc", "Mapping", typing_only=True)
_SEQUENCE = Import("collections.abc", "Sequence", typing_only=True)
_FILE = Import("._runtime.client.files", "FileInput", typing_only=True)


class InputView(Value):
    """The name of what may be given for a named type, and its module below `inputs`.

    A record `Pet` has the TypedDict `PetDict`; what holds records, lists or dates has an alias, `PetsInput`.
    No two are the same, for no two types of a source are, and what they are called ends in what they are.
    """

    name: str
    module: ModulePath


class Inputs:
    """What may stand for a value, as type checkers see it, in a module of `inputs` (`inside`) or elsewhere.

    A text that Python has a type for is taken as that and as the document writes it, a list as any sequence.
    What stands for a type is found once.
    """

    def __init__(self, plan: TypePlan, *, inside: bool = False) -> None:
        self._plan = plan
        self._inside = inside
        # By identity, as annotations are: whoever is kept here gives it to no other.
        self._known: dict[int, tuple[ir.Type, Expr]] = {}

    def of(self, type: ir.Type) -> Expr:
        found = self._known.get(id(type))
        if found is None:
            found = self._known[id(type)] = type, self._given(type)
        return found[1]

    def _given(self, type: ir.Type) -> Expr:
        plan = self._plan
        own = plan.formats.users_type(type)
        if own is not None:
            bare = replace(type, doc=ir.NO_DOC)
            if isinstance(bare, Scalar):
                bare = replace(bare, format=None)
            return x.union([own, self.of(bare)])
        match type:
            case ir.Reference(target=target):
                return self._named(target)
            case ir.Number() if plan.formats.python_type(type) is not None:
                return x.union([plan.plain(type), x.builtin("float")])
            case ir.String() if plan.formats.python_type(type) is not None:
                return x.union([plan.plain(type), x.builtin("str")])
            case ir.Array(prefix=()):
                return x.subscript(_SEQUENCE, self.of(type.items))
            case ir.Array():
                return x.subscript(_SEQUENCE, x.ANY)
            case ir.Map(values=values):
                return _mapping(self.of(values))
            case ir.Record():
                return _mapping(x.ANY)
            case ir.Union(members=members):
                return x.union(map(self.of, members))
            case ir.Assertion(type=inner):
                return self.of(inner)
            case ir.File():
                return x.expr(_FILE)
        return plan.plain(type)

    def _named(self, target: ir.TypeId) -> Expr:
        plan = self._plan
        record = record_of(plan.named[target])
        if record is None:
            if not _differs(plan, plan.named[target].type, frozenset({target})):
                return plan.reference(target)
            return self._reference(target)
        own = plan.formats.users_type(record)
        dict_ = self._reference(target) if has_dict(plan, target) else _mapping(x.ANY)
        model = plan.reference(target)
        return x.union([model, dict_] if own is None else [own, model, dict_])

    def _reference(self, target: ir.TypeId) -> Expr:
        """The name of a TypedDict or an alias: `inputs` has it of its modules, others of the package."""
        self._plan.given.add(target)
        view = input_of(self._plan, target)
        holder = view.module if self._inside else view.module[:-1]
        return x.expr(Import("." + ".".join(holder), view.name, typing_only=True))


def _mapping(values: Expr) -> Expr:
    return x.subscript(_MAPPING, x.builtin("str"), values)


def input_of(plan: TypePlan, target: ir.TypeId) -> InputView:
    """The names of what may be given for a named type."""
    view = plan.of(target)
    ending = "Input" if record_of(plan.named[target]) is None else "Dict"
    return InputView(f"{view.name}{ending}", ("inputs", *view.module[1:]))


def _differs(plan: TypePlan, type: ir.Type, seen: frozenset[ir.TypeId]) -> bool:
    """Whether more may be given than the type's own annotation says."""
    if plan.formats.users_type(type) is not None:
        return True
    match type:
        case ir.Array() | ir.Map() | ir.Record() | ir.File():
            return True
        case ir.String() | ir.Number():
            return plan.formats.python_type(type) is not None
        case ir.Reference(target=target):
            named = plan.named[target].type
            return target not in seen and _differs(plan, named, seen | {target})
        case ir.Union(members=members):
            return any(_differs(plan, member, seen) for member in members)
        case ir.Assertion(type=inner):
            return _differs(plan, inner, seen)
    return False


def has_dict(plan: TypePlan, id: ir.TypeId) -> bool:
    """Whether a TypedDict says the members of a record.

    It cannot say members without a name (`additionalProperties` with a schema, `patternProperties`): mypy
    knows no PEP 728. Members that an open object merely does not refuse are left to models, or every
    misspelt one would pass.
    """
    type = plan.named[id].type
    record = record_of(plan.named[id])
    if record is None or not record.fields or not isinstance(record.extra, ir.Anything | ir.Nothing):
        return False
    declared = {field.name for field in record.fields}
    seen: set[str] = set()
    while isinstance(type, ir.Assertion):
        if any(name not in declared for name in _said(type.schema, plan.schemas, seen)):
            return False
        type = type.type
    return True


def _said(schema: Any, schemas: Mapping[str, ir.Json], seen: set[str]) -> Iterator[str | None]:
    """The members that a whole schema speaks of, in whatever part of it; None for those without a name."""
    if not isinstance(schema, Mapping):
        return
    yield from schema.get("properties", ())
    if schema.get("patternProperties"):
        yield None
    place = schema.get("$ref")
    if isinstance(place, str) and place not in seen:
        seen.add(place)
        yield from _said(schemas.get(place), schemas, seen)
    several = [part for keyword in ("allOf", "anyOf", "oneOf") for part in schema.get(keyword, ())]
    single = [schema.get(keyword) for keyword in ("if", "then", "else")]
    for part in (*several, *single, *schema.get("dependentSchemas", {}).values()):
        yield from _said(part, schemas, seen)
