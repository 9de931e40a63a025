"""What *plan* hands to *render*: files, each with its template and a view in which all is decided."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.modules import ImportsView
from specloom.values import Value, View


class File(Value):
    """A file to render. `path` is relative to the distribution folder (POSIX), `template` to `templates/`.

    The template sees `view`, and nothing else.
    """

    path: str
    template: str
    view: object


class Verbatim(Value):
    """A file that is data, not code (JSON, an empty marker)."""

    path: str
    data: bytes


class Package(View, kw_only=True):
    """A whole distribution. `runtime` names the parts of specloom's runtime that are copied as they are:
    modules ("model.py") and packages ("client"), to `runtime_path`."""

    files: tuple[File, ...]
    verbatim: tuple[Verbatim, ...]
    runtime: tuple[str, ...]
    runtime_path: str


class FieldView(View, kw_only=True):
    """A member of a model; `value` is what stands behind the equals sign."""

    name: Code
    annotation: Code
    value: Code | None


class ClassView(View, kw_only=True):
    """A model. `extra` is the type of undeclared members; `check` a call that holds `self` to its limits,
    `assertion` what holds the document's values to a whole schema."""

    name: Code
    bases: Code
    doc: Code | None
    config: Code | None
    extra: Code | None
    fields: tuple[FieldView, ...]
    check: Code | None
    assertion: Code | None = None

    @property
    def is_class(self) -> bool:
        return True

    @property
    def is_empty(self) -> bool:
        return not (self.doc or self.config or self.extra or self.fields or self.check or self.assertion)


class AliasView(View, kw_only=True):
    """A named type that is no object; `text` is its name as a string literal."""

    name: Code
    text: Code
    value: Code

    @property
    def is_class(self) -> bool:
        return False


class ModelsModuleView(View, kw_only=True):
    """A module of models. `links` are names (literals) of types of other modules that refer back to it."""

    imports: ImportsView
    definitions: tuple[ClassView | AliasView, ...]
    links: Code | None
    link: Code | None
    alias_type: Code | None
    field: Code | None
    validator: Code | None
    self_type: Code | None


class ExportView(View, kw_only=True):
    """A name of a lazy package and the submodule that has it ("" if the name is the submodule): literals."""

    text: Code
    module_text: Code


class ExportsView(View, kw_only=True):
    """What a lazy package offers: entries, what imports them for type checkers, the literals of `__all__`."""

    entries: tuple[ExportView, ...]
    statements: tuple[Code, ...]
    public: tuple[Code, ...]


class SchemaTypeView(View, kw_only=True):
    """A component's name in its document and its Python name, both as string literals."""

    component: Code
    name: Code


class SourceTypesView(View, kw_only=True):
    """A source's id (a literal) and the namespace that holds its types."""

    source: Code
    namespace: Code


class LazyView(View, kw_only=True):
    """The imports of a lazy package, and the local names of what it imports."""

    imports: ImportsView
    type_checking: Code
    lazy: Code
    lazy_types: Code
    final: Code


class FormsView(View, kw_only=True):
    """The mapping `name` of the types in one direction, and those that have a form of their own there."""

    name: Code
    text: Code
    doc: Code
    types: tuple[SchemaTypeView, ...]


class ModelsIndexView(View, kw_only=True):
    """`__init__` of a package of models. `sources` is set where each source has a namespace."""

    doc: Code
    names: LazyView
    exports: ExportsView
    schema_types: tuple[SchemaTypeView, ...]
    forms: tuple[FormsView, ...]
    sources: tuple[SourceTypesView, ...]
