"""The package `inputs`: a TypedDict beside each model that a client takes, loaded by nobody but who asks."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.exports import exports
from specloom.python.expr import Expr, Import
from specloom.python.inputs import Inputs, InputView, input_of
from specloom.python.inputs_views import AliasView, DictView, InputsIndexView, InputsModuleView, MemberView
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.names import KEYWORDS
from specloom.python.shapes import record_of
from specloom.python.types import TypePlan
from specloom.python.views import File
from specloom.values import Value

_NOT_REQUIRED = Import("typing", "NotRequired")


class _Input(Value):
    """What is to be written for a named type: `members` of a TypedDict, or the `value` of an alias.

    `is_call`: a class body cannot say all of the keys.
    """

    named: ir.NamedType
    view: InputView
    members: tuple[tuple[ir.Field, Expr], ...]
    value: Expr | None
    is_call: bool = False


def plan_inputs(api: ir.Api, types: TypePlan, *, package: str) -> tuple[File, ...]:
    """The files of what the client's signatures speak of, and of what that speaks of in turn."""
    inside: dict[ModulePath, list[_Input]] = defaultdict(list)
    for found in _closure(types):
        inside[found.view.module].append(found)
    files = [
        File(f"{package}/{'/'.join(module)}.py", "inputs/module.py.jinja", _module(module, found))
        for module, found in sorted(inside.items())
    ]
    titles = {source.id: source.title for source in api.sources}
    spaces: list[str] = []
    for source in types.sources:
        holder = ("inputs", *source.package[1:])
        own = [found.view for module, there in inside.items() if module[:-1] == holder for found in there]
        if own:
            doc = f"What may be given for the models of {titles[source.id]} in requests: plain dicts."
            exports = [(view.name, view.module[-1]) for view in own]
            files.append(plan_index(package, holder, doc, exports))
            spaces += [source.namespace] if source.namespace is not None else []
    if spaces:
        doc = f"What may be given for the models of {api.title} in requests, by source."
        files.append(plan_index(package, ("inputs",), doc, [(space, "") for space in spaces]))
    return tuple(files)


def _closure(types: TypePlan) -> Iterator[_Input]:
    inputs = Inputs(types, inside=True)
    done: set[ir.TypeId] = set()
    while waiting := types.given - done:
        done |= waiting
        for id in sorted(waiting, key=lambda id: (id.source, id.pointer)):
            yield _input(types, inputs, types.named[id])


def _input(types: TypePlan, inputs: Inputs, named: ir.NamedType) -> _Input:
    view = input_of(types, named.id)
    record = record_of(named)
    if record is None:
        return _Input(named, view, (), inputs.of(named.type))
    members = tuple((field, inputs.of(field.type)) for field in record.fields)
    is_call = not all(_is_attribute(field.name) for field in record.fields)
    return _Input(named, view, members, None, is_call)


def _module(module: ModulePath, inside: list[_Input]) -> InputsModuleView:
    """Outer types first. Imports avoid the keys of a class, which are names where its annotations stand."""
    ordered = sorted(inside, key=lambda i: (i.value is not None, i.named.parent is not None, i.view.name))
    keys = (field.name for each in ordered if not each.is_call for field, _ in each.members)
    imports = ModuleImports(module, taken={*(each.view.name for each in ordered), *keys})
    definitions = tuple(_definition(each, imports) for each in ordered)
    dicts, aliases = [[d for d in definitions if d.is_dict is kind] for kind in (True, False)]
    return InputsModuleView(
        definitions=definitions,
        typed_dict=imports.add(Import("typing", "TypedDict")) if dicts else None,
        alias_type=imports.add(Import("typing_extensions", "TypeAliasType")) if aliases else None,
        imports=imports.view(),
    )


def _definition(each: _Input, imports: ModuleImports) -> DictView | AliasView:
    name, text = identifier(each.view.name), literal(each.view.name)
    if each.value is not None:
        return AliasView(name=name, text=text, value=imports.render(x.quoted(each.value)))
    return DictView(
        name=name,
        text=text,
        is_call=each.is_call,
        members=tuple(_member(field, type, imports, each.is_call) for field, type in each.members),
    )


def _member(field: ir.Field, type: Expr, imports: ModuleImports, is_call: bool) -> MemberView:
    annotation = x.quoted(type) if is_call else type
    if not field.required:
        annotation = x.subscript(_NOT_REQUIRED, annotation)
    return MemberView(
        key=literal(field.name),
        name=Code("") if is_call else identifier(field.name),
        annotation=imports.render(annotation),
    )


def _is_attribute(key: str) -> bool:
    """Whether a class body can name the key: Python reads other spellings of it, and what two underscores
    begin, as other names."""
    usable = key.isidentifier() and key not in KEYWORDS and not key.startswith("__")
    return usable and unicodedata.normalize("NFKC", key) == key


def plan_index(
    package: str,
    holder: ModulePath,
    doc: str,
    names: Iterable[tuple[str, str]],
    *,
    template: str = "inputs/index.py.jinja",
) -> File:
    """`__init__` of a package whose names, each of a module of it, are loaded on first use."""
    listed = sorted(names)
    imports = ModuleImports((*holder, "__init__"), taken={name for name, _ in listed})
    view = InputsIndexView(
        doc=docstring(doc),
        type_checking=imports.add(Import("typing", "TYPE_CHECKING")),
        lazy=imports.add(Import("._runtime.lazy", "lazy")),
        imports=imports.view(),
        exports=exports(listed),
    )
    return File(f"{package}/{'/'.join(holder)}/__init__.py", template, view)
