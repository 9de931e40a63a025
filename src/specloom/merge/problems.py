"""Responses for the failures that an operation says nothing about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from specloom.document.model import Document, Owner
from specloom.document.pointer import find, fragment, join, split
from specloom.merge.equal import Comparison, resolve
from specloom.merge.grammar import Node
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
    moves = Moves(document)
    content, all_owners = document.content, dict(owners)
    names: dict[str | None, str] = {}
    for pointer, owner in owners.items():
        if not pointer.startswith("/paths/"):
            continue
        operation = find(content, pointer)
        missing = list(_missing(content, operation.get("responses")))
        if not missing:
            continue
        namespace = namespaces[owner.source]
        if namespace not in names:
            content, names[namespace] = _component(content, namespace)
            where = join(("components", "schemas", names[namespace]))
            wanted = Owner(owner.source, names[namespace].removeprefix(f"{namespace}."))
            all_owners.setdefault(where, wanted)
            moves.came_from(document, pointer, where)
        added = {status: _response(text, names[namespace]) for status, text in missing}
        responses = {**(operation.get("responses") or {}), **added}
        content = _with(content, split(pointer), {**operation, "responses": responses})
        for status in added:
            moves.came_from(document, pointer, f"{pointer}/responses/{status}")
        tokens = split(pointer)
        report.problem_responses.append(
            ProblemResponse(f"{tokens[-1].upper()} {tokens[1]}", owner.source, tuple(added))
        )
    return Document(document.uri, content, moves.locate), all_owners


def _missing(content: Any, responses: Any) -> Iterator[tuple[str, str]]:
    declared = responses if isinstance(responses, dict) else {}
    if "default" not in declared:
        for digit, text in _CLASSES:
            if not any(str(status).startswith(digit) for status in declared):
                yield f"{digit}XX", text


def _response(text: str, name: str) -> Node:
    schema = {"$ref": fragment(join(("components", "schemas", name)))}
    return {"description": text, "content": {"application/problem+json": {"schema": schema}}}


def _component(content: Node, namespace: str | None) -> tuple[Node, str]:
    """`content` with the schema, and its name: another one if the name is taken by something else."""
    base = NAME if namespace is None else f"{namespace}.{NAME}"
    schemas = (content.get("components") or {}).get("schemas") or {}
    name, number = base, 2
    while name in schemas and not Comparison(content, content).same(resolve(content, schemas[name]), SCHEMA):
        name, number = f"{base}_{number}", number + 1
    return _with(content, ["components", "schemas", name], SCHEMA), name


def _with(content: Node, tokens: list[str], value: Any) -> Node:
    """`content` with `value` at `tokens`; what is on the way there is copied."""
    head, *rest = tokens
    return {**content, head: _with(content.get(head) or {}, rest, value) if rest else value}
