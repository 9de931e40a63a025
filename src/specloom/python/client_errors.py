"""The error classes of operations: one for each, and one for each failure that its document lists.

They stand in modules of their own, one a tag, that are loaded when the first error is raised.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Final

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.answers import answer_type
from specloom.python.client_views import (
    ErrorClassView,
    ErrorsIndexView,
    ErrorsModuleView,
    ErrorsOfView,
    ErrorsView,
)
from specloom.python.exports import exports
from specloom.python.expr import Import
from specloom.python.headers import headers_of
from specloom.python.modules import ModuleImports
from specloom.python.names import Claim, apart, assign
from specloom.python.operationnames import GroupNames, OperationNames
from specloom.python.types import TypePlan
from specloom.python.views import File
from specloom.runtime.client.statuses import RANGES, error_class
from specloom.values import Value

_STATUSES: Final = "._runtime.client.statuses"
_BASE: Final = Import("._runtime.client.errors", "StatusError")
ANY_STATUS: Final = ""
"""Stands for the operation's class for whatever its document does not list."""
_FAILING: Final = ("3", "4", "5", "default")
"""What the statuses of failures begin with."""


class ErrorNames(Value):
    """The names of an operation's error classes, by the status of their responses: its failures."""

    names: Mapping[str, str]
    failures: tuple[ir.Response, ...]

    def of(self, response: ir.Response) -> str:
        return self.names[response.status]


def failures(operation: ir.Operation) -> tuple[ir.Response, ...]:
    """The responses that are raised; `default` may stand for successes, too."""
    return tuple([r for r in operation.responses if r.status.startswith(_FAILING)])


def name_errors(api: ir.Api, names: Mapping[str, OperationNames]) -> dict[str, ErrorNames]:
    """Names that are unique within a source, by the keys of its operations."""
    found: dict[str, ErrorNames] = {}
    for source in api.sources:
        own = {o.key: failures(o) for o in api.operations if o.source == source.id}
        wishes = {
            (key, status): names[key].class_name + _ending(status)
            for key, failed in own.items()
            for status in _statuses(failed)
        }
        claims = (Claim(key=key, wire=name, name=name) for key, name in sorted(wishes.items()))
        given = wishes if apart(wishes, ()) else assign(claims)
        for key, failed in own.items():
            found[key] = ErrorNames({status: given[key, status] for status in _statuses(failed)}, failed)
    return found


def _statuses(failed: Iterable[ir.Response]) -> list[str]:
    return [ANY_STATUS, *[response.status for response in failed]]


@cache
def _ending(status: str) -> str:
    """What the name of a status's class ends with."""
    kind = None if status == ANY_STATUS else _kind(status)
    if kind is None:
        return "DefaultError" if status else "Error"
    own = not status.isdecimal() or kind not in RANGES.values()
    return kind.__name__ if own else f"Status{status}Error"


def _kind(status: str) -> type[Exception] | None:
    """The class of a status or a range; None for `default`."""
    if status == "default":
        return None
    return error_class(int(status)) if status.isdecimal() else RANGES[int(status[0])]


def plan_errors(
    api: ir.Api,
    types: TypePlan,
    names: Mapping[str, OperationNames],
    errors: Mapping[str, ErrorNames],
    inside: Mapping[GroupNames, Sequence[ir.Operation]],
    raised: Iterable[tuple[str, str]],
    *,
    package: str,
) -> tuple[File, ...]:
    """`client/errors/`: the modules, and the packages that find a class in them. `raised` are all classes and
    their modules, where no source has a package of its own."""
    groups = sorted(inside, key=lambda group: group.module)
    files = [plan_error_module(package, types, group, inside[group], names, errors) for group in groups]
    titles = {source.id: source.title for source in api.sources}
    spaces: dict[str, str] = {}
    for group in groups:
        if group.namespace is not None and group.namespace not in spaces:
            spaces[group.namespace] = group.source
            own = error_modules([g for g in groups if g.namespace == group.namespace], inside, errors)
            doc = docstring(f"What calls of {titles[group.source]} raise, each loaded on first use.")
            view = ErrorsIndexView(doc=doc, exports=exports(own), runtime=Code("...." + "_runtime"))
            files.append(
                File(f"{package}/client/errors/{group.namespace}/__init__.py", "client/errors.py.jinja", view)
            )
    top = [(space, "") for space in sorted(spaces)] if spaces else raised
    doc = docstring(f"What calls of {api.title} raise, each loaded on first use.")
    view = ErrorsIndexView(doc=doc, exports=exports(top), runtime=Code("..." + "_runtime"))
    return (*files, File(f"{package}/client/errors/__init__.py", "client/errors.py.jinja", view))


def error_modules(
    groups: Sequence[GroupNames],
    inside: Mapping[GroupNames, Sequence[ir.Operation]],
    errors: Mapping[str, ErrorNames],
) -> list[tuple[str, str]]:
    """The names of all error classes, each with the module that has it."""
    found = {
        name: group.module[-1]
        for group in groups
        for operation in inside[group]
        for name in errors[operation.key].names.values()
    }
    return sorted(found.items())


def plan_error_module(
    package: str,
    types: TypePlan,
    group: GroupNames,
    operations: Iterable[ir.Operation],
    names: Mapping[str, OperationNames],
    errors: Mapping[str, ErrorNames],
) -> File:
    """What calls of the operations of one tag raise."""
    module = ("client", "errors", *group.module)
    ordered = sorted(operations, key=lambda operation: names[operation.key].name)
    taken = {name for o in ordered for name in errors[o.key].names.values()}
    imports = ModuleImports(module, taken={*taken, "ERRORS", "body", "typed_headers"})
    planner = _ErrorPlanner(types, imports)
    every = [planner.operation(o, names[o.key], errors[o.key]) for o in ordered]
    view = ErrorsModuleView(
        doc=docstring(f"What calls of the operations under the tag {group.tag!r} raise."),
        classes=tuple(view for classes, _ in every for view in classes),
        operations=tuple(table for _, table in every),
        names=ErrorsView(
            final=imports.add(Import("typing", "Final")),
            mapping=imports.add(Import("collections.abc", "Mapping", typing_only=True)),
            base=imports.add(_BASE),
        ),
        imports=imports.view(),
    )
    return File(f"{package}/{'/'.join(module)}.py", "client/errors_module.py.jinja", view)


class _ErrorPlanner:
    """Plans the classes of one module, and what they share once."""

    def __init__(self, types: TypePlan, imports: ModuleImports) -> None:
        self._types = types
        self._imports = imports
        self._kinds: dict[str, Code] = {}
        # By identity: the contents of a response are the same object in all operations that share them.
        self._bodies: dict[int, Code | None] = {}

    def operation(
        self, operation: ir.Operation, names: OperationNames, errors: ErrorNames
    ) -> tuple[list[ErrorClassView], ErrorsOfView]:
        title = f"{operation.method} {operation.path}"
        own = identifier(errors.names[ANY_STATUS])
        classes = [
            ErrorClassView(
                name=own,
                bases=self._imports.add(_BASE),
                doc=docstring(f"{title} answered a status that is no success."),
                body=None,
                headers=None,
            )
        ]
        rows = [(literal(ANY_STATUS), own)]
        for response in errors.failures:
            status, name = response.status, identifier(errors.of(response))
            fields = headers_of(names, response, typing_only=True)
            classes.append(
                ErrorClassView(
                    name=name,
                    bases=Code(own + self._kind(status)),
                    doc=docstring(response.description.strip() or f"{title} answered {status}."),
                    body=self._body(response.contents),
                    headers=None if fields is None else self._imports.add(fields),
                )
            )
            rows.append((literal(status), name))
        return classes, ErrorsOfView(operation=literal(names.name), rows=tuple(rows))

    def _kind(self, status: str) -> Code:
        """The class of a status among the bases of others, a comma before it."""
        found = self._kinds.get(status)
        if found is None:
            kind = _kind(status)
            word = None if kind is None else self._imports.add(Import(_STATUSES, identifier(kind.__name__)))
            found = self._kinds[status] = Code("" if word is None else f", {word}")
        return found

    def _body(self, contents: tuple[ir.Content, ...]) -> Code | None:
        """The type of a body, if anything is known of it."""
        if id(contents) not in self._bodies:
            whole = [content for content in contents if content.stream is None]
            body = x.union([member for content in whole for member in answer_type(content, self._types)])
            known = whole and x.ANY not in x.members(body)
            self._bodies[id(contents)] = self._imports.render(body) if known else None
        return self._bodies[id(contents)]
