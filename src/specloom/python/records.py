"""A record as a pydantic model: its class view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import documentation
from specloom.python import expr as x
from specloom.python.constraints import assertion
from specloom.python.expr import Import
from specloom.python.members import IN_CLASSES, MODEL, MemberPlanner
from specloom.python.modules import ModuleImports
from specloom.python.types import TypePlan
from specloom.python.views import ClassView

_MODEL = Import(MODEL, "Model")


class RecordPlanner:
    """Plans the classes of one module. `members` are those of all modules."""

    def __init__(self, types: TypePlan, members: MemberPlanner, imports: ModuleImports) -> None:
        self._types = types
        self._members = members
        self._imports = imports

    def plan(self, named: ir.NamedType, record: ir.Record) -> ClassView:
        doc = record.doc
        inherited = {field.name for base in record.bases for field in self._fields(ir.Reference(target=base))}
        fields = [field for field in record.fields if field.name not in inherited]
        names, members = self._types.field_names(named.id), self._members
        return ClassView(
            name=identifier(self._types.of(named.id).name),
            bases=self._bases(record),
            doc=docstring(doc.description) if doc.description and doc.description.strip() else None,
            config=self._config(record),
            extra=self._extra(record),
            fields=tuple([members.of(f, names[f.name], named.origin).seen_by(self._imports) for f in fields]),
            check=self._check(record),
            assertion=self._assertion(named.type),
        )

    def _fields(self, type: ir.Type) -> Sequence[ir.Field]:
        record = self._types.record(type)
        return record.fields if record is not None else ()

    def _bases(self, record: ir.Record) -> Code:
        if not record.bases:
            return self._imports.add(_MODEL)
        names = [self._types.reference(id, direct=True, runtime=True) for id in record.bases]
        return self._imports.render(x.join(", ", names))

    def _config(self, record: ir.Record) -> Code | None:
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
        return self._imports.render(x.call(Import("pydantic", "ConfigDict"), **said)) if said else None

    def _inherited(self, record: ir.Record) -> Iterator[str]:
        """What bases say of themselves and not of what extends them, though pydantic would take it over."""
        for id in record.bases:
            base = self._types.record(ir.Reference(target=id))
            if base is not None:
                if base.doc.title is not None:
                    yield "title"
                if documentation.class_keywords(base.doc):
                    yield "json_schema_extra"

    def _extra(self, record: ir.Record) -> Code | None:
        if record.extra.__class__ in (ir.Anything, ir.Nothing):
            return None
        return self._imports.render(
            x.subscript(
                x.builtin("dict"), x.builtin("str"), self._types.annotator(IN_CLASSES).of(record.extra)
            )
        )

    def _check(self, record: ir.Record) -> Code | None:
        limits: dict[str, x.Part] = {}
        if record.min_members:
            limits["minimum"] = literal(record.min_members)
        if record.max_members is not None:
            limits["maximum"] = literal(record.max_members)
        if not limits:
            return None
        return self._imports.render(x.call(Import(MODEL, "count_members"), "self", **limits))

    def _assertion(self, type: ir.Type) -> Code | None:
        return self._imports.render(assertion(type)) if type.__class__ is ir.Assertion else None
