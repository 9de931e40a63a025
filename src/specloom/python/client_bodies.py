"""What a caller may give for a body, by media type."""

from __future__ import annotations

from collections.abc import Sequence

from specloom import ir
from specloom.code import literal
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.operations_body import Kind, is_open_range, kind
from specloom.python.types import TypePlan
from specloom.values import Value

_ABC = "collections.abc"
_FILES = "._runtime.client.files"


class BodyTypes(Value):
    """The types of bodies."""

    types: TypePlan

    def of(self, content: ir.Content, *, is_async: bool = False) -> Expr:
        """What `body_` may be for one media type, in the one client or the other."""
        if content.stream is not None:
            return self._items(content.stream, is_async=is_async)
        match kind(content):
            case Kind.JSON:
                return x.ANY if content.type is None else self.types.input(content.type)
            case Kind.FORM:
                return self._members(content)
            case Kind.TEXT:
                return x.builtin("str")
        binary = x.expr(Import(_FILES, "AsyncBinaryInput" if is_async else "BinaryInput", typing_only=True))
        return x.union([x.builtin("str"), binary]) if is_open_range(content.media_type) else binary

    def choice(self, contents: Sequence[ir.Content]) -> Expr | None:
        """The type of the argument that chooses among media types; None where the body's own type does."""
        names = [content.media_type for content in contents]
        if any("*" in name for name in names):
            return x.builtin("str")
        if len(set(map(_values, contents))) == len(contents):
            return None
        return x.subscript(Import("typing", "Literal"), *map(literal, names))

    def _items(self, stream: ir.Stream, *, is_async: bool) -> Expr:
        is_text = stream.payload is ir.StreamPayload.TEXT
        item = x.builtin("str") if is_text else self.types.input(stream.item)
        ways = [x.subscript(Import(_ABC, "Iterable", typing_only=True), item)]
        if is_async:
            ways.append(x.subscript(Import(_ABC, "AsyncIterable", typing_only=True), item))
        return x.union(ways)

    def _members(self, content: ir.Content) -> Expr:
        if content.type is not None:
            return self.types.input(content.type)
        return x.subscript(Import(_ABC, "Mapping", typing_only=True), x.builtin("str"), x.ANY)


def _values(content: ir.Content) -> Kind:
    """Kinds with the same values in Python are one."""
    found = kind(content)
    return Kind.JSON if found is Kind.FORM else found
