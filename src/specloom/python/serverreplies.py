"""Answers: which statuses get a class of their own, and what a handler may give back as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModuleImports, ModulePath
from specloom.python.operationnames import successes
from specloom.python.operations_body import Kind, is_open_range, is_raw, is_xml, kind
from specloom.python.serverviews import ReplyView
from specloom.python.types import TypePlan

RUNTIME = "._runtime.server"


@dataclass(frozen=True, slots=True)
class ReplyPlanner:
    """Plans the answers of the operations of one module."""

    types: TypePlan
    imports: ModuleImports
    module: ModulePath

    def classes(self, operation: ir.Operation, prefix: str) -> Iterator[tuple[ir.Response, ReplyView]]:
        """A class for each status that a plain value does not say.

        The only success has one too where there is more to say than its body: headers, or a choice of
        statuses or media types, of which a range is one.
        """
        for response in operation.responses:
            only = successes(operation) == (response,) and response.status.isdigit()
            whole = _whole(response)
            if not only or response.headers or len(whole) > 1 or any("*" in c.media_type for c in whole):
                yield response, self._class(response, prefix)

    def plain(self, operation: ir.Operation) -> list[Expr]:
        """What a handler may give back without a status: the only body of a success, None for none."""
        found = successes(operation)
        with_body = [response for response in found if response.contents]
        without = [response for response in found if not response.contents]
        plain: list[Expr] = []
        if len(with_body) == 1 and _whole(with_body[0]):
            plain.append(self._body(_whole(with_body[0])))
        if len(without) == 1:
            plain.append(x.NONE)
        return plain

    def item(self, stream: ir.Stream) -> Expr:
        """What a streaming handler yields."""
        text = stream.payload is ir.StreamPayload.TEXT
        item = x.builtin("str") if text else self.types.plain(stream.item, self.module)
        if stream.framing is not ir.StreamFraming.EVENTS:
            return item
        return x.union([item, x.expr(Import("._runtime.sse", "ServerSentEvent", typing_only=True))])

    def _class(self, response: ir.Response, prefix: str) -> ReplyView:
        whole = _whole(response)
        exact = response.status.isdigit()
        status = Import("typing", "Literal")
        shown = x.subscript(status, x.value(int(response.status))) if exact else x.builtin("int")
        ranged = any("*" in content.media_type for content in whole)
        media_types = x.subscript(status, *(x.value(content.media_type) for content in whole))
        return ReplyView(
            name=identifier(prefix + _suffix(response.status)),
            doc=docstring(response.description or f"Status {response.status}."),
            status=self.imports.render(shown),
            status_value=Code(response.status) if exact else None,
            body=self.imports.render(self._body(whole)) if whole else None,
            media_types=self.imports.render(media_types) if len(whole) > 1 and not ranged else None,
        )

    def _body(self, contents: list[ir.Content]) -> Expr:
        return x.union(given_type(self.types, content, self.module) for content in contents)


def given_type(types: TypePlan, content: ir.Content, within: ModulePath) -> Expr:
    """What a handler gives for a body of one media type."""
    if is_raw(content, types) and not _is_json(content, types):
        return x.expr(Import(RUNTIME, "Binary", typing_only=True))
    if is_open_range(content.media_type) and content.type is None:
        return x.union([x.builtin("bytes"), x.builtin("str")])
    return _typed(types, content, within)


def taken_type(types: TypePlan, content: ir.Content, within: ModulePath) -> Expr:
    """What a handler is given for a body of one media type."""
    if content.stream is not None:
        is_text = content.stream.payload is ir.StreamPayload.TEXT
        item = x.builtin("str") if is_text else types.plain(content.stream.item, within)
        return x.subscript(Import(RUNTIME, "ItemStream", typing_only=True), item)
    if kind(content) is Kind.FORM:
        if content.type is not None:
            return types.plain(content.type, within)
        return x.subscript(x.builtin("dict"), x.builtin("str"), x.ANY)
    if kind(content) is Kind.BINARY and not _is_json(content, types):
        return x.expr(Import(RUNTIME, "ByteStream", typing_only=True))
    return _typed(types, content, within)


def _is_json(content: ir.Content, types: TypePlan) -> bool:
    """Whether a binary media type carries JSON, because its schema asks for more than a string."""
    resolved = None if content.type is None else types.resolve(content.type)
    return kind(content) is Kind.BINARY and not isinstance(resolved, ir.String | ir.Anything | None)


def _typed(types: TypePlan, content: ir.Content, within: ModulePath) -> Expr:
    if is_xml(content.media_type):
        return x.builtin("str")
    if content.type is None:
        return x.ANY if kind(content) is Kind.JSON else x.builtin("str")
    return types.plain(content.type, within)


def _whole(response: ir.Response) -> list[ir.Content]:
    return [content for content in response.contents if content.stream is None]


def _suffix(status: str) -> str:
    return "Default" if status == "default" else status.upper()


def alias(imports: ModuleImports, type_: Expr) -> Code:
    """A type as a string, which type checkers read and nothing else does."""
    return literal(str(imports.render(type_)))
