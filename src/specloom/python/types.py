"""Types as Python spells them: which class stands where, and the annotation of any type of the IR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from specloom import ir
from specloom.code import Code
from specloom.diagnostics import Diagnostics
from specloom.python import expr as x
from specloom.python.annotations import Annotator, Spelling
from specloom.python.conditions import Conditions
from specloom.python.expr import Expr, Import
from specloom.python.fits import fits
from specloom.python.formats import Formats
from specloom.python.inputs import Inputs
from specloom.python.modules import ModulePath
from specloom.python.shapes import behind, holder
from specloom.python.typenames import NamedView, name_fields, name_types, namespaces
from specloom.values import Struct, Value, field


class SourceModels(Value):
    """Where the models of a source live: ("models",) or ("models", "olivaw")."""

    id: str
    namespace: str | None
    package: ModulePath


class Needs(Struct):
    """What a package needs to be there, as far as it has been planned: libraries beyond pydantic, and the
    modules of the user's own types.
    """

    libraries: set[str] = field(default_factory=set)
    own_modules: set[str] = field(default_factory=set)

    def add(self, other: Needs) -> None:
        """Need what the other needs, too."""
        self.libraries.update(other.libraries)
        self.own_modules.update(other.own_modules)


class TypePlan:
    """Every named type of an API with its Python name and module, and annotations of types."""

    def __init__(
        self,
        api: ir.Api,
        *,
        pins: Mapping[str, str],
        diagnostics: Diagnostics,
        formats: Formats | None = None,
    ) -> None:
        self.diagnostics = diagnostics
        self.formats = formats or Formats()
        self.needs = Needs()
        self.named: dict[ir.TypeId, ir.NamedType] = {named.id: named for named in api.types}
        self._conditions = Conditions(self.named, api.schemas)
        spaces = namespaces(api)
        self.sources = tuple(
            SourceModels(s.id, spaces[s.id], ("models",) if (n := spaces[s.id]) is None else ("models", n))
            for s in api.sources
        )
        self.schemas = api.schemas
        self.given: set[ir.TypeId] = set()
        """What has a name in the package `inputs`, as far as it has been planned."""
        self._annotators: dict[Spelling, Annotator] = {}
        self._inputs = Inputs(self)
        self._views = name_types(api, spaces, pins=pins, diagnostics=diagnostics)
        self._fields = name_fields(api, pins=pins, diagnostics=diagnostics)

    def of(self, id: ir.TypeId) -> NamedView:
        """Its Python name, module and namespace."""
        return self._views[id]

    def resolve(self, type: ir.Type) -> ir.Type:
        """What gives the values their shape, behind any references."""
        return behind(type, self.named)

    def fits(self, type: ir.Type, value: ir.Json) -> bool:
        """Whether the value is one of the type's."""
        return fits(self.resolve, type, value, self.formats, self._conditions.hold)

    def record(self, type: ir.Type) -> ir.Record | None:
        """The record that a type is, through references."""
        found = self.resolve(type)
        return found if found.__class__ is ir.Record else None

    def holder(self, type: ir.Type) -> ir.NamedType | None:
        """The named type that a type is, through references."""
        return holder(type, self.named)

    def is_object(self, type: ir.Type) -> bool:
        """Whether every value of the type is a JSON object."""
        return isinstance(self.resolve(type), ir.Record | ir.Map)

    def is_nullable(self, type: ir.Type) -> bool:
        """Whether null is among the values."""
        found = self.resolve(type)
        if found.__class__ not in _MAY_BE_NULLABLE:
            return False
        match found:
            case ir.Null() | ir.Anything():
                return True
            case ir.Choice(values=values):
                return None in values
            case ir.Union(members=members, mode="any"):
                return any(map(self.is_nullable, members))
            case ir.Union(members=members):
                return sum(map(self.is_nullable, members)) == 1
        return False

    def reference(self, id: ir.TypeId, *, direct: bool = False, runtime: bool = False) -> Expr:
        """The name of a named type, as a module says it.

        Modules of models name each other's classes (`direct`), all others go through the namespace
        (`olivaw.Error`, `models.Error`), so that no class meets a name of theirs.
        """
        view = self.of(id)
        if direct:
            return x.expr(Import("." + ".".join(view.module), view.name, typing_only=not runtime))
        package = (".", "models") if view.namespace is None else (".models", view.namespace)
        return x.expr(Import(*package, typing_only=not runtime), ".", Code(view.name))

    def annotator(self, how: Spelling) -> Annotator:
        """What writes annotations so."""
        found = self._annotators.get(how)
        if found is None:
            found = self._annotators[how] = Annotator(self, how)
        return found

    def annotation(self, type: ir.Type) -> Expr:
        """The validated type, for type checkers alone."""
        return self.annotator(_CHECKED).of(type)

    def plain(self, type: ir.Type) -> Expr:
        """The type as type checkers see it, without what only a validator needs."""
        return self.annotator(_PLAIN).of(type)

    def field_names(self, id: ir.TypeId) -> Mapping[str, str]:
        """Python names of a record's members, by wire name."""
        return self._fields[id]

    def default(self, parameter: ir.Parameter) -> ir.Json | ir.Absent:
        """What a server takes where the parameter is not sent. A default that its schema refuses is none."""
        said = parameter.default
        if said is ir.ABSENT or self.fits(parameter.type, said):
            return said
        self.diagnostics.warning(
            "default-invalid",
            f"the default of the parameter {parameter.name!r} is not allowed by its own schema and left out",
            parameter.default_at or parameter.origin,
            yields=True,
        )
        return ir.ABSENT

    def input(self, type: ir.Type) -> Expr:
        """What a caller may pass; see :class:`~specloom.python.inputs.Inputs`."""
        return self._inputs.of(type)


_MAY_BE_NULLABLE: Final = frozenset((ir.Anything, ir.Choice, ir.Null, ir.Union))
_CHECKED = Spelling()
_PLAIN = Spelling(plain=True)
