"""What an annotation says beyond the plain type: the runtime's markers and their arguments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Final

from specloom import ir
from specloom.code import literal
from specloom.python import expr as x
from specloom.python.exclusive import exclusive
from specloom.python.expr import Expr, Import, Part
from specloom.python.patterns import Pattern, UnsupportedPatternError, runtime, translate
from specloom.python.tagged import Tags, tags

if TYPE_CHECKING:
    from specloom.python.types import TypePlan


_NUMERIC = ("minimum", "maximum", "exclusive_minimum", "exclusive_maximum", "multiple_of", "format")


def _said(type: object, names: tuple[str, ...]) -> dict[str, Part]:
    return {name: literal(found) for name in names if (found := getattr(type, name)) is not None}


def number(plan: TypePlan, type: ir.Integer | ir.Number) -> dict[str, Part]:
    """Arguments of the runtime's `Integer` or `Number`; none where nothing is limited."""
    said = _said(type, _NUMERIC)
    if type.format is not None and plan.formats.mode == "annotate":
        said["asserted"] = literal(False)
    return said


def string(plan: TypePlan, type: ir.String, *, content: Expr | None) -> dict[str, Part]:
    """Arguments of the runtime's `String`; none where the plain type or its alias says all."""
    said = _said(type, ("min_length", "max_length", "pattern", "format", "encoding", "content_type"))
    said |= _search(plan, type.pattern)
    if content is not None:
        said["content"] = content
    if type.format is not None and plan.formats.mode == "assert" and plan.formats.python_type(type) is None:
        said["asserted"] = literal(True)
    return said


def _search(plan: TypePlan, pattern: str | None) -> dict[str, Part]:
    """How an engine reads the pattern, where it does not read it as it is."""
    if pattern is None:
        return {}
    try:
        if translate(pattern) == Pattern((pattern,)):
            return {}
    except UnsupportedPatternError:
        pass  # It has been reported.
    return {"search": runtime(pattern, plan.needs.libraries)}


def assertion(type: ir.Assertion) -> Expr:
    """What holds values to the schema that decides them."""
    return x.subscript(Import(".models._schemas", "SCHEMAS"), literal(type.place))


def choice_base(type: ir.Choice) -> Expr:
    """`Literal[…]` for what a literal type can hold, the values' own types for the rest."""
    literals = [v for v in type.values if isinstance(v, _LITERAL)]
    said = x.subscript(Import("typing", "Literal"), *map(literal, literals))
    if len(literals) == len(type.values):
        return said
    others = sorted({_kind(v) for v in type.values if not isinstance(v, _LITERAL)})
    return x.union([*([said] if literals else []), *[_OTHERS[kind] for kind in others]])


def _kind(value: ir.Json) -> str:
    if isinstance(value, tuple):
        return "array"
    return "object" if isinstance(value, Mapping) else "float"


_LITERAL: Final = (str, int, NoneType)
"""What a literal type can hold: a bool is an int."""
_OTHERS: Final[Mapping[str, Expr]] = {
    "array": x.subscript(x.builtin("list"), x.ANY),
    "float": x.builtin("float"),
    "object": x.subscript(x.builtin("dict"), x.builtin("str"), x.ANY),
}


def choice_rules(type: ir.Choice) -> list[Expr]:
    """A marker where a literal type alone would take `True` for 1, or say `const` for a list of one."""
    if type.constant:
        plain = all(found is None or isinstance(found, str) for found in type.values)
        return [] if plain else [x.call(Import("._runtime.scalars", "Const"), literal(type.values[0]))]
    if len(type.values) > 1 and all(isinstance(found, str) for found in type.values):
        return []
    return [x.call(Import("._runtime.scalars", "Enum"), *map(literal, type.values))]


def _lengths(shortest: int | None, longest: int | None) -> list[Expr]:
    named: dict[str, Part] = {}
    if shortest is not None:
        named["min_length"] = literal(shortest)
    if longest is not None:
        named["max_length"] = literal(longest)
    return [x.call(Import("pydantic", "Field"), **named)] if named else []


def array(type: ir.Array) -> list[Expr]:
    rules = _lengths(type.min_items, type.max_items)
    if type.unique:
        rules.append(x.call(Import("._runtime.containers", "Unique")))
    return rules


def mapping(type: ir.Map) -> list[Expr]:
    return _lengths(type.min_members, type.max_members)


def union(plan: TypePlan, type: ir.Union) -> list[Expr]:
    """Any, or exactly one: counted, unless tags tell members apart or they are seen to exclude each other."""
    several = sum([member.__class__ is not ir.Null for member in type.members]) > 1
    if not several and type.mode == "any" and type.discriminator is None:
        return []
    rules: list[Expr] = []
    found = tags(plan.resolve, type)
    if found is not None:
        rules.append(_tagged(plan, type, found))
    if type.mode == "one" or (found is None and several):
        apart = found is not None or exclusive(plan.resolve, type.members)
        named = {"exclusive": literal(True)} if apart else {}
        marker = "OneOf" if type.mode == "one" else "AnyOf"
        rules.append(x.call(Import("._runtime.unions", marker), **named))
    if type.discriminator is not None:
        rules.append(_discriminator(plan, type.discriminator))
    return rules


def _tagged(plan: TypePlan, type: ir.Union, found: Tags) -> Expr:
    assert type.discriminator is not None
    member = type.discriminator.member
    named: dict[str, Part] = {}
    if found.others:
        named["others"] = literal(found.others)
    attributes = {name for name in _attributes(plan, type, member) if name != member}
    if attributes:
        named["attributes"] = literal(tuple(sorted(attributes)))
    return x.call(Import("._runtime.unions", "Tagged"), literal(member), literal(found.positions), **named)


def _attributes(plan: TypePlan, type: ir.Type, member: str) -> Iterator[str]:
    """What the records among the members call one of theirs in Python."""
    match type:
        case ir.Reference(target=target):
            names = plan.field_names(target) if plan.record(type) is not None else None
            if names is None:
                yield from _attributes(plan, plan.resolve(type), member)
            elif member in names:
                yield names[member]
        case ir.Union(members=members):
            for each in members:
                yield from _attributes(plan, each, member)
        case ir.Assertion(type=inner):
            yield from _attributes(plan, inner, member)


def _discriminator(plan: TypePlan, said: ir.Discriminator) -> Expr:
    mapping = {value: plan.of(target).name for value, target in said.declared}
    named = {"mapping": literal(mapping)} if mapping else {}
    if said.otherwise is not None:
        named["otherwise"] = literal(plan.of(said.otherwise).name)
    return x.call(Import("._runtime.unions", "Discriminator"), literal(said.member), **named)
