"""A record as a pydantic model: its class view."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import documentation
from specloom.python import expr as x
from specloom.python.constraints import assertion
from specloom.python.expr import Import
from specloom.python.jsons import json_text
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.types import TypePlan
from specloom.python.views import ClassView, FieldView

MODEL = "._runtime.model"
PYDANTIC_FIELD = Import("pydantic", "Field")


class RecordPlanner:
    """Plans the classes of one module."""

    def __init__(self, types: TypePlan, imports: ModuleImports, module: ModulePath) -> None:
        self._types = types
        self._imports = imports
        self._module = module
        self._annotator = types.annotator(module, in_model=True)

    def plan(self, named: ir.NamedType, record: ir.Record) -> ClassView:
        doc = record.doc
        inherited = {field.name for base in record.bases for field in self._fields(ir.Reference(target=base))}
        fields = [field for field in record.fields if field.name not in inherited]
        names = self._types.field_names(named.id)
        return ClassView(
            name=identifier(self._types.of(named.id).name),
            bases=self._bases(record),
            doc=docstring(doc.description) if doc.description and doc.description.strip() else None,
            config=self._config(record),
            extra=self._extra(record),
            fields=tuple([self._field(names[field.name], field) for field in fields]),
            check=self._check(record),
            assertion=self._assertion(named.type),
        )

    def _fields(self, type: ir.Type) -> Sequence[ir.Field]:
        record = self._types.record(type)
        return record.fields if record is not None else ()

    def _bases(self, record: ir.Record) -> Code:
        if not record.bases:
            return self._imports.render(x.expr(Import(MODEL, "Model")))
        names = [self._types.reference(id, within=self._module, runtime=True) for id in record.bases]
        return self._imports.render(x.join(", ", names))

    def _config(self, record: ir.Record) -> Code | None:
        said: dict[str, x.Part] = {}
        if record.doc.title is not None:
            said["title"] = literal(record.doc.title)
        if isinstance(record.extra, ir.Nothing):
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
        if isinstance(record.extra, ir.Anything | ir.Nothing):
            return None
        return self._imports.render(
            x.subscript(x.builtin("dict"), x.builtin("str"), self._annotator.of(record.extra))
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
        return self._imports.render(assertion(type)) if isinstance(type, ir.Assertion) else None

    def _field(self, name: str, field: ir.Field) -> FieldView:
        annotation = self._annotator.bare(field.type)
        said: dict[str, x.Part] = {}
        shown = field.default
        if not field.required:
            filled = self._filled(field)
            if "default" in filled:
                shown = ir.ABSENT
            if not filled:
                filled = {"default_factory": x.expr(Import(MODEL, "absent"))}
                if not self._types.is_nullable(field.type):
                    annotation = x.subscript(Import(MODEL, "Maybe"), annotation)
            said |= filled
        if name != field.name:
            said["validation_alias"] = said["serialization_alias"] = literal(field.name)
        said |= documentation.arguments(self._doc(field), shown)
        return FieldView(
            name=identifier(name), annotation=self._imports.render(annotation), value=self._value(said)
        )

    def _doc(self, field: ir.Field) -> ir.Doc:
        if isinstance(field.type, ir.Reference):
            return field.doc
        return documentation.merge(field.doc, field.type.doc)

    def _filled(self, field: ir.Field) -> dict[str, x.Part]:
        """The default that the member reads as when it is absent."""
        if field.default is ir.ABSENT:
            return {}
        if not self._types.fits(field.type, field.default):
            self._types.diagnostics.warning(
                "default-invalid",
                f"the default of {field.name!r} is not allowed by its own schema; the schema keeps it, the"
                " model does not fill it in",
                field.default_at or field.origin,
                yields=True,
            )
            return {}
        if self._is_plain(field.type, field.default):
            return {"default": literal(field.default)}
        factory = x.call(Import(MODEL, "default"), literal(json_text(field.default)))
        return {"default_factory": factory, "validate_default": literal(True)}

    def _value(self, said: dict[str, x.Part]) -> Code | None:
        if not said:
            return None
        if said.keys() == {"default"}:
            return self._imports.render(x.expr(said["default"]))
        return self._imports.render(x.call(PYDANTIC_FIELD, **said))

    def _is_plain(self, type: ir.Type, default: ir.Json) -> bool:
        """Whether the default can be written as it is, being no container and of no type of Python's own."""
        if default is None or isinstance(default, bool):
            return True
        return isinstance(default, int | float | str) and self._is_itself(type)

    def _is_itself(self, type: ir.Type) -> bool:
        formats = self._types.formats
        resolved = self._types.resolve(type)
        if not (formats.is_plain(type) and formats.is_plain(resolved)):
            return False
        return not isinstance(resolved, ir.Union) or all(map(self._is_itself, resolved.members))
