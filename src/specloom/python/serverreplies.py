"""Answers: which statuses get a class of their own, and what a handler may give back as it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from specloom import ir
from specloom.code import Code, docstring, identifier, literal
from specloom.python import expr as x
from specloom.python.expr import Expr, Import
from specloom.python.headers import has_required, headers_of
from specloom.python.modules import ModuleImports
from specloom.python.operationnames import OperationNames, successes
from specloom.python.operations_body import Kind, is_open_range, is_raw, is_xml, kind
from specloom.python.serverviews import ReplyView
from specloom.python.types import TypePlan
from specloom.values import Value, replace

RUNTIME = "._runtime.server"
ITEMS = Import(RUNTIME, "Items", typing_only=True)


class PlannedReply(Value):
    """The class of a response. `is_stream`: its body are the items of a stream."""

    response: ir.Response
    view: ReplyView
    is_stream: bool = False


class ReplyPlanner:
    """Plans the answers of the operations of one module."""

    def __init__(self, types: TypePlan, imports: ModuleImports) -> None:
        self.types = types
        self.imports = imports
        # Operations share contents and headers, which are the same object then, and outlive their plan.
        self._said: dict[tuple[str, str, int, int, bool], ReplyView] = {}
        self._statuses: dict[str, Code] = {}

    def classes(self, operation: ir.Operation, named: OperationNames) -> Iterator[PlannedReply]:
        """A class for each status that a plain value does not say.

        The only success has one too where there is more to say than its body: headers, or a choice of
        statuses or media types, of which a range is one. A stream has one where it declares headers.
        """
        succeeding = successes(operation)
        for response in operation.responses:
            success = response in succeeding
            only = success and len(succeeding) == 1 and response.status.isdigit()
            whole = _whole(response)
            if not (only and _is_body_alone(response)) and (whole or not response.contents or not success):
                yield PlannedReply(response, self._class(response, named))
            if success and response.headers and len(whole) < len(response.contents):
                yield PlannedReply(response, self._class(response, named, is_stream=True), is_stream=True)

    def plain(self, operation: ir.Operation) -> list[Expr]:
        """What a handler may give back without a status: the only body of a success, None for none.

        Where header fields are required, only a class can give them.
        """
        found = successes(operation)
        with_body = [response for response in found if response.contents]
        without = [response for response in found if not response.contents]
        plain: list[Expr] = []
        whole = _whole(with_body[0]) if len(with_body) == 1 else []
        if whole and not has_required(with_body[0]):
            plain.append(self._body(whole))
        if len(without) == 1 and not has_required(without[0]):
            plain.append(x.NONE)
        return plain

    def streamed(self, operation: ir.Operation, container: Import) -> list[Expr]:
        """The items that a streaming handler may give back without a status; as :meth:`plain`."""
        found = [response for response in successes(operation) if not has_required(response)]
        contents = [content for response in found for content in response.contents if content.stream]
        return [self._items(contents, container)] if contents else []

    def _items(self, contents: Sequence[ir.Content], container: Import) -> Expr:
        return x.subscript(container, x.union(self.item(c.stream) for c in contents if c.stream))

    def item(self, stream: ir.Stream) -> Expr:
        """What a streaming handler yields."""
        text = stream.payload is ir.StreamPayload.TEXT
        item = x.builtin("str") if text else self.types.plain(stream.item)
        if stream.framing is not ir.StreamFraming.EVENTS:
            return item
        return x.union([item, x.expr(Import("._runtime.sse", "ServerSentEvent", typing_only=True))])

    def _class(self, response: ir.Response, named: OperationNames, *, is_stream: bool = False) -> ReplyView:
        """The class of an operation's response, of which all is the same for others but the names."""
        content = id(response.headers), id(response.contents)
        key = response.status, response.description, *content, is_stream
        view = self._said.get(key)
        if view is None:
            view = self._said[key] = self._view(response, is_stream=is_stream)
        fields = headers_of(named, response, typing_only=view.headers_required)
        name = reply_name(named, response)
        return replace(
            view,
            name=identifier(stream_name(name) if is_stream else name),
            headers=None if fields is None else self.imports.add(fields),
        )

    def _view(self, response: ir.Response, *, is_stream: bool) -> ReplyView:
        """The class without a name."""
        status = response.status
        contents = [content for content in response.contents if (content.stream is not None) is is_stream]
        chosen = len(contents) > 1 and not any("*" in content.media_type for content in contents)
        body = self._items(contents, ITEMS) if is_stream else self._body(contents) if contents else None
        render = self.imports.render
        return ReplyView(
            name=Code(""),
            doc=docstring(response.description or f"Status {status}."),
            status=self._status(status),
            status_value=literal(int(status)) if status.isdigit() else None,
            body=None if body is None else render(body),
            headers=None,
            headers_required=has_required(response),
            media_types=render(_literals(content.media_type for content in contents)) if chosen else None,
        )

    def _status(self, status: str) -> Code:
        """The type of a status, which many responses have."""
        found = self._statuses.get(status)
        if found is None:
            said = _literals([int(status)]) if status.isdigit() else x.builtin("int")
            found = self._statuses[status] = self.imports.render(said)
        return found

    def _body(self, contents: list[ir.Content]) -> Expr:
        return x.union([given_type(self.types, content) for content in contents])


def _literals(values: Iterable[str | int]) -> Expr:
    return x.subscript(Import("typing", "Literal"), *map(literal, values))


def given_type(types: TypePlan, content: ir.Content) -> Expr:
    """What a handler gives for a body of one media type."""
    if is_raw(content, types) and not _is_json(content, types):
        return x.expr(Import(RUNTIME, "Binary", typing_only=True))
    if is_open_range(content.media_type) and content.type is None:
        return x.union([x.builtin("bytes"), x.builtin("str")])
    return _typed(types, content)


def taken_type(types: TypePlan, content: ir.Content) -> Expr:
    """What a handler is given for a body of one media type."""
    if content.stream is not None:
        is_text = content.stream.payload is ir.StreamPayload.TEXT
        item = x.builtin("str") if is_text else types.plain(content.stream.item)
        return x.subscript(Import(RUNTIME, "ItemStream", typing_only=True), item)
    if kind(content) is Kind.FORM:
        if content.type is not None:
            return types.plain(content.type)
        return x.subscript(x.builtin("dict"), x.builtin("str"), x.ANY)
    if kind(content) is Kind.BINARY and not _is_json(content, types):
        return x.expr(Import(RUNTIME, "ByteStream", typing_only=True))
    return _typed(types, content)


def _is_json(content: ir.Content, types: TypePlan) -> bool:
    """Whether a binary media type carries JSON, because its schema asks for more than a string."""
    resolved = None if content.type is None else types.resolve(content.type)
    return kind(content) is Kind.BINARY and not isinstance(resolved, ir.String | ir.Anything | None)


def _typed(types: TypePlan, content: ir.Content) -> Expr:
    if is_xml(content.media_type):
        return x.builtin("str")
    if content.type is None:
        return x.ANY if kind(content) is Kind.JSON else x.builtin("str")
    return types.plain(content.type)


def _whole(response: ir.Response) -> list[ir.Content]:
    return [content for content in response.contents if content.stream is None]


def _is_body_alone(response: ir.Response) -> bool:
    """Whether there is no more to say than its body, if it has one."""
    whole = _whole(response)
    return not response.headers and len(whole) < 2 and not any("*" in c.media_type for c in whole)


def reply_name(named: OperationNames, response: ir.Response) -> str:
    """The class of a response."""
    status = "Default" if response.status == "default" else response.status.upper()
    return f"{named.class_name}{status}"


def stream_name(reply: str) -> str:
    """The class of a response whose body is a stream."""
    return f"{reply}Stream"


def alias(imports: ModuleImports, type_: Expr) -> Code:
    """A type as a string, which type checkers read and nothing else does."""
    return literal(str(imports.render(type_)))
