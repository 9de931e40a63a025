"""The members of models: their annotations, and what stands behind the equals sign."""

from __future__ import annotations

from collections.abc import Mapping

from specloom import ir
from specloom.code import Code, identifier, literal
from specloom.diagnostics import Location
from specloom.python import documentation
from specloom.python import expr as x
from specloom.python.annotations import Spelling
from specloom.python.expr import Expr, Import, Part
from specloom.python.jsons import json_text
from specloom.python.modules import ModuleImports, PlainImports
from specloom.python.types import TypePlan
from specloom.python.views import FieldView
from specloom.values import Value

MODEL = "._runtime.model"
PYDANTIC_FIELD = Import("pydantic", "Field")
IN_CLASSES = Spelling(direct=True, in_model=True)
_ABSENT = x.expr(Import(MODEL, "absent"))
_MAYBE = Import(MODEL, "Maybe")


class Member(Value):
    """A member as Python says it. `is_refused`: its type does not allow its default."""

    annotation: Expr
    value: Expr | None
    is_refused: bool
    imports: Mapping[Import, None]
    view: FieldView
    """What is printed of it wherever the imports are called as they are."""

    def seen_by(self, imports: ModuleImports | PlainImports) -> FieldView:
        """What a module prints of it."""
        if imports.keep(self.imports):
            return self.view
        annotation = imports.render(self.annotation)
        value = None if self.value is None else imports.render(self.value)
        return FieldView(name=self.view.name, annotation=annotation, value=value)


class _Annotation(Value):
    """An annotation, and how it is printed wherever the imports are called as they are."""

    expression: Expr
    text: Code
    imports: dict[Import, None]


class MemberPlanner:
    """Plans the members of all models. Those that say the same are planned once: of GitHub's 38,000 members
    there are 7,000 different ones.
    """

    def __init__(self, types: TypePlan) -> None:
        self._types = types
        self._annotator = types.annotator(IN_CLASSES)
        # By identity, which tells 1 from 1.0 and true: types outlive their plan, and annotations do.
        self._known: dict[tuple[int, int, int, bool, str, str], Member] = {}
        self._annotations: dict[tuple[int, bool], _Annotation] = {}

    def of(self, field: ir.Field, name: str) -> Member:
        """The member that is called `name`."""
        key = (id(field.type), id(field.doc), id(field.default), field.required, field.name, name)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._planned(field, name)
        return found

    def refuse(self, field: ir.Field, origin: Location) -> None:
        """Report the default of a type from `origin` that is none."""
        self._types.diagnostics.warning(
            "default-invalid",
            f"the default of {field.name!r} is not allowed by its own schema; the schema keeps it, the"
            " model does not fill it in",
            origin.at(field.default_place or field.place),
            yields=True,
        )

    def _planned(self, field: ir.Field, name: str) -> Member:
        said: dict[str, Part] = {}
        shown = field.default
        is_refused = may_be_absent = False
        if not field.required:
            is_refused = shown is not ir.ABSENT and not self._types.fits(field.type, shown)
            filled = {} if shown is ir.ABSENT or is_refused else self._filled(field.type, shown)
            if "default" in filled:
                shown = ir.ABSENT
            if not filled:
                filled, may_be_absent = {"default_factory": _ABSENT}, True
            said |= filled
        if name != field.name:
            said["validation_alias"] = said["serialization_alias"] = literal(field.name)
        said |= documentation.arguments(_doc(field), shown)
        annotation = self._annotation(field.type, may_be_absent)
        value, text, imports = _value(said), None, annotation.imports
        if value is not None:
            text, further = value.plain()
            imports = imports | further
        return Member(
            annotation=annotation.expression,
            value=value,
            is_refused=is_refused,
            imports=imports,
            view=FieldView(name=identifier(name), annotation=annotation.text, value=text),
        )

    def _annotation(self, type: ir.Type, may_be_absent: bool) -> _Annotation:
        said = self._annotator.bare(type)
        key = id(said), may_be_absent and not self._types.is_nullable(type)
        known = self._annotations.get(key)
        if known is None:
            expression = x.subscript(_MAYBE, said) if key[1] else said
            known = self._annotations[key] = _Annotation(expression, *expression.plain())
        return known

    def _filled(self, type: ir.Type, default: ir.Json) -> dict[str, Part]:
        """The default that the member reads as when it is absent."""
        if isinstance(default, float) and isinstance(self._types.resolve(type), ir.Integer):
            default = int(default)  # JSON Schema takes 1.0 for an integer, and type checkers do not.
        if self._is_plain(type, default):
            return {"default": literal(default)}
        factory = x.call(Import(MODEL, "default"), literal(json_text(default)))
        return {"default_factory": factory, "validate_default": literal(True)}

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


def _doc(field: ir.Field) -> ir.Doc:
    if field.type.__class__ is ir.Reference:
        return field.doc
    return documentation.merge(field.doc, field.type.doc)


def _value(said: dict[str, Part]) -> Expr | None:
    if not said:
        return None
    alone = said.get("default") if len(said) == 1 else None
    return x.call(PYDANTIC_FIELD, **said) if alone is None else x.expr(alone)
