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
from specloom.python.serverviews import ReplyView
from specloom.python.types import TypePlan


@dataclass(frozen=True, slots=True)
class ReplyPlanner:
    """Plans the answers of the operations of one module."""

    types: TypePlan
    imports: ModuleImports
    module: ModulePath

    def classes(self, operation: ir.Operation, prefix: str) -> Iterator[tuple[ir.Response, ReplyView]]:
        """A class for each status that a plain value does not say.

        The only success has one too where there is more to say than its body: headers, or a choice of
        statuses or media types.
        """
        for response in operation.responses:
            only = successes(operation) == (response,) and response.status.isdigit()
            if not only or response.headers or len(_whole(response)) > 1:
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
        item = x.builtin("str") if text else self.types.annotation(stream.item, within=self.module)
        if stream.framing is ir.StreamFraming.LINES:
            return item
        return x.union([item, x.expr(Import("._runtime.sse", "ServerSentEvent", typing_only=True))])

    def _class(self, response: ir.Response, prefix: str) -> ReplyView:
        whole = _whole(response)
        exact = response.status.isdigit()
        status = Import("typing", "Literal")
        shown = x.subscript(status, x.value(int(response.status))) if exact else x.builtin("int")
        media_types = x.subscript(status, *(x.value(content.media_type) for content in whole))
        return ReplyView(
            name=identifier(prefix + _suffix(response.status)),
            doc=docstring(response.description or f"Status {response.status}."),
            status=self.imports.render(shown),
            status_value=Code(response.status) if exact else None,
            body=self.imports.render(self._body(whole)) if whole else None,
            media_types=self.imports.render(media_types) if len(whole) > 1 else None,
        )

    def _body(self, contents: list[ir.Content]) -> Expr:
        return x.union(content_type(self.types, content, self.module) for content in contents)


def content_type(types: TypePlan, content: ir.Content, within: ModulePath) -> Expr:
    """A body of one media type in Python: bytes for binary data, also where its schema says string."""
    name = content.media_type.partition(";")[0].strip().lower()
    is_json = name in ("application/json", "text/json") or name.endswith("+json")
    resolved = None if content.type is None else types.resolve(content.type)
    if not is_json and not name.startswith("text/") and isinstance(resolved, ir.String | None):
        return x.builtin("bytes")
    if content.type is None:
        return x.ANY if is_json else x.builtin("str")
    return types.annotation(content.type, within=within)


def _whole(response: ir.Response) -> list[ir.Content]:
    return [content for content in response.contents if content.stream is None]


def _suffix(status: str) -> str:
    return "Default" if status == "default" else status.upper()


def alias(imports: ModuleImports, type_: Expr) -> Code:
    """A type as a string, which type checkers read and nothing else does."""
    return literal(str(imports.render(type_)))
