"""Parameters that their style cannot carry: combinations that OpenAPI leaves undefined (OAS 3.2, 4.12.3).

Every style takes single values but for three, whose cells in the specification's table are "n/a"; none
takes arrays or objects inside arrays or objects, as in RFC 6570, section 2.4.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from specloom import ir
from specloom.ir import ParameterStyle as Style
from specloom.normalise.context import Context

_PLAIN: Final = frozenset({"value", "array", "object"})
_TAKEN: Final = {
    Style.SPACE_DELIMITED: frozenset({"array", "object"}),
    Style.PIPE_DELIMITED: frozenset({"array", "object"}),
    Style.DEEP_OBJECT: frozenset({"object"}),
}
_DELIMITED: Final = (Style.SPACE_DELIMITED, Style.PIPE_DELIMITED)
_DEPTH: Final = 16


def check(context: Context, finished: Mapping[str, ir.Type], operations: Iterable[ir.Operation]) -> None:
    """Report them, each parameter once: an error where it is required, as nothing could ever be sent."""
    seen: set[str] = set()
    for operation in operations:
        for parameter in operation.parameters:
            if parameter.media_type is None and parameter.origin.pointer not in seen:
                seen.add(parameter.origin.pointer)
                _Checker(context, finished, parameter).check()


class _Checker:
    def __init__(self, context: Context, finished: Mapping[str, ir.Type], parameter: ir.Parameter) -> None:
        self._context = context
        self._finished = finished
        self._parameter = parameter
        self._at = parameter.origin.pointer

    def check(self) -> None:
        style, explode = self._parameter.style, self._parameter.explode
        kinds = self._kinds(self._parameter.type)
        taken = _TAKEN.get(style, _PLAIN)
        if kinds and not kinds & taken:
            self._undefined(f"`{style.value}` writes no {' or '.join(sorted(kinds))}")
        elif style in _DELIMITED and explode:
            self._warn(f"`{style.value}` with `explode` is not defined: values are sent as by `form`")
        elif style is Style.DEEP_OBJECT and self._said("explode") is False:
            self._warn("`deepObject` without `explode` is not defined: it is sent as with it")
        elif "value" not in kinds:
            self._nested()

    def _nested(self) -> None:
        inside = [self._kinds(each) for each in self._members(self._parameter.type, _DEPTH)]
        if inside and all(kinds and "value" not in kinds for kinds in inside):
            self._undefined("no style writes arrays or objects inside arrays or objects")
        elif any(kinds and "value" not in kinds for kinds in inside):
            self._warn("members that are arrays or objects cannot be sent: no style writes them")

    def _said(self, key: str) -> object:
        return self._context.mapping(self._at).get(key)

    def _undefined(self, message: str) -> None:
        if self._parameter.required:
            hint = self._context.skip_hint(self._at)
            self._context.error("parameter-style-undefined", message, self._at, hint=hint, unsupported=True)
        else:
            self._warn(f"{message}: the parameter cannot be sent")

    def _warn(self, message: str) -> None:
        hint = "another style, or `content` with a media type, says how it is sent"
        self._context.warning("parameter-style-undefined", message, self._at, hint=hint)

    def _kinds(self, type_: ir.Type) -> frozenset[str]:
        """Single value, array or object; empty where it may be anything."""
        found: set[str] = set()
        for each in self._branches(type_, _DEPTH):
            match each:
                case ir.Array():
                    found.add("array")
                case ir.Map() | ir.Record():
                    found.add("object")
                case ir.Anything():
                    return frozenset()
                case ir.Choice(values=values):
                    found |= {_kind(value) for value in values}
                case ir.Null() | ir.Nothing():
                    pass
                case _:
                    found.add("value")
        return frozenset(found)

    def _branches(self, type_: ir.Type, depth: int) -> Iterable[ir.Type]:
        match type_:
            case ir.Reference(target=target) if depth:
                yield from self._branches(self._finished.get(target.pointer, ir.Anything()), depth - 1)
            case ir.Assertion(type=inner) if depth:
                yield from self._branches(inner, depth - 1)
            case ir.Union(members=members) if depth:
                for member in members:
                    yield from self._branches(member, depth - 1)
            case _:
                yield type_

    def _members(self, type_: ir.Type, depth: int) -> Iterable[ir.Type]:
        """What stands inside arrays and objects."""
        for each in self._branches(type_, depth):
            match each:
                case ir.Array(items=items, prefix=prefix):
                    yield from (*prefix, items)
                case ir.Map(values=values):
                    yield values
                case ir.Record(fields=fields):
                    yield from (field.type for field in fields)


def _kind(value: ir.Json) -> str:
    if isinstance(value, Mapping):
        return "object"
    return "array" if isinstance(value, tuple | list) else "value"
