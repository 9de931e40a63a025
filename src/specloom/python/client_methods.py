"""The methods of a client: signatures, results, docstrings, and the call behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from specloom import ir
from specloom.code import Code, docstring, identifier, join, literal
from specloom.python import expr as x
from specloom.python.answers import answer_type
from specloom.python.arguments import Arguments, entry
from specloom.python.client_errors import ErrorNames
from specloom.python.client_views import MethodView
from specloom.python.expr import Expr, Import
from specloom.python.modules import ModuleImports
from specloom.python.operationnames import OperationNames, successes
from specloom.python.operations_body import is_download, needs_no_stream
from specloom.python.pagination import paged
from specloom.python.signatures import Signatures, passed
from specloom.python.types import TypePlan
from specloom.values import replace

_STREAM = Import("._runtime.client.streams", "EventStream", typing_only=True)
_ASYNC_STREAM = Import("._runtime.client.streams", "AsyncEventStream", typing_only=True)
_DOWNLOAD = Import("._runtime.client.downloads", "Download", typing_only=True)
_ASYNC_DOWNLOAD = Import("._runtime.client.downloads", "AsyncDownload", typing_only=True)
_PAGES = Import("._runtime.client.pages", "Pages", typing_only=True)
_ASYNC_PAGES = Import("._runtime.client.pages", "AsyncPages", typing_only=True)
_ITERATOR = Import("collections.abc", "Iterator", typing_only=True)
_ASYNC_ITERATOR = Import("collections.abc", "AsyncIterator", typing_only=True)
_LAZY: Final = {
    "_stream": "Gives the items of a stream as they come. Use it as a context manager.",
    "_download": "Gives binary content that is read when asked for: whole by `read()`, or piece by piece.",
    "_pages": "Gives every page, each asked for when it is wanted.",
    "_items": "Gives every item of all pages, each page asked for when it is wanted.",
}
"""What is said of methods that send nothing before what they give is used, by what they call."""
_SENT_AS = Import("._runtime.client.bodies", "sent_as")
_MEMBERS = Import("._runtime.client.bodies", "members")


class MethodPlanner:
    """Plans the methods of one module, whose descriptors are in the module `operations`."""

    def __init__(
        self, types: TypePlan, imports: ModuleImports, operations: Import, errors: Mapping[str, ErrorNames]
    ) -> None:
        self._types = types
        self._imports = imports
        self._signatures = Signatures(imports)
        self._operations = operations
        self._errors = errors

    def methods(
        self, operation: ir.Operation, names: OperationNames, arguments: Arguments
    ) -> Iterable[MethodView]:
        """One for a whole answer, one for a stream, or both."""
        if names.answers:
            yield self._method(operation, names, arguments, is_stream=False)
        if names.streams:
            yield self._method(operation, names, arguments, is_stream=True)
        found = paged(operation, names, self._types)
        if found is not None:
            yield self._paged(operation, names, arguments, self._result(operation), "pages")
            yield self._paged(operation, names, arguments, self._types.annotation(found.item), "all")

    def _paged(
        self,
        operation: ir.Operation,
        names: OperationNames,
        arguments: Arguments,
        each: Expr,
        form: Literal["pages", "all"],
    ) -> MethodView:
        """The method that gives every page, or every item of all pages."""
        plain = self._method(operation, names, arguments, is_stream=False)
        pages = form == "pages"
        callee = "_pages" if pages else "_items"
        render = self._imports.render
        return replace(
            plain,
            name=identifier(f"{names.name}_{form}"),
            result=render(x.subscript(_PAGES if pages else _ITERATOR, each)),
            async_result=render(x.subscript(_ASYNC_PAGES if pages else _ASYNC_ITERATOR, each)),
            is_stream=True,
            callee=Code(callee),
            doc=docstring(_doc(operation, arguments, self._errors[operation.key], callee)),
        )

    def _method(
        self, operation: ir.Operation, names: OperationNames, arguments: Arguments, *, is_stream: bool
    ) -> MethodView:
        shape = async_shape = self._signatures.of(arguments)
        if arguments.async_body is not arguments.body:
            async_shape = self._signatures.of(arguments, is_async=True)
        callee = "_stream" if is_stream else "_download" if is_download(operation, self._types) else "_call"
        result, async_result = self._results(operation, callee)
        return MethodView(
            name=identifier(names.stream_name if is_stream else names.name),
            overloads=shape.overloads,
            async_overloads=async_shape.overloads,
            parameters=shape.whole,
            async_parameters=async_shape.whole,
            result=result,
            async_result=async_result,
            is_stream=callee != "_call",
            callee=Code(callee),
            doc=docstring(_doc(operation, arguments, self._errors[operation.key], callee)),
            call=self._call(operation, names, arguments, is_stream=is_stream),
            deprecated=literal(f"{operation.method} {operation.path} is deprecated.")
            if operation.deprecated
            else None,
        )

    def _results(self, operation: ir.Operation, callee: str) -> tuple[Code, Code]:
        """What the method gives, and what that of the async client gives or awaits."""
        render = self._imports.render
        if callee == "_stream":
            item = self._item(operation)
            return render(x.subscript(_STREAM, item)), render(x.subscript(_ASYNC_STREAM, item))
        if callee == "_download":
            return self._imports.add(_DOWNLOAD), self._imports.add(_ASYNC_DOWNLOAD)
        result = render(self._result(operation))
        return result, result

    def _result(self, operation: ir.Operation) -> Expr:
        """The types of all successes, None where one has no body."""
        if operation.method == "HEAD":
            return x.NONE
        found: list[Expr] = []
        for response in successes(operation):
            contents = [content for content in response.contents if content.stream is None]
            if not response.contents or response.status in ("204", "205"):
                found.append(x.NONE)
            else:
                found += [member for content in contents for member in answer_type(content, self._types)]
        return x.ANY if x.ANY in found else x.union(found or [x.NONE])

    def _item(self, operation: ir.Operation) -> Expr:
        streams = [c.stream for r in successes(operation) for c in r.contents if c.stream is not None]
        return x.union(self._item_of(stream) for stream in streams)

    def _item_of(self, stream: ir.Stream) -> Expr:
        event = x.expr(Import("._runtime.sse", "ServerSentEvent", typing_only=True))
        if stream.payload is ir.StreamPayload.JSON:
            item = self._types.annotation(stream.item)
            return item if stream.texts is None else x.union([item, event])
        return event if stream.framing is ir.StreamFraming.EVENTS else x.builtin("str")

    def _call(
        self, operation: ir.Operation, names: OperationNames, arguments: Arguments, *, is_stream: bool
    ) -> Code:
        """What the call behind the method is given."""
        constant = Code(f"{self._imports.add(self._operations)}.{names.constant}")
        given = [constant, passed(arguments.parameters)]
        if arguments.body is not None:
            body = self._body(names, arguments, is_stream=is_stream)
            if arguments.content_type is not None:
                body = Code(f"{self._imports.add(_SENT_AS)}({body}, content_type_)")
            given.append(body)
        return join(", ", given)

    def _body(self, names: OperationNames, arguments: Arguments, *, is_stream: bool) -> Code:
        if arguments.members is None:
            return Code("body_")
        given, asks = passed(arguments.members), arguments.asks
        if asks is not None and not is_stream and needs_no_stream(names, asks):
            given = Code(f"{{{literal(asks.name)}: False, **{given}}}")
        extra = "" if arguments.extra is None else ", extra_"
        return Code(f"{self._imports.add(_MEMBERS)}(body_, {given}{extra})")


def _doc(operation: ir.Operation, arguments: Arguments, errors: ErrorNames, callee: str) -> str:
    """Summary, description, arguments, and what errors mean."""
    key = f"{operation.method} {operation.path}"
    paragraphs = [operation.summary or key, operation.description, _LAZY.get(callee)]
    if operation.deprecated:
        paragraphs.append("Deprecated.")
    every = (*arguments.parameters, *(arguments.members or ()))
    lines = [argument.entry for argument in every if argument.entry]
    if arguments.members is not None:
        lines.append(entry("body_", "The whole body, instead of its members."))
    elif arguments.body is not None:
        lines.append(arguments.body.entry or entry("body_", "The body."))
    if arguments.content_type is not None:
        lines.append(entry("content_type_", "The media type to send the body as."))
    if arguments.extra is not None:
        lines.append(entry("extra_", "Members of the body that the document does not list, by name."))
    if lines:
        paragraphs.append("\n".join(["Args:", *lines]))
    raised = [entry(errors.of(r), r.description) for r in errors.failures]
    if raised:
        paragraphs.append("\n".join(["Raises:", *raised]))
    return "\n\n".join(filter(None, [text.strip() for text in paragraphs if text]))
