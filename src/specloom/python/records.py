"""A record as a pydantic model: its class view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import documentation
from specloom.python import expr as x
from specloom.python.constraints import assertion
from specloom.python.expr import Expr, Import
from specloom.python.members import IN_CLASSES, MODEL, Member, MemberPlanner
from specloom.python.modules import ModuleImports, PlainImports
from specloom.python.types import TypePlan
from specloom.python.views import ClassView
from specloom.values import Value, replace

_MODEL = x.expr(Import(MODEL, "Model"))


class _Class(Value):
    """What a class says, but for its name."""

    bases: Expr
    doc: Code | None
    config: Expr | None
    extra: Expr | None
    members: tuple[Member, ...]
    check: Expr | None
    assertion: Expr | None

    def seen_by(self, imports: ModuleImports | PlainImports, name: Code) -> ClassView:
        """What a module prints of it."""
        write = imports.render
        config, extra, check, assertion = self.config, self.extra, self.check, self.assertion
        return ClassView(
            name=name,
            bases=write(self.bases),
            doc=self.doc,
            config=None if config is None else write(config),
            extra=None if extra is None else write(extra),
            fields=tuple([member.seen_by(imports) for member in self.members]),
            check=None if check is None else write(check),
            assertion=None if assertion is None else write(assertion),
        )


class _Planned(Value):
    """A class, and how it is printed wherever the imports are called as they are. The defaults of the fields
    `refused` are none of their types'.
    """

    said: _Class
    imports: Mapping[Import, None]
    view: ClassView
    refused: tuple[ir.Field, ...]


class RecordPlanner:
    """Plans the classes of all modules. Those that say the same are planned once, but for their names."""

    def __init__(self, types: TypePlan) -> None:
        self._types = types
        self._members = MemberPlanner(types)
        # By identity: equal objects have one type, and one mapping of names.
        self._known: dict[tuple[int, int], _Planned] = {}

    def plan(self, named: ir.NamedType, record: ir.Record, imports: ModuleImports) -> ClassView:
        """The class as its module has it. Reports defaults that are none."""
        names = self._types.field_names(named.id)
        key = id(named.type), id(names)
        planned = self._known.get(key)
        name = identifier(self._types.of(named.id).name)
        if planned is None:
            planned = self._known[key] = self._planned(name, named.type, record, names)
        for field in planned.refused:
            self._members.refuse(field, named.origin)
        if imports.keep(planned.imports):
            return replace(planned.view, name=name)
        return planned.said.seen_by(imports, name)

    def _planned(self, name: Code, type: ir.Type, record: ir.Record, names: Mapping[str, str]) -> _Planned:
        doc, of = record.doc, self._members.of
        inherited = {field.name for base in record.bases for field in self._fields(ir.Reference(target=base))}
        own = (
            [field for field in record.fields if field.name not in inherited] if inherited else record.fields
        )
        said = _Class(
            bases=self._bases(record),
            doc=docstring(doc.description) if doc.description and doc.description.strip() else None,
            config=self._config(record),
            extra=self._extra(record),
            members=tuple([of(field, names[field.name]) for field in own]),
            check=self._check(record),
            assertion=assertion(type) if type.__class__ is ir.Assertion else None,
        )
        imports = PlainImports()
        view = said.seen_by(imports, name)
        refused = [field for field, member in zip(own, said.members, strict=True) if member.is_refused]
        return _Planned(said, imports.found, view, tuple(refused))

    def _fields(self, type: ir.Type) -> Sequence[ir.Field]:
        record = self._types.record(type)
        return record.fields if record is not None else ()

    def _bases(self, record: ir.Record) -> Expr:
        if not record.bases:
            return _MODEL
        return x.join(", ", [self._types.reference(id, direct=True, runtime=True) for id in record.bases])

    def _config(self, record: ir.Record) -> Expr | None:
        said: dict[str, x.Part] = {}
        if record.doc.title is not None:
            said["title"] = literal(record.doc.title)
        if record.extra.__class__ is ir.Nothing:
            said["extra"] = literal("forbid")
        keywords = documentation.class_keywords(record.doc)
        if record.min_members is not None:
            keywords["minProperties"] = record.min_members
        if record.max_members is not None:
            keywords["maxProperties"] = record.max_members
        if keywords:
            said["json_schema_extra"] = documentation.schema_extra(keywords)
        for inherited in self._inherited(record):
            said.setdefault(inherited, literal(None))
        return x.call(Import("pydantic", "ConfigDict"), **said) if said else None

    def _inherited(self, record: ir.Record) -> Iterator[str]:
        """What bases say of themselves and not of what extends them, though pydantic would take it over."""
        for id in record.bases:
            base = self._types.record(ir.Reference(target=id))
            if base is not None:
                if base.doc.title is not None:
                    yield "title"
                if documentation.class_keywords(base.doc):
                    yield "json_schema_extra"

    def _extra(self, record: ir.Record) -> Expr | None:
        if record.extra.__class__ in (ir.Anything, ir.Nothing):
            return None
        values = self._types.annotator(IN_CLASSES).of(record.extra)
        return x.subscript(x.builtin("dict"), x.builtin("str"), values)

    def _check(self, record: ir.Record) -> Expr | None:
        limits: dict[str, x.Part] = {}
        if record.min_members:
            limits["minimum"] = literal(record.min_members)
        if record.max_members is not None:
            limits["maximum"] = literal(record.max_members)
        return x.call(Import(MODEL, "count_members"), "self", **limits) if limits else None
