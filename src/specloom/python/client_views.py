"""Views of the client's modules."""

from __future__ import annotations

from specloom.code import Code
from specloom.python.modules import ImportsView
from specloom.python.views import ExportsView
from specloom.values import View


class MethodView(View, kw_only=True):
    """One method, in both clients. Each of `overloads` and `parameters` is a list after `self, *,`.

    `result` and `async_result` differ for what sends nothing before it is used: a stream, pages, a download;
    `callee` is what makes it. `call` are the arguments of the call behind it.
    `deprecated` is what a call of a deprecated operation warns of, as a literal.
    """

    name: Code
    overloads: tuple[Code, ...]
    async_overloads: tuple[Code, ...]
    parameters: Code
    async_parameters: Code
    result: Code
    async_result: Code
    is_stream: bool
    callee: Code
    doc: Code
    call: Code
    deprecated: Code | None

    @property
    def returns_nothing(self) -> bool:
        return not self.is_stream and self.result == "None"


class GroupNamesView(View, kw_only=True):
    """The local names of what a group's module imports."""

    group: Code
    async_group: Code
    overload: Code | None
    deprecated: Code | None


class GroupView(View, kw_only=True):
    """The operations of a tag: a class for each client. `errors` is the module of their errors, a literal."""

    doc: Code
    class_doc: Code
    imports: ImportsView
    names: GroupNamesView
    class_name: Code
    async_class_name: Code
    errors: Code
    methods: tuple[MethodView, ...]


class PartView(View, kw_only=True):
    """What a client or a source's namespace leads to: `name` is the attribute, `module` its module's path."""

    name: Code
    class_name: Code
    async_class_name: Code
    module: Code
    doc: Code


class NamespaceView(View, kw_only=True):
    """`client/NAMESPACE/__init__.py`: the groups of one source."""

    doc: Code
    class_doc: Code
    class_name: Code
    async_class_name: Code
    imports: tuple[Code, ...]
    parts: tuple[PartView, ...]


class SourceArgumentView(View, kw_only=True):
    """A source among the arguments of a client: its name, also as a literal, and its id (a literal)."""

    name: Code
    text: Code
    key: Code


class ClientView(View, kw_only=True):
    """`client/__init__.py`. Without `sources` there is one source, and no level for it.

    `imports` are statements.
    """

    doc: Code
    class_doc: Code
    async_class_doc: Code
    sources: tuple[SourceArgumentView, ...]
    parts: tuple[PartView, ...]
    imports: Code
    exports: ExportsView


class ErrorClassView(View, kw_only=True):
    """The class of an operation's errors, or of one status of it.

    `body` is the body's type, if known, `headers` the class of the header fields that the status declares.
    """

    name: Code
    bases: Code
    doc: Code
    body: Code | None
    headers: Code | None


class ErrorsOfView(View, kw_only=True):
    """An operation's name (a literal), and its classes by status (a literal)."""

    operation: Code
    rows: tuple[tuple[Code, Code], ...]


class ErrorsView(View, kw_only=True):
    """The local names of what a module of errors imports."""

    final: Code
    mapping: Code
    base: Code


class ErrorsModuleView(View, kw_only=True):
    """`client/errors/TAG.py`: the error classes of the operations of a tag."""

    doc: Code
    imports: ImportsView
    names: ErrorsView
    classes: tuple[ErrorClassView, ...]
    operations: tuple[ErrorsOfView, ...]


class ErrorsIndexView(View, kw_only=True):
    """`client/errors/__init__.py`, or that of a namespace. `runtime` is where the runtime is from there."""

    doc: Code
    exports: ExportsView
    runtime: Code
