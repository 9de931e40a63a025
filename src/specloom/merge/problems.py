"""Responses for the failures that an operation says nothing about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from specloom.document.model import Document, Owner
from specloom.document.pointer import find, fragment, join, split
from specloom.merge.equal import Comparison
from specloom.merge.grammar import Node
from specloom.merge.joining import original
from specloom.merge.moves import Moves
from specloom.merge.report import ProblemResponse, ReportBuilder

NAME: Final = "ProblemDetails"
SCHEMA: Final[Node] = {
    "type": "object",
    "description": "What went wrong, in the form of RFC 9457.",
    "properties": {
        "type": {
            "type": "string",
            "format": "uri-reference",
            "description": "A URI reference that identifies the problem type.",
            "default": "about:blank",
        },
        "title": {"type": "string", "description": "A short summary of the problem type."},
        "status": {
            "type": "integer",
            "minimum": 100,
            "maximum": 599,
            "description": "The HTTP status code of this response.",
        },
        "detail": {"type": "string", "description": "What is particular to this occurrence."},
        "instance": {
            "type": "string",
            "format": "uri-reference",
            "description": "A URI reference that identifies this occurrence.",
        },
    },
}
_CLASSES: Final = (
    ("4", "The request cannot be answered as it is."),
    ("5", "The server failed to answer the request."),
)


def add_problem_responses(
    document: Document,
    owners: Mapping[str, Owner],
    namespaces: Mapping[str, str | None],
    report: ReportBuilder,
) -> tuple[Document, dict[str, Owner]]:
    """`document` with `4XX` and `5XX` where an operation declares no status of that class and no `default`.

    The schema, `ProblemDetails` of RFC 9457 section 3, is a component of each source that needs it, with
    the source's namespace; sources without one share it. Operations under `paths` only.
    """
    adder = _Adder(document, owners, namespaces, report)
    for pointer, owner in owners.items():
        if pointer.startswith("/paths/"):
            adder.add(pointer, owner)
    return Document(document.uri, adder.content, adder.moves.locate), adder.owners


class _Adder:
    """Collects the additions in copies of what they change."""

    def __init__(
        self,
        document: Document,
        owners: Mapping[str, Owner],
        namespaces: Mapping[str, str | None],
        report: ReportBuilder,
    ) -> None:
        self.old = document
        self.content: Node = dict(document.content)
        self.moves = Moves(document)
        self.owners = dict(owners)
        self._namespaces = namespaces
        self._report = report
        self._schemas: dict[str | None, str] = {}  # by namespace
        self._copied: set[tuple[str, ...]] = set()

    def add(self, pointer: str, owner: Owner) -> None:
        """Add what the operation at `pointer` lacks."""
        tokens = split(pointer)
        written = find(self.old.content, pointer).get("responses") or {}
        missing = list(_missing(written))
        if not missing:
            return
        name = self._schema(pointer, owner)
        responses = self._copy(*tokens, "responses")
        for status, text in missing:
            responses[status] = _response(text, name)
            self.moves.came_from(self.old, pointer, f"{pointer}/responses/{status}")
        operation = f"{tokens[-1].upper()} {tokens[1]}"
        statuses = tuple(status for status, _ in missing)
        self._report.problem_responses.append(ProblemResponse(operation, owner.source, statuses))

    def _schema(self, pointer: str, owner: Owner) -> str:
        """The name of the schema for the namespace of `owner`, put among the components when first asked for.

        It gets a number behind if the name is taken by something else.
        """
        namespace = self._namespaces[owner.source]
        if namespace not in self._schemas:
            schemas = self._copy("components", "schemas")
            base = NAME if namespace is None else f"{namespace}.{NAME}"
            name, number = base, 2
            while name in schemas and not self._is_ours(schemas[name]):
                name, number = f"{base}_{number}", number + 1
            self._schemas[namespace] = name
            where = join(("components", "schemas", name))
            if name not in schemas:
                schemas[name] = SCHEMA
                self.owners[where] = Owner(owner.source, original(name, namespace))
                self.moves.came_from(self.old, pointer, where)
        return self._schemas[namespace]

    def _is_ours(self, schema: Any) -> bool:
        return Comparison(self.old.content, {}).same(schema, SCHEMA)

    def _copy(self, *tokens: str) -> Node:
        """The object at `tokens`, made where there is none; it and all around it are copies."""
        holder, way = self.content, cast("tuple[str, ...]", ())
        for token in tokens:
            way = (*way, token)
            if way not in self._copied:
                self._copied.add(way)
                holder[token] = dict(holder.get(token) or {})
            holder = holder[token]
        return holder


def _missing(responses: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The classes of failure of which nothing is declared, with a description."""
    if "default" not in responses:
        for digit, text in _CLASSES:
            if not any(status.startswith(digit) for status in responses):
                yield f"{digit}XX", text


def _response(text: str, name: str) -> Node:
    schema = {"$ref": fragment(join(("components", "schemas", name)))}
    return {"description": text, "content": {"application/problem+json": {"schema": schema}}}
